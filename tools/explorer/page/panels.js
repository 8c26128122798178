// The tabs beside the board.

import {byId, el} from './dom.js';

export class Panels extends EventTarget {
  constructor(tabs, host) {
    super();
    Object.assign(this, {tabs, host, current: 'moves', list: []});
    const moves = byId('panel-moves');
    moves.querySelector('.plain-heading').classList.add('visually-hidden');
    this.take('moves', 'Moves', moves);
    tabs.addEventListener('keydown', (event) => this.onKey(event));
    this.show('moves');
  }

  /** Makes a tab and its empty panel; gives the panel. */
  add(name, title) {
    const panel = el('div', {class: 'panel'});
    this.host.append(panel);
    this.take(name, title, panel);
    panel.hidden = true;
    return panel;
  }

  take(name, title, panel) {
    panel.id = `panel-${name}`;
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', `tab-${name}`);
    const tab = el('button', {type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': panel.id, 'aria-selected': 'false', tabindex: -1, onclick: () => this.show(name)}, title);
    this.tabs.append(tab);
    this.list.push({name, tab, panel});
  }

  show(name) {
    this.current = name;
    for (const {name: other, tab, panel} of this.list) {
      const isShown = other === name;
      tab.setAttribute('aria-selected', String(isShown));
      tab.tabIndex = isShown ? 0 : -1;
      panel.hidden = !isShown;
      if (isShown) tab.scrollIntoView({block: 'nearest', inline: 'nearest'});
    }
    this.dispatchEvent(new CustomEvent('show', {detail: name}));
  }

  onKey(event) {
    const at = this.list.findIndex(({name}) => name === this.current);
    const goals = {ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: this.list.length - 1};
    if (goals[event.key] === undefined) return;
    event.preventDefault();
    const goal = this.list[(goals[event.key] + this.list.length) % this.list.length];
    this.show(goal.name);
    goal.tab.focus();
  }
}

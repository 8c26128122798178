// The rules of the game on the board, in plain words, with the options in force.

import {api} from './api.js';
import {el} from './dom.js';

export class RulesPanel {
  constructor(host, app) {
    Object.assign(this, {host, app, shown: ''});
  }

  async open() {
    const {position} = this.app.here ?? {};
    if (!position) return;
    const options = Object.entries(position.options).map(([name, value]) => `${name}=${value}`).join(',');
    const key = `${position.game} ${options}`;
    if (key === this.shown) return;
    this.shown = key;
    try {
      const rules = await api('rules', {game: position.game, rules: options});
      const [lead, ...rest] = rules.text.split('\n\n');
      const items = rest.join('\n').split(/\n(?=\s*\d+\. )/).map((item) => item.replace(/^\s*\d+\.\s*/, '').replace(/\s+/g, ' ').trim());
      this.host.replaceChildren(
        el('h3', {}, rules.title),
        el('p', {}, lead.replace(/\s+/g, ' ')),
        el('ol', {class: 'rules'}, items.filter(Boolean).map((item) => el('li', {}, item))),
        el('h3', {}, 'Options'),
        el('dl', {class: 'rule-list'}, rules.options.flatMap((option) => [el('dt', {}, option.name, ' ', el('b', {}, option.value), option.value !== option.default && el('span', {class: 'note'}, ` (usually ${option.default})`)), el('dd', {}, option.meaning)])),
        el('p', {class: 'note'}, 'Floor: the margin still to come that the mover can force with the game ending. Ceiling: that to which the opponent can hold it. Depth: plies to the end.'),
      );
    } catch (error) {
      this.shown = '';
      this.host.replaceChildren(el('p', {class: 'error'}, error.message));
    }
  }
}

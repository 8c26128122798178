// The rules of the game on the board, in plain words, with the options in force.

import {api} from './api.js';
import {el} from './dom.js';

const kKeys = [
  [['←', '↑', '↓', '→'], 'from pit to pit'],
  [['Enter'], 'choose a pit; for Kiothi once more to sow'],
  [['←', '→'], 'with a pit chosen: sow that way, or lift fewer or more'],
  [['1', '…', '9'], 'with a pit chosen: how many to lift'],
  [['Esc'], 'let go of the pit; skip the animation'],
  [['u'], 'undo'],
  [['r'], 'redo'],
  [['f'], 'flip the board'],
  [['h'], 'hide or show the answers'],
];

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
        el('h3', {}, 'Keys'),
        el('dl', {class: 'keys'}, kKeys.flatMap(([keys, meaning]) => [el('dt', {}, keys.map((key) => el('kbd', {}, key))), el('dd', {}, meaning)])),
        el('h3', {}, 'Words'),
        el('p', {class: 'note'}, 'Floor: the margin still to come that the mover can force with the game ending. Ceiling: that to which the opponent can hold it. Depth: plies to the end.'),
      );
    } catch (error) {
      this.shown = '';
      this.host.replaceChildren(el('p', {class: 'error'}, error.message));
    }
  }
}

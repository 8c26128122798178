// Taking a position along: its address, text, drawing, JSON and SVG; the game so far.

import {apiText} from './api.js';
import {el} from './dom.js';
import {drawing} from './position.js';

/** To the clipboard; pages that are not on https or this machine have only the old way. */
async function copy(text) {
  if (navigator.clipboard && isSecureContext) return navigator.clipboard.writeText(text);
  const area = el('textarea', {class: 'visually-hidden', value: text});
  document.body.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  if (!done) throw new Error('The browser does not allow copying here.');
  return undefined;
}

function save(text, name, type) {
  const link = el('a', {href: URL.createObjectURL(new Blob([text], {type})), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** The game as `uthi play` reads it: sowings of one turn joined by commas. */
export function gameText(game) {
  const turns = [];
  game.plies.slice(0, game.at).forEach((ply, index) => {
    if (index && game.plies[index - 1].again) turns[turns.length - 1] += `,${ply.move}`;
    else turns.push(ply.move);
  });
  return `${game.start}\n${turns.join(' ')}`;
}

export class SharePanel {
  constructor(host, app) {
    Object.assign(this, {host, app});
  }

  open() {
    this.draw();
  }

  draw() {
    const {app} = this;
    if (!app.here) return;
    const {text, position} = app.here;
    const name = text.replace(/[^A-Za-z0-9]+/g, '-');
    const link = el('input', {class: 'code', readonly: true, value: location.href, 'aria-label': 'Address of this position', onfocus: (event) => event.target.select()});
    this.status = el('p', {class: 'note', role: 'status'});
    const svgText = () => apiText('board.svg', {p: text, ...(app.here.probe && !app.answersHidden ? {values: 1} : {})});
    const json = async () => {
      if (!app.here.probe) return JSON.stringify({position: text, moves: app.here.moves}, null, 2);
      return JSON.stringify(JSON.parse(await apiText('position', {p: text})), null, 2);
    };
    const button = (label, what, make) => el('button', {type: 'button', onclick: () => this.attempt(async () => copy(await make()), `Copied ${what}.`)}, label);
    const saver = (label, ending, type, make) => el('button', {type: 'button', onclick: () => this.attempt(async () => save(await make(), `${name}.${ending}`, type), `Saved ${name}.${ending}.`)}, label);
    this.host.replaceChildren(
      el('p', {class: 'panel-lead'}, 'Every position has an address of its own.'),
      el('div', {class: 'row-form'}, link, button('Copy link', 'the link', () => location.href)),
      el('div', {class: 'share-buttons'}, button('Copy as text', 'the position', () => text), button('Copy drawing', 'the drawing', () => `${text}\n\n${drawing(position)}\n`), button('Copy as JSON', 'the JSON', json), button('Copy as SVG', 'the SVG', svgText), saver('Save SVG', 'svg', 'image/svg+xml', svgText), saver('Save JSON', 'json', 'application/json', json), app.game.at > 0 && button('Copy the game', 'the game', () => gameText(app.game))),
      this.status,
      el('pre', {class: 'drawing', tabindex: 0, 'aria-label': 'The position as a drawing'}, `${text}\n\n${drawing(position)}`),
    );
  }

  async attempt(action, success) {
    try {
      await action();
      this.status.textContent = success;
      this.app.say(success);
    } catch (error) {
      this.status.textContent = error.message;
    }
  }
}

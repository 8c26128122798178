// The strip of what was played, with the value after every ply, and a small curve of the value for South.

import {batch} from './api.js';
import {el, svg} from './dom.js';
import {leadOf, parsePosition, sideName} from './position.js';
import {kShapes, marginOf, plyWords, shortValue, valueWords} from './words.js';

export class HistoryStrip {
  constructor(host, app) {
    Object.assign(this, {host, app});
    this.values = new Map();  // Position text -> answer of the tables, or null where there is none.
  }

  /** Values of positions that were not visited in this page, in one question. */
  async fetchMissing(texts) {
    const unknown = texts.filter((text) => !this.values.has(text));
    if (!unknown.length) return;
    for (const text of unknown) this.values.set(text, null);
    try {
      const answers = await batch(unknown);
      unknown.forEach((text, index) => this.values.set(text, answers[index]?.error || answers[index]?.outcome === undefined ? null : answers[index]));
      this.draw();
    } catch {
      // Without values the strip still shows what was played.
    }
  }

  draw() {
    const {app} = this;
    const {game, here} = app;
    if (!here || app.editing) return;
    const texts = [game.start, ...game.plies.map((ply) => ply.position)];
    if (here.probe) this.values.set(here.text, here.probe);
    this.fetchMissing(texts);
    const items = texts.map((text, at) => this.item(text, at));
    const strip = el('div', {class: 'plies-scroll', tabindex: 0, role: 'group', 'aria-label': 'Plies played'}, el('ol', {class: 'plies'}, items));
    const parts = game.plies.length ? [!app.answersHidden && this.curve(texts), strip] : [el('p', {class: 'empty'}, 'Nothing has been played yet.')];
    this.host.replaceChildren(...parts.filter(Boolean));
    const current = strip.querySelector('[aria-current]');
    if (current) strip.scrollLeft = current.offsetLeft - strip.clientWidth / 2;
  }

  item(text, at) {
    const {app} = this;
    const ply = app.game.plies[at - 1];
    const answer = this.values.get(text);
    const value = answer && !app.answersHidden ? this.valueOf(answer) : null;
    const name = ply ? [el('span', {class: 'side'}, `${at} ${ply.side}`), el('b', {}, ply.move.replace('-', '−')), ply.captures ? el('small', {}, `×${ply.captures}`) : null] : [el('b', {}, 'start')];
    const spoken = [ply && plyWords(ply.side, ply, app.here.position.game), value?.words].filter(Boolean).join('; ');
    return el(
      'li',
      {},
      el('button', {type: 'button', class: 'ply', 'aria-current': at === app.game.at ? 'step' : null, onclick: () => app.goTo(at)}, el('span', {class: 'ply-move'}, name), el('span', {class: `ply-value ${value?.outcome ?? ''}`}, value ? value.short : app.answersHidden ? '' : '·'), spoken && el('span', {class: 'visually-hidden'}, ` ${spoken}`)),
    );
  }

  /** A value as South sees it: "▲ +5". */
  valueOf(answer) {
    const position = parsePosition(answer.position);
    const turned = {win: 'loss', loss: 'win'};
    const outcome = position.side === 'S' ? answer.outcome : turned[answer.outcome] ?? answer.outcome;
    const text = shortValue(answer, leadOf(position));
    const forSouth = position.side === 'S' ? text : text.startsWith('+') ? `−${text.slice(1)}` : text.startsWith('−') ? `+${text.slice(1)}` : text;
    return {outcome, short: `${kShapes[outcome]} ${forSouth}`, words: `${sideName(position.side)} ${valueWords(answer, position)}`};
  }

  // Bars of the margin for South after every ply: upwards where South wins.
  curve(texts) {
    const margins = texts.map((text) => {
      const answer = this.values.get(text);
      if (!answer) return null;
      const position = parsePosition(answer.position);
      const margin = marginOf(answer, leadOf(position));
      return margin === null ? null : position.side === 'S' ? margin : -margin;
    });
    if (margins.every((margin) => margin === null)) return null;
    const most = Math.max(4, ...margins.map((margin) => Math.abs(margin ?? 0)));
    const width = Math.min(5, 100 / margins.length);
    const bars = margins.map((margin, at) => {
      const height = margin === null ? 0 : Math.max(1.2, (Math.abs(margin) / most) * 19);
      const kind = margin === null ? '' : margin > 0 ? 'win' : margin < 0 ? 'loss' : 'draw';
      return svg('rect', {class: `bar ${kind}${at === this.app.game.at ? ' is-here' : ''}`, x: (at * width + width * 0.12).toFixed(2), y: margin > 0 ? (20 - height).toFixed(2) : margin < 0 ? 20 : 19.4, width: (width * 0.76).toFixed(2), height: height.toFixed(2)});
    });
    return el(
      'figure',
      {class: 'curve'},
      svg('svg', {viewBox: '0 0 100 40', preserveAspectRatio: 'none', role: 'img', 'aria-label': 'The margin after every ply: above the line South wins, below it North'}, bars, svg('line', {class: 'axis', x1: 0, x2: 100, y1: 20, y2: 20})),
      el('figcaption', {}, el('span', {}, 'South ahead'), el('span', {}, 'North ahead')),
    );
  }
}

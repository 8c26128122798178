// The board: two rows of pits that are buttons, a store at each end. Draws positions; says which pit was chosen.

import {el, svg} from './dom.js';
import {pitIndex, pitName, pitSide, sideName} from './position.js';
import {drawSeeds} from './seeds.js';
import {kShapes, counted} from './words.js';

const kNarrow = matchMedia('(max-width: 640px)');

/** Shades of bowls and seeds; the colours are in board.css. */
function gradients() {
  const shade = (id, cy, stops) => svg('radialGradient', {id, cx: 0.5, cy, r: 0.62}, stops.map(([offset, kind]) => svg('stop', {offset, class: kind})));
  return svg('svg', {class: 'gradients', width: 0, height: 0, 'aria-hidden': 'true'}, svg('defs', {}, shade('bowl-shade', 0.62, [[0, 'bowl-floor'], [0.6, 'bowl-side'], [1, 'bowl-lip']]), shade('seed-shade', 0.35, [[0, 'seed-light'], [1, 'seed-dark']])));
}

export class Board {
  /** `handlers`: choose(pit name), key(event, pit name) -> true if it was used. */
  constructor(host, handlers) {
    this.host = host;
    this.handlers = handlers;
    this.pits = new Map();
    this.shape = '';
    kNarrow.addEventListener('change', () => this.last && this.draw(this.last.position, this.last.view));
  }

  /** `view`: flip, legal (Set of pit names), chosen, marks ({pit: [badge]}), preview (changed pits), editing. */
  draw(position, view) {
    this.last = {position, view};
    const shape = [position.size, Boolean(view.flip), kNarrow.matches, position.game].join();
    if (shape !== this.shape) this.build(position, view.flip);
    this.shape = shape;
    this.frame.classList.toggle('is-preview', Boolean(view.preview));
    this.frame.classList.toggle('is-editing', Boolean(view.editing));
    position.pits.forEach((pit, index) => this.drawPit(index, pit, position, view));
    ['S', 'N'].forEach((side, index) => this.drawStore(side, position.stores[index], position, view));
    this.keepOneTabStop(position, view);
  }

  build(position, flip) {
    const {size} = position;
    this.size = size;
    this.flip = Boolean(flip);
    this.height = size <= 6 ? 100 : kNarrow.matches ? 170 : 140;
    const south = Array.from({length: size}, (_, column) => column);
    const north = south.map((column) => 2 * size - 1 - column);
    const rows = flip ? [south.toReversed(), north.toReversed()] : [north, south];
    this.grid = rows;
    this.pits.clear();
    const row = (indices, place) =>
      el('div', {class: `row ${place}`, role: 'group', 'aria-label': `${sideName(pitSide(indices[0], size))}’s row`}, indices.map((index) => this.buildPit(index, place)));
    this.stores = {};
    const store = (side, place) => {
      const parts = {seeds: svg('svg', {class: 'heap', viewBox: '0 0 60 120', preserveAspectRatio: 'xMidYMid meet', 'aria-hidden': 'true'}), count: el('b', {class: 'store-count'}), mover: el('span', {class: 'store-mover'})};
      this.stores[side] = {...parts, root: el('div', {class: `store ${place}`, dataset: {side}, role: 'group'}, el('span', {class: 'store-name'}, sideName(side)), parts.mover, parts.seeds, parts.count)};
      return this.stores[side].root;
    };
    const [far, near] = flip ? ['S', 'N'] : ['N', 'S'];
    this.frame = el('div', {class: `board pits-${size}${size > 6 ? ' is-wide' : ''}`, dataset: {game: position.game}});
    this.frame.append(gradients(), store(far, 'far'), el('div', {class: 'rows'}, row(rows[0], 'top'), el('div', {class: 'ridge'}), row(rows[1], 'bottom')), store(near, 'near'));
    this.host.replaceChildren(this.frame);
  }

  buildPit(index, place) {
    const name = pitName(index, this.size);
    const hollow = svg('svg', {class: 'hollow', viewBox: `0 0 100 ${this.height}`, 'aria-hidden': 'true'});
    const parts = {hollow, count: el('span', {class: 'pit-count'}), badges: el('span', {class: 'badges', 'aria-hidden': 'true'})};
    const button = el('button', {
      class: 'pit',
      type: 'button',
      tabindex: -1,
      dataset: {pit: name},
      onclick: () => this.handlers.choose(name),
      onkeydown: (event) => this.onKey(event, name),
      onfocus: () => this.moveTabStop(name),
    });
    // The button lies over what is drawn, and says it in words.
    const root = el('div', {class: `place ${place}`, dataset: {place: name}}, el('span', {class: 'pit-name', 'aria-hidden': 'true'}, name), el('span', {class: 'bowl', 'aria-hidden': 'true'}, hollow, parts.count), parts.badges, button);
    this.pits.set(name, {...parts, root, button, drawn: ''});
    return root;
  }

  drawPit(index, pit, position, view) {
    const name = pitName(index, this.size);
    const parts = this.pits.get(name);
    const {classList} = parts.root;
    const marked = pit.marked && pit.seeds > 0;
    const isLegal = Boolean(view.legal?.has(name));
    classList.toggle('is-legal', isLegal && !view.editing);
    classList.toggle('is-chosen', view.chosen === name);
    classList.toggle('is-changed', Boolean(view.preview?.has(name)));
    classList.toggle('is-nki', marked);
    classList.toggle('is-empty', pit.seeds === 0);
    this.fillPit(name, pit.seeds, marked);
    const badges = view.badges?.[name] ?? [];
    parts.badges.replaceChildren(...badges.map(({outcome, text, arrow}) => el('span', {class: `badge ${outcome}`}, arrow ? el('i', {}, arrow) : null, kShapes[outcome], el('b', {}, text))));
    const whose = sideName(pitSide(index, this.size));
    const unit = position.game === 'kiothi' ? ['warrior', 'warriors'] : ['seed', 'seeds'];
    const values = badges.map((badge) => badge.words).join('; ');
    const label = [`${whose} ${name}: ${pit.seeds ? counted(pit.seeds, ...unit) : 'empty'}`, marked && 'marked, a nki', isLegal && !view.editing && 'can be sown', values].filter(Boolean).join(', ');
    parts.button.setAttribute('aria-label', label);
    if (view.editing || view.legal) parts.button.setAttribute('aria-pressed', String(view.chosen === name));
  }

  /** Seeds and count of one pit, by itself: what the animation changes. */
  fillPit(name, seeds, marked) {
    const parts = this.pits.get(name);
    const drawn = `${seeds}${marked}`;
    if (parts.drawn === drawn) return;
    parts.drawn = drawn;
    const {height} = this;
    const ring = svg('rect', {class: 'pit-shade', x: 3, y: 3, width: 94, height: height - 6, rx: marked ? 20 : 47, ry: marked ? 20 : height > 100 ? 60 : 47});
    const fence = marked ? svg('rect', {class: 'fence', x: 7, y: 7, width: 86, height: height - 14, rx: 16}) : null;
    parts.hollow.replaceChildren(...[ring, fence, ...drawSeeds(seeds, pitIndex(name, this.size), marked, 100, height)].filter(Boolean));
    parts.count.textContent = seeds ? `${seeds}${marked ? '★' : ''}` : '';
  }

  drawStore(side, seeds, position, view) {
    const isMover = position.side === side && !view.ended;
    const store = this.stores[side];
    store.root.classList.toggle('is-mover', isMover);
    store.root.setAttribute('aria-label', `${sideName(side)}’s ${position.game === 'kiothi' ? 'prison' : 'store'}: ${seeds}${isMover ? ', to move' : ''}`);
    this.fillStore(side, seeds);
    store.mover.textContent = isMover ? 'to move' : '';
  }

  fillStore(side, seeds) {
    const store = this.stores[side];
    store.count.textContent = String(seeds);
    store.seeds.replaceChildren(...drawSeeds(Math.min(seeds, 40), side === 'S' ? 31 : 37, false, 60, 120));
  }

  /** Arrow keys go from pit to pit as they are seen; everything else is the owner's. */
  onKey(event, name) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (this.handlers.key(event, name)) {
      event.preventDefault();
      return;
    }
    const index = pitIndex(name, this.size);
    const row = this.grid[0].includes(index) ? 0 : 1;
    const column = this.grid[row].indexOf(index);
    const last = this.size - 1;
    const goals = {
      ArrowLeft: [row, Math.max(0, column - 1)],
      ArrowRight: [row, Math.min(last, column + 1)],
      ArrowUp: [0, column],
      ArrowDown: [1, column],
      Home: [row, 0],
      End: [row, last],
    };
    const goal = goals[event.key];
    if (!goal) return;
    event.preventDefault();
    this.focus(pitName(this.grid[goal[0]][goal[1]], this.size));
  }

  /** Is one counter-clockwise step from this pit a step to the right, as the board is seen? */
  isRightward(name) {
    return this.grid[1].includes(pitIndex(name, this.size));
  }

  focus(name) {
    this.pits.get(name)?.button.focus();
  }

  moveTabStop(name) {
    for (const [other, {button}] of this.pits) button.tabIndex = other === name ? 0 : -1;
  }

  keepOneTabStop(position, view) {
    const focused = [...this.pits].find(([, {button}]) => button === document.activeElement)?.[0];
    const first = this.grid.flat().map((index) => pitName(index, this.size)).find((name) => view.legal?.has(name));
    this.moveTabStop(focused ?? first ?? pitName(0, this.size));
  }
}

// The editor of positions: a palette of tools for the pits, stores, side to move, game, board and rule options.

import {api} from './api.js';
import {el, field, select} from './dom.js';
import {formatPosition, parsePosition, pitIndex, seedsOnBoard} from './position.js';
import {tableSets} from './tables.js';

const kTools = [
  ['add', '+1', 'Add a seed'],
  ['take', '−1', 'Take a seed'],
  ['set', '= n', 'Set the number'],
  ['clear', '0', 'Empty the pit'],
  ['mark', '★', 'Mark or unmark (nki)'],
];
const kGames = [['giuthi', 'Giuthi'], ['kiothi', 'Kiothi'], ['awari', 'Awari']];
const kMostSeeds = 180;

export class SetupPanel {
  constructor(host, app) {
    Object.assign(this, {host, app, tool: 'add', number: 4, typed: null});
  }

  open() {
    this.app.editing = structuredClone(this.app.here?.position ?? parsePosition('giuthi:4,4,4,4,4/4,4,4,4,4'));
    this.draw();
    this.app.emit('edit');
  }

  close() {
    this.app.editing = null;
    this.app.emit('edit');
  }

  /** A pit was clicked. */
  choose(name) {
    this.changePit(name, (pit) => ({
      add: () => (pit.seeds += 1),
      take: () => (pit.seeds -= 1),
      set: () => (pit.seeds = this.number),
      clear: () => (pit.seeds = 0),
      mark: () => (pit.marked = pit.seeds > 0 && !pit.marked),
    })[this.tool]());
  }

  /** Keys on a pit: digits are its number, + and − change it, * marks. */
  key(event, name) {
    const {key} = event;
    if (/^\d$/.test(key)) {
      const earlier = this.typed?.name === name ? this.typed.text : '';
      const text = `${earlier}${key}`.slice(-2);
      this.typed = {name, text};
      this.changePit(name, (pit) => (pit.seeds = Number(text)));
      return true;
    }
    this.typed = null;
    const actions = {'+': (pit) => (pit.seeds += 1), '-': (pit) => (pit.seeds -= 1), Delete: (pit) => (pit.seeds = 0), Backspace: (pit) => (pit.seeds = 0), '*': (pit) => (pit.marked = pit.seeds > 0 && !pit.marked)};
    if (!actions[key]) return false;
    this.changePit(name, actions[key]);
    return true;
  }

  changePit(name, change) {
    const position = this.app.editing;
    const pit = position.pits[pitIndex(name, position.size)];
    const before = pit.seeds;
    change(pit);
    pit.seeds = Math.max(0, pit.seeds);
    if (seedsOnBoard(position) > kMostSeeds) pit.seeds = before;
    if (!pit.seeds || position.game !== 'kiothi') pit.marked = false;
    this.app.say(`${name}: ${pit.seeds}${pit.marked ? ', marked' : ''}`);
    this.changed();
  }

  changed() {
    this.refresh();
    this.app.emit('edit');
  }

  /** Game or size: rows begin anew. */
  resize(game, size) {
    const kept = this.app.editing;
    const sameGame = kept.game === game;
    const pits = Array.from({length: 2 * size}, () => ({seeds: game === 'awari' ? 4 : 2, marked: false}));
    this.app.editing = {game, size, pits, options: sameGame ? kept.options : {}, stores: [0, 0], side: 'S', opening: 0};
    this.draw();
    this.app.emit('edit');
  }

  draw() {
    const position = this.app.editing;
    const game = select(kGames, position.game, {name: 'game', onchange: () => this.resize(game.value, position.size)});
    const sizes = Array.from({length: 9}, (_, index) => [index + 2, `2×${index + 2}`]);
    const board = select(sizes, position.size, {name: 'board', onchange: () => this.resize(position.game, Number(board.value))});
    const tools = kTools.filter(([tool]) => tool !== 'mark' || position.game === 'kiothi').map(([tool, text, label]) =>
      el('label', {class: 'tool', title: label}, el('input', {type: 'radio', name: 'tool', value: tool, checked: tool === this.tool, 'aria-label': label, onchange: () => (this.tool = tool)}), el('span', {'aria-hidden': 'true'}, text)));
    const number = el('input', {type: 'number', min: 0, max: 99, value: this.number, 'aria-label': 'Number for “= n”', name: 'number', oninput: () => ((this.number = Number(number.value)), (this.tool = 'set'), (this.palette.querySelector('[value=set]').checked = true))});
    const store = (index, label) => {
      const input = el('input', {type: 'number', min: 0, max: 9999, value: position.stores[index], name: `store-${index}`, oninput: () => ((this.app.editing.stores[index] = Math.max(0, Math.min(9999, Math.trunc(Number(input.value)) || 0))), this.changed())});
      return field(label, input);
    };
    const side = select([['S', 'South'], ['N', 'North']], position.side, {name: 'side', onchange: () => ((this.app.editing.side = side.value), this.changed())});
    const evenly = el('input', {type: 'number', min: 1, max: 9, value: 4, name: 'evenly', 'aria-label': 'Seeds in every pit'});
    this.text = el('input', {name: 'text', spellcheck: 'false', autocomplete: 'off', class: 'code', onchange: () => this.readText()});
    this.status = el('p', {class: 'note', role: 'status'});
    this.failure = el('p', {class: 'error', role: 'alert'});
    this.optionHost = el('div', {class: 'options'});
    this.palette = el('div', {class: 'palette', role: 'radiogroup', 'aria-label': 'Palette'}, tools, number);
    this.host.replaceChildren(
      el('p', {class: 'panel-lead'}, 'Pick a tool under the board, then tap pits. On a keyboard: arrows go about, digits set the number, ', el('kbd', {}, '+'), ' ', el('kbd', {}, '−'), ' change it', position.game === 'kiothi' ? [', ', el('kbd', {}, '*'), ' marks a nki'] : '', '.'),
      el('div', {class: 'grid2'}, field('Game', game), field('Board', board), store(0, position.game === 'kiothi' ? 'South’s prison' : 'South’s store'), store(1, position.game === 'kiothi' ? 'North’s prison' : 'North’s store'), field('To move', side)),
      el('div', {class: 'buttons'}, el('button', {type: 'button', onclick: () => this.clear()}, 'Empty board'), el('button', {type: 'button', onclick: () => this.swapRows()}, 'Swap rows'), position.game === 'kiothi' ? el('button', {type: 'button', onclick: () => this.kiothiStart()}, 'Start of Kiothi') : el('span', {class: 'joined'}, el('button', {type: 'button', onclick: () => this.fillEvenly(Number(evenly.value))}, 'Fill every pit with'), evenly)),
      el('details', {class: 'rule-options'}, el('summary', {}, 'Rule options'), this.optionHost),
      field('As text', this.text),
      this.status,
      this.failure,
      el('div', {class: 'buttons end'}, el('button', {type: 'button', class: 'quiet', onclick: () => this.app.emit('leave-setup')}, 'Cancel'), el('button', {type: 'button', class: 'primary', onclick: () => this.done()}, 'Use this position')),
    );
    this.drawOptions();
    this.refresh();
  }

  async drawOptions() {
    const {game} = this.app.editing;
    try {
      const rules = await api('rules', {game});
      if (this.app.editing?.game !== game) return;
      this.optionHost.replaceChildren(...rules.options.map((option) => {
        const box = select(option.values, this.app.editing.options[option.name] ?? option.default, {name: `option-${option.name}`, onchange: () => this.setOption(option, box.value)});
        return field(option.name, box, option.meaning);
      }));
    } catch (error) {
      this.optionHost.replaceChildren(el('p', {class: 'error'}, error.message));
    }
  }

  setOption(option, value) {
    const options = {...this.app.editing.options};
    if (value === option.default) delete options[option.name];
    else options[option.name] = value;
    this.app.editing.options = options;
    this.changed();
  }

  /** What goes with the position: its text, and whether tables hold it. */
  async refresh() {
    const text = formatPosition(this.app.editing);
    this.text.value = text;
    this.failure.textContent = '';
    const seeds = seedsOnBoard(this.app.editing);
    const sets = await tableSets().catch(() => []);
    if (!this.app.editing || formatPosition(this.app.editing) !== text) return;
    const marks = this.app.editing.pits.filter((pit) => pit.marked).length;
    const held = sets.some((set) => set.holds(this.app.editing, seeds, marks));
    this.status.textContent = `${seeds} on the board${marks ? `, ${marks} marked` : ''}. ${held ? 'Tables hold it.' : 'No table holds it; it can still be played.'}`;
  }

  readText() {
    try {
      this.app.editing = parsePosition(this.text.value);
      const {value} = this.text;
      this.draw();
      this.text.value = value;
      this.app.emit('edit');
    } catch (error) {
      this.failure.textContent = error.message;
    }
  }

  clear() {
    for (const pit of this.app.editing.pits) Object.assign(pit, {seeds: 0, marked: false});
    this.app.editing.opening = 0;
    this.changed();
  }
  fillEvenly(count) {
    for (const pit of this.app.editing.pits) Object.assign(pit, {seeds: Math.max(0, Math.min(9, count || 0)), marked: false});
    this.changed();
  }
  swapRows() {
    const {pits, size, stores} = this.app.editing;
    this.app.editing.pits = [...pits.slice(size), ...pits.slice(0, size)];
    this.app.editing.stores = stores.toReversed();
    this.draw();
    this.changed();
  }

  // Five warriors in each of the six rightmost own pits, or what the option says, with the opening to come.
  kiothiStart() {
    const {options, size} = this.app.editing;
    const [pits, warriors] = {'5x5': [5, 5], '5x6': [5, 6]}[options.start] ?? [6, 5];
    const row = Array.from({length: size}, (_, index) => ({seeds: index >= size - pits ? warriors : 0, marked: false}));
    Object.assign(this.app.editing, {pits: [...row, ...structuredClone(row)], stores: [0, 0], side: 'S', opening: 2});
    this.draw();
    this.changed();
  }

  async done() {
    const text = this.text.value.trim();
    try {
      await this.app.load(text.replaceAll('_', ' '));
      await this.app.open(text.replaceAll('_', ' '));
      this.app.emit('leave-setup');
    } catch (error) {
      this.failure.textContent = error.message;
    }
  }
}

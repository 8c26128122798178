// Statistics of the tables: outcomes by layer, floors and ceilings, and records that open on the board.

import {api} from './api.js';
import {el, field, positionLink, select} from './dom.js';
import {histogram, number, percent, stackedShares} from './plot.js';
import {fillFromTables, firstShown} from './tables.js';
import {plies} from './words.js';

const layerName = ({seeds, marks}) => (marks ? `${seeds}-${marks}` : String(seeds));

export class StatsPanel {
  constructor(host, app) {
    Object.assign(this, {host, app});
  }

  open() {
    return fillFromTables(this.host, 'There are no tables to count.', (sets) => this.offer(sets));
  }

  async offer(sets) {
    const now = firstShown(sets, this.app.here?.position);
    const choice = select(sets.map((set, index) => [index, set.name]), now, {name: 'tables', onchange: () => this.show(sets[choice.value])});
    this.content = el('div', {class: 'stats'});
    this.host.replaceChildren(field('Tables', choice), this.content);
    await this.show(sets[now]);
  }

  async show(set) {
    this.shown = set;
    this.content.replaceChildren(el('p', {class: 'note'}, 'Counting …'));
    try {
      const layers = await api('stats', {game: set.game, board: set.board, rules: set.ruleText(set.defaults)});
      if (this.shown !== set) return;
      this.layers = layers;
      const withPlay = layers.findLastIndex((layer) => !layer.layer.marks);
      this.draw(withPlay < 0 ? layers.length - 1 : withPlay);
    } catch (error) {
      this.content.replaceChildren(el('p', {class: 'error'}, error.message));
    }
  }

  draw(index) {
    const {layers} = this;
    const columns = layers.filter((one) => !one.layer.marks === !layers[index].layer.marks && (one.layer.marks === layers[index].layer.marks)).map((one) => ({
      name: layerName(one.layer),
      index: layers.indexOf(one),
      shares: {win: one.wins / one.positions, draw: (one.draws_by_score + one.draws_by_repetition) / one.positions, loss: one.losses / one.positions},
    }));
    const layer = layers[index];
    const picker = select(layers.map((one, at) => [at, `${one.layer.seeds} seeds${one.layer.marks ? `, ${one.layer.marks} marked` : ''}`]), index, {name: 'layer', onchange: () => this.draw(Number(picker.value))});
    const refocus = this.content.contains(document.activeElement) && document.activeElement.name === 'layer';
    this.content.replaceChildren(
      stackedShares('Outcomes for the mover at even stores, by seeds on the board', columns, columns.findIndex((column) => column.index === index), (column) => this.draw(columns[column].index)),
      field('Layer', picker),
      this.summary(layer),
      histogram('Floors and ceilings', [{name: 'floors', bars: layer.floors}, {name: 'ceilings', bars: layer.ceilings}]),
      this.records(layer),
    );
    if (refocus) picker.focus();
  }

  summary(layer) {
    const rows = [
      ['Positions', number(layer.positions)],
      ['Wins', `${number(layer.wins)}, ${percent(layer.wins / layer.positions)}`],
      ['Losses', `${number(layer.losses)}, ${percent(layer.losses / layer.positions)}`],
      ['Draws by score', `${number(layer.draws_by_score)}, ${percent(layer.draws_by_score / layer.positions)}`],
      ['Draws by repetition', `${number(layer.draws_by_repetition)}, ${percent(layer.draws_by_repetition / layer.positions)}`],
      layer.undecided ? ['Left open', number(layer.undecided)] : null,
      ['Floor and ceiling differ', number(layer.open)],
      ['Mutual zugzwangs', number(layer.mutual_zugzwangs)],
    ];
    return el('dl', {class: 'facts'}, rows.filter(Boolean).flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]));
  }

  records(layer) {
    const record = (name, one) => one?.position && el('li', {}, el('span', {}, `${name}: ${one.margin > 0 ? `+${one.margin}` : one.margin < 0 ? `−${-one.margin}` : '0'}${one.depth === null || one.depth === undefined ? '' : ` in ${plies(one.depth)}`}`), positionLink(one.position));
    const items = [record('Longest win', layer.longest_win), record('Longest loss', layer.longest_loss), record('Deepest floor', layer.deepest_floor), record('Deepest ceiling', layer.deepest_ceiling), layer.mutual_zugzwang && el('li', {}, el('span', {}, 'A mutual zugzwang'), positionLink(layer.mutual_zugzwang))].filter(Boolean);
    if (!items.length) return el('p', {class: 'note'}, 'No records in this layer.');
    return el('section', {}, el('h3', {}, 'Records'), el('ul', {class: 'records'}, items));
  }
}

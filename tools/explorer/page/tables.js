// Which tables there are, asked for once: rule sets with their layers.

import {api} from './api.js';
import {el} from './dom.js';

let loading;

class TableSet {
  constructor({game, board, rules}) {
    Object.assign(this, {game, board, rules, layers: [], key: [game, board, JSON.stringify(rules)].join(' ')});
  }

  get size() {
    return Number(this.board.slice(2));
  }
  get mostSeeds() {
    return Math.max(...this.layers.map((layer) => layer.seeds));
  }
  get mostMarks() {
    return Math.max(...this.layers.map((layer) => layer.marks));
  }

  /** Options as a request has them: "origin=sow"; those in `defaults` are left out. */
  ruleText(defaults) {
    return Object.entries(this.rules).filter(([name, value]) => defaults?.[name] !== value).map(([name, value]) => `${name}=${value}`).join(',');
  }

  holds(position, seeds, marks) {
    const options = Object.entries(position.options).filter(([name]) => !['start', 'redistribute'].includes(name));
    const same = options.every(([name, value]) => this.rules[name] === value);
    const others = Object.entries(this.rules).every(([name, value]) => position.options[name] !== undefined || value === this.defaults?.[name]);
    return same && others && !position.opening && this.game === position.game && this.size === position.size && this.layers.some((layer) => layer.seeds === seeds && layer.marks === marks);
  }
}

/** An array of TableSet. */
export function tableSets() {
  loading ??= load();
  loading.catch(() => (loading = undefined));
  return loading;
}

/** Fills an empty `host` by `draw(sets)` once the tables are known, or says `none` where there are none. */
export async function fillFromTables(host, none, draw) {
  if (host.childElementCount) return;
  host.replaceChildren(el('p', {class: 'note'}, 'Looking which tables there are …'));
  try {
    const sets = await tableSets();
    if (sets.length) await draw(sets);
    else host.replaceChildren(el('p', {class: 'empty'}, none));
  } catch (error) {
    host.replaceChildren(el('p', {class: 'error'}, error.message));
  }
}

/** Index of the set to show first: that of the position's game and board, or 0. */
export function firstShown(sets, position) {
  return Math.max(0, sets.findIndex((set) => set.game === position?.game && set.size === position?.size));
}

async function load() {
  const {sets} = await api('tables');
  const found = new Map();
  for (const table of sets) {
    const set = new TableSet(table);
    if (!found.has(set.key)) found.set(set.key, set);
    const layers = table.layers ?? [table.layer];
    found.get(set.key).layers.push(...layers.map((layer) => ({positions: table.positions, ...layer})));
  }
  const list = [...found.values()];
  const games = [...new Set(list.map((set) => set.game))];
  const rules = new Map(await Promise.all(games.map(async (game) => [game, await api('rules', {game})])));
  for (const set of list) {
    const options = rules.get(set.game).options;
    set.title = rules.get(set.game).title;
    set.defaults = Object.fromEntries(options.map((option) => [option.name, option.default]));
    set.extra = set.ruleText(set.defaults);
    set.name = `${set.title} ${set.board.replace('x', '×')}${set.extra ? `, ${set.extra}` : ''}`;
  }
  return list.sort((a, b) => a.game.localeCompare(b.game) || a.size - b.size || a.extra.localeCompare(b.extra));
}

// Positions as text and as data. The ring is South's a, b, ... then North's A, B, ... from North's own left.

const kForm = /^([a-z]+)(?:\{([^}]*)\})?:([0-9,*]+)\/([0-9,*]+)((?:\s+\S+)*)$/;

/** "S" or "N" as people say it. */
export const sideName = (side) => (side === 'S' ? 'South' : 'North');
export const otherSide = (side) => (side === 'S' ? 'N' : 'S');

/** Reads a position; throws Error with a sentence. The server is the judge of what is legal. */
export function parsePosition(text) {
  const match = kForm.exec(text.replaceAll('_', ' ').trim());
  if (!match) throw new Error(`“${text}” is no position; an example is giuthi:2,0,0,1,4/0,3,0,1,2 6 5 S`);
  const [, game, optionText, north, south, rest] = match;
  const row = (cells) => cells.split(',').map((cell) => ({seeds: parseInt(cell, 10) || 0, marked: cell.endsWith('*')}));
  const [southRow, northRow] = [row(south), row(north).reverse()];
  if (southRow.length !== northRow.length) throw new Error('Both rows must have the same number of pits.');
  const words = rest.trim().split(/\s+/).filter(Boolean);
  const last = words.length % 2 ? words.pop() : 'S';
  const options = {};
  for (const pair of (optionText ?? '').split(',').filter(Boolean)) {
    const [name, value] = pair.split('=');
    options[name.trim()] = value;
  }
  return {
    game,
    options,
    size: southRow.length,
    pits: [...southRow, ...northRow],
    stores: [Number(words[0] ?? 0), Number(words[1] ?? 0)],
    side: last[0],
    opening: Number(last.split('~')[1] ?? 0),
  };
}

/** The printed form, both stores and the side always. */
export function formatPosition(position) {
  const options = Object.entries(position.options).map(([name, value]) => `${name}=${value}`).sort();
  const cell = (pit) => `${pit.seeds}${pit.marked && pit.seeds ? '*' : ''}`;
  const south = position.pits.slice(0, position.size).map(cell);
  const north = position.pits.slice(position.size).reverse().map(cell);
  const opening = position.opening ? `~${position.opening}` : '';
  return `${position.game}${options.length ? `{${options}}` : ''}:${north}/${south} ${position.stores.join(' ')} ${position.side}${opening}`;
}

export const pitName = (index, size) => String.fromCharCode(index < size ? 97 + index : 65 + index - size);
export const pitIndex = (name, size) => (name >= 'a' ? name.charCodeAt(0) - 97 : name.charCodeAt(0) - 65 + size);
export const pitSide = (index, size) => (index < size ? 'S' : 'N');
export const seedsOnBoard = (position) => position.pits.reduce((sum, pit) => sum + pit.seeds, 0);

/** The mover's store less the opponent's. */
export function leadOf(position) {
  const lead = position.stores[0] - position.stores[1];
  return position.side === 'S' ? lead : -lead;
}

/** The text for ?p= in an address: blanks as underscores, and left readable where that is safe. */
export function forAddress(text) {
  return encodeURIComponent(text.replaceAll(' ', '_')).replace(/%(3A|2C|2F|7E|2A)/g, decodeURIComponent);
}

/** A drawing in plain characters, for copying. */
export function drawing(position) {
  const {size, pits} = position;
  const cell = (index) => `${pits[index].seeds || '·'}${pits[index].marked ? '*' : ''}`.padStart(4);
  const names = (from, to) => from.map((index) => pitName(index, size).padStart(4)).join('') + to;
  const north = Array.from({length: size}, (_, column) => 2 * size - 1 - column);
  const south = Array.from({length: size}, (_, column) => column);
  const mover = (side) => (position.side === side ? '  < to move' : '');
  return [
    names(north, ''),
    `${north.map(cell).join('')}   North ${position.stores[1]}${mover('N')}`,
    `${south.map(cell).join('')}   South ${position.stores[0]}${mover('S')}`,
    names(south, ''),
  ].join('\n');
}

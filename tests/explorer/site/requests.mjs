// Requests for the comparison of a site with the server: the same in every run, of every game, board, option and endpoint.

/** Numbers that look random: `below(n)` is a whole number from 0 to n - 1. */
export class Chance {
  constructor(seed) {
    this.state = seed >>> 0;
  }

  /** mulberry32 */
  next() {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  }
  below(n) {
    return Math.floor(this.next() * n);
  }
  once_in(n) {
    return this.below(n) === 0;
  }
  of(list) {
    return list[this.below(list.length)];
  }
}

export const query = (parameters) => new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== undefined && value !== '')).toString();

/** A path with a position, in the letters that the page writes. */
export const at = (path, position, more = {}) => `${path}?${query({p: position.replaceAll(' ', '_'), ...more})}`;

/** `game`: what v1/rules says of it. Some options of many, often none. */
function someOptions(chance, game) {
  if (chance.once_in(2)) return '';
  const options = game.options.filter(() => chance.once_in(3)).map(({name, values}) => `${name}=${chance.of(values)}`);
  return options.length ? `{${options.join(',')}}` : '';
}

/** A position that the rules allow or do not: any board, mostly few seeds, some marked, whether the game knows marks or not. */
export function anyPosition(chance, game) {
  const pits = 2 + chance.below(9);
  const seeds = chance.below(chance.once_in(30) ? 190 : chance.of([3, 6, 12, 12, 30]));
  const board = Array(2 * pits).fill(0);
  for (let i = 0; i < seeds; ++i) ++board[chance.below(board.length)];
  const marks = chance.once_in(3);
  const row = (list) => list.map((count) => `${count}${marks && count > 0 && chance.once_in(5) ? '*' : ''}`).join(',');
  const stores = chance.once_in(3) ? '' : ` ${chance.below(20)} ${chance.below(20)}`;
  const side = stores && chance.once_in(4) ? '' : ` ${chance.of(['S', 'N'])}${chance.once_in(20) ? `~${chance.of('0123')}` : ''}`;
  return `${game.game}${someOptions(chance, game)}:${row(board.slice(0, pits))}/${row(board.slice(pits))}${stores}${side}`;
}

/** One letter more, less, or another: now and then a position still, mostly none. */
export function misspelt(chance, position) {
  const letter = () => chance.of('0123456789,/:{}=*~_ SNabgiuthk-+."%');
  const place = chance.below(position.length);
  const kept = chance.below(3);
  return position.slice(0, place) + (kept === 0 ? '' : letter()) + position.slice(kept === 1 ? place : place + 1);
}

/** A request of an endpoint that openapi.json describes, with parameters that fit, fit badly, or are not there. */
export function anyRequest(chance, openapi, positions) {
  const [path, {get}] = chance.of(Object.entries(openapi.paths).filter(([, methods]) => methods.get));
  const parameters = (get.parameters ?? []).filter(({required}) => (required ? !chance.once_in(20) : chance.once_in(2)));
  const words = parameters.map(({name, schema, example}) => {
    const good = [...(schema.enum ?? []), ...[example, schema.minimum, schema.maximum, schema.default].filter((value) => value !== undefined)];
    if (name === 'p') good.splice(0, good.length, chance.of(positions).replaceAll(' ', '_'));
    const bad = ['', '-1', '0', '1', '99999999999999999999', '1e3', 'x', '%', '%4', '%00', '%C3%A9', 'true', 'no', 'a+b', 'a+,A%2B', 'pass'];
    const value = chance.once_in(8) || !good.length ? chance.of(bad) : encodeURIComponent(chance.of(good));
    return `${name}=${value}`;
  });
  if (chance.once_in(20)) words.push(chance.of(['q=1', 'p=', '=', '&&', 'p', '%70=1', 'seed=1', 'P=1']));
  return path.slice(1) + (words.length ? `?${words.join('&')}` : '');
}

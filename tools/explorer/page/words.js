// What answers are called in words; no colour alone says anything.

import {leadOf, parsePosition, sideName} from './position.js';

export const counted = (number, one, many) => `${number} ${number === 1 ? one : many}`;
export const plies = (number) => counted(number, 'ply', 'plies');
export const signed = (number) => (number > 0 ? `+${number}` : number < 0 ? `−${-number}` : '0');

/** Shape of an outcome: it stands wherever the colour does. */
export const kShapes = {win: '▲', draw: '◆', loss: '▼', unknown: '?'};

const inPlies = (depth) => (depth === null || depth === undefined ? '' : ` in ${plies(depth)}`);
const result = (margin) => (margin === 0 ? 'a draw' : `a ${margin > 0 ? 'win' : 'loss'} by ${Math.abs(margin)}`);
const warrior = (game, margin) => (game === 'kiothi' && Math.abs(margin) === 2 ? ', a one-warrior win' : '');

function between(least, most) {
  if (least > 0) return `wins by ${least} to ${most}`;
  if (most < 0) return `loses by ${-most} to ${-least}`;
  return `open: from ${result(least)} to ${result(most)}`;
}

/** The final margin that a value stands for, seen from the mover; null where bounds leave it open. */
export function marginOf(value, lead) {
  if (value.outcome === 'win') return lead + value.floor;
  if (value.outcome === 'loss') return lead + value.ceiling;
  return value.outcome === 'draw' ? 0 : null;
}

/** "wins by 5 in 7 plies": a value (of a position or a move) for the mover of `position`. */
export function valueWords(value, position) {
  const lead = leadOf(position);
  const isOpen = value.exact === false && value.floor !== value.ceiling;
  if (isOpen) return between(lead + value.floor, lead + value.ceiling);
  const margin = marginOf(value, lead);
  if (value.outcome === 'win') return `wins by ${margin}${inPlies(value.floor_depth)}${warrior(position.game, margin)}`;
  if (value.outcome === 'loss') return `loses by ${-margin}${inPlies(value.ceiling_depth)}${warrior(position.game, margin)}`;
  if (value.floor === value.ceiling && value.floor === -lead) return `draws by score${inPlies(value.floor_depth)}`;
  return 'draws by repetition';
}

/** "takes 4, plays again". */
export function effectWords(move) {
  if (move.move === 'pass') return 'no sowing is possible';
  return [move.captures ? `takes ${move.captures}` : '', move.again ? 'plays again' : ''].filter(Boolean).join(', ');
}

/** Short text for a pit's badge or the history: "+5", "−3", "=". */
export function shortValue(value, lead) {
  const margin = marginOf(value, lead);
  if (margin === null) return '?';
  return value.outcome === 'draw' ? '=' : signed(margin);
}

/** One sentence on a position: "South wins by 8 in 10 plies". `over` is the margin still to come at an end. */
export function verdictWords(answer) {
  const position = parsePosition(answer.position);
  if (answer.over !== undefined) return endWords(position, answer.over);
  const mover = sideName(position.side);
  const words = valueWords(answer, position);
  if (words.startsWith('draws')) return `A draw${words.slice(5)}`;
  return words.startsWith('open') ? `Open for ${mover}${words.slice(4)}` : `${mover} ${words}`;
}

/** "The game is over: South has won by 3, 28 to 25". */
export function endWords(position, over) {
  const margin = leadOf(position) + over;
  const total = position.stores[0] + position.stores[1] + position.pits.reduce((sum, pit) => sum + pit.seeds, 0);
  const [more, less] = [(total + Math.abs(margin)) / 2, (total - Math.abs(margin)) / 2];
  if (margin === 0) return `The game is over: a draw, ${more} to ${less}`;
  const winner = margin > 0 === (position.side === 'S') ? 'South' : 'North';
  return `The game is over: ${winner} has won by ${Math.abs(margin)}, ${more} to ${less}${warrior(position.game, margin)}`;
}

/** "South wins: at least 2, at most 8 still to come": a result of the search beyond the tables. */
export function boundWords(bounds) {
  const part = (name, {least, most, exact}) => {
    if (exact) return `${name} ${least ?? 'none'}`;
    if (least === null && most === null) return `${name} not known`;
    if (least === null) return `${name} at most ${most}`;
    return most === null ? `${name} at least ${least}` : `${name} from ${least} to ${most}`;
  };
  return [bounds?.floor && part('floor', bounds.floor), bounds?.ceiling && part('ceiling', bounds.ceiling)].filter(Boolean).join(', ');
}

/** What happened, for those who listen: "South sows c counter-clockwise, takes 4, plays again". */
export function plyWords(side, move, game) {
  const who = sideName(side);
  if (move.move === 'pass') return `${who} passes`;
  const pit = move.move[0];
  const how = move.move.includes('=')
    ? `redistributes ${move.move}`
    : game === 'giuthi'
      ? `sows ${pit} ${move.move[1] === '+' ? 'counter-clockwise' : 'clockwise'}`
      : game === 'kiothi'
        ? `lifts ${move.move.slice(1)} from ${pit}`
        : `sows ${pit}`;
  const laps = move.laps?.length > 1 ? ` in ${move.laps.length} laps` : '';
  const effect = effectWords(move);
  return `${who} ${how}${laps}${effect ? `, ${effect}` : ''}`;
}

// A sowing shown lap by lap: seeds lifted, dropped one by one, relayed, captured.

import {el} from './dom.js';
import {parsePosition, pitIndex, pitName, pitSide} from './position.js';

/** Milliseconds a seed at each speed; 0 shows the result at once. */
export const kSpeeds = {off: 0, slow: 420, normal: 190, fast: 70};
const kLongest = 12000;

/** The speed to start with: none for those who asked their system for less motion. */
export const usualSpeed = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 'off' : 'normal');

const wait = (milliseconds, signal) =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), {once: true});
  });

/** Plays the laps of `move` from `text` on the board; aborting `signal` skips to the end. */
export async function animate(board, text, move, speed, signal) {
  const position = parsePosition(text);
  const {size} = position;
  const steps = move.laps?.reduce((sum, lap) => sum + lap.pits.length + 2, 0) ?? 0;
  if (!kSpeeds[speed] || steps === 0) return;
  const pace = Math.min(kSpeeds[speed], kLongest / steps);
  const seeds = position.pits.map((pit) => pit.seeds);
  const marked = position.pits.map((pit) => pit.marked);
  const show = (index) => board.fillPit(pitName(index, size), seeds[index], marked[index] && seeds[index] > 0);
  const hand = el('div', {class: 'hand', 'aria-hidden': 'true'});
  board.frame.append(hand);
  board.frame.classList.add('is-sowing');
  for (const [number, lap] of move.laps.entries()) {
    if (signal.aborted) break;
    const from = pitIndex(lap.from, size);
    seeds[from] -= lap.seeds;
    marked[from] = false;
    show(from);
    moveHand(board, hand, lap.from, lap.seeds, number + 1, move.laps.length);
    mark(board, lap.from, 'is-lifted');
    await wait(pace * 2, signal);
    for (const [dropped, name] of lap.pits.entries()) {
      if (signal.aborted) break;
      const index = pitIndex(name, size);
      seeds[index] += 1;
      show(index);
      moveHand(board, hand, name, lap.seeds - dropped - 1, number + 1, move.laps.length);
      mark(board, name, 'is-sown');
      await wait(pace, signal);
    }
  }
  hand.remove();
  const side = position.side;
  let store = position.stores[side === 'S' ? 0 : 1];
  if (move.taken?.length && !signal.aborted) {
    for (const {pit} of move.taken) mark(board, pit, 'is-taken');
    await wait(pace * 4, signal);
    for (const {pit, seeds: taken} of move.taken) {
      const index = pitIndex(pit, size);
      seeds[index] -= taken;
      store += taken;
      show(index);
    }
    board.fillStore(side, store);
    await wait(pace * 3, signal);
  }
  board.frame.classList.remove('is-sowing');
  for (const {root} of board.pits.values()) root.classList.remove('is-lifted', 'is-sown', 'is-taken');
}

function mark(board, name, style) {
  for (const {root} of board.pits.values()) root.classList.remove('is-lifted', 'is-sown');
  board.pits.get(name).root.classList.add(style);
}

function moveHand(board, hand, name, seeds, lap, laps) {
  const bowl = board.pits.get(name).root.querySelector('.bowl').getBoundingClientRect();
  const frame = board.frame.getBoundingClientRect();
  const index = pitIndex(name, board.size);
  const above = pitSide(index, board.size) === (board.flip ? 'S' : 'N');
  const y = above ? bowl.top - frame.top - 14 : bowl.bottom - frame.top + 14;
  hand.style.transform = `translate(${bowl.left - frame.left + bowl.width / 2}px, ${y}px)`;
  hand.replaceChildren(el('span', {}, seeds ? `${seeds} in hand` : '·', laps > 1 ? el('small', {}, ` lap ${lap} of ${laps}`) : ''));
}

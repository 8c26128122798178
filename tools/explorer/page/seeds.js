// Seeds in a pit: where each one lies, so that a pit looks heaped by hand and the seeds that were there stay where they are.

import {svg} from './dom.js';

const kGoldenAngle = Math.PI * (3 - Math.sqrt(5));
const kMostDrawn = 60;

/** A number in [0, 1) that depends on two integers alone. */
function noise(a, b) {
  const value = Math.sin(a * 127.1 + b * 311.7 + 17.3) * 43758.5453;
  return value - Math.floor(value);
}

// One to six seeds lie in the patterns that are known from dice; more of them in a spiral, which has no gaps.
const kPatterns = [
  [],
  [[0, 0]],
  [[-0.42, 0.1], [0.42, -0.1]],
  [[0, -0.5], [-0.46, 0.32], [0.46, 0.32]],
  [[-0.42, -0.42], [0.42, -0.42], [-0.42, 0.42], [0.42, 0.42]],
  [[-0.5, -0.44], [0.5, -0.44], [0, 0.02], [-0.5, 0.46], [0.5, 0.46]],
  [[-0.5, -0.56], [0.5, -0.56], [-0.56, 0.02], [0.56, 0.02], [-0.5, 0.58], [0.5, 0.58]],
];

/** Places in the unit disc for `count` seeds of pit number `pit`, and a radius for each seed. */
export function placesOf(count, pit) {
  const drawn = Math.min(count, kMostDrawn);
  const size = drawn <= 6 ? 0.29 : Math.max(0.105, 0.76 / Math.sqrt(drawn));
  const places = [];
  for (let seed = 0; seed < drawn; ++seed) {
    let [x, y] = kPatterns[drawn]?.[seed] ?? [0, 0];
    if (drawn > 6) {
      const radius = Math.sqrt((seed + 0.5) / drawn) * (0.98 - size * 0.6);
      const angle = seed * kGoldenAngle + pit;
      [x, y] = [radius * Math.cos(angle), radius * Math.sin(angle)];
    }
    const loose = drawn > 6 ? 0.05 : 0.1;
    places.push({
      x: x * (drawn > 6 ? 1 : 0.92) + (noise(pit, seed) - 0.5) * loose,
      y: y * (drawn > 6 ? 1 : 0.92) + (noise(seed, pit + 50) - 0.5) * loose,
      turn: Math.round(noise(pit + seed, seed) * 180),
    });
  }
  return {places, size};
}

/** The seeds as shapes: ovals, or for a marked pit (nki) shields with four corners. */
export function drawSeeds(count, pit, marked, width, height) {
  const {places, size} = placesOf(count, pit);
  const [rx, ry] = [width * 0.39, height * (height > width ? 0.43 : 0.39)];
  const radius = size * Math.min(rx, ry) * (height > width ? 1.15 : 1);
  return places.map(({x, y, turn}, number) => {
    const at = `translate(${(width / 2 + x * rx).toFixed(1)} ${(height / 2 + y * ry).toFixed(1)})`;
    const isNew = number === places.length - 1;
    const r = radius.toFixed(1);
    const shape = marked
      ? [svg('path', {class: 'shield', d: `M0 ${-r * 1.15}L${r * 1.05} 0L0 ${r * 1.15}L${-r * 1.05} 0Z`}), svg('path', {class: 'shield-rib', d: `M0 ${-r * 0.8}V${r * 0.8}`})]
      : [svg('ellipse', {class: 'seed', rx: r, ry: (r * 0.86).toFixed(1)}), svg('ellipse', {class: 'glint', cx: -r * 0.3, cy: -r * 0.3, rx: r * 0.3, ry: r * 0.2})];
    const turned = marked ? at : `${at} rotate(${turn % 50 - 25})`;
    return svg('g', {transform: turned}, svg('g', {class: isNew ? 'drop newest' : 'drop'}, shape));
  });
}

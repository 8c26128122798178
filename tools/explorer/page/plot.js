// Two plots in SVG: shares stacked by layer, and a histogram; each with its numbers as a table.

import {el, svg} from './dom.js';
import {kShapes} from './words.js';

const kWidth = 340;
const number = (value) => Number(value).toLocaleString('en');
const percent = (share) => `${(100 * share).toFixed(share < 0.1 ? 2 : 1)} %`;

function figure(title, label, height, shapes, table, legend) {
  return el('figure', {class: 'plot'}, el('figcaption', {}, title), legend, svg('svg', {viewBox: `0 0 ${kWidth} ${height}`, role: 'img', 'aria-label': label}, shapes), el('details', {}, el('summary', {}, 'The numbers'), el('div', {class: 'scroll', tabindex: 0, role: 'group', 'aria-label': `${title}, the numbers`}, table)));
}

function tableOf(heads, rows) {
  return el('table', {}, el('thead', {}, el('tr', {}, heads.map((head) => el('th', {scope: 'col'}, head)))), el('tbody', {}, rows.map((row) => el('tr', {}, row.map((cell, index) => (index ? el('td', {}, cell) : el('th', {scope: 'row'}, cell)))))));
}

/** `columns`: [{name, shares: {win, draw, loss}}]; the three have a pattern each, besides a colour. */
export function stackedShares(title, columns, chosen, choose) {
  const height = 150;
  const left = 28;
  const step = (kWidth - left) / columns.length;
  const kinds = ['win', 'draw', 'loss'];
  const shapes = [0, 0.5, 1].flatMap((share) => {
    const y = 8 + (1 - share) * 118;
    return [svg('line', {class: 'gridline', x1: left, x2: kWidth, y1: y, y2: y}), svg('text', {class: 'tick', x: left - 5, y: y + 3.5, 'text-anchor': 'end'}, `${share * 100}%`)];
  });
  columns.forEach(({name, shares}, index) => {
    let y = 8;
    const x = left + index * step + step * 0.1;
    const group = svg('g', {class: `column${index === chosen ? ' is-here' : ''}`, onclick: () => choose(index)}, svg('title', {}, `${name}: ${kinds.map((kind) => `${kind} ${percent(shares[kind])}`).join(', ')}`));
    for (const kind of kinds) {
      const tall = shares[kind] * 118;
      group.append(svg('rect', {class: `area ${kind}`, x, y, width: step * 0.8, height: tall}));
      // Draws are hatched and losses dotted by thin lines, so that the parts differ without colour.
      if (kind !== 'win') for (let line = y + 3; line < y + tall - 1; line += kind === 'draw' ? 3.5 : 7) group.append(svg('line', {class: `hatch ${kind}`, x1: x, x2: x + step * 0.8, y1: line, y2: kind === 'draw' ? line : line}));
      y += tall;
    }
    if (columns.length <= 16 || index % 2 === 0) group.append(svg('text', {class: 'tick', x: x + step * 0.4, y: 142, 'text-anchor': 'middle'}, name));
    shapes.push(group);
  });
  const legend = el('p', {class: 'legend'}, kinds.map((kind) => el('span', {class: kind}, `${kShapes[kind]} ${{win: 'wins', draw: 'draws', loss: 'losses'}[kind]}`)));
  const rows = columns.map(({name, shares}) => [name, ...kinds.map((kind) => percent(shares[kind]))]);
  return figure(title, `${title}, from ${columns[0].name} to ${columns.at(-1).name}`, height, shapes, tableOf(['Layer', 'Wins', 'Draws', 'Losses'], rows), legend);
}

/** `series`: [{name, bars: [{margin, positions}]}], two at most, side by side. */
export function histogram(title, series) {
  const height = 150;
  const left = 34;
  const margins = [...new Set(series.flatMap(({bars}) => bars.map((bar) => bar.margin)))].sort((a, b) => a - b);
  if (!margins.length) return el('p', {class: 'note'}, `${title}: none.`);
  const most = Math.max(...series.flatMap(({bars}) => bars.map((bar) => bar.positions)));
  const step = (kWidth - left) / margins.length;
  const shapes = [0, 0.5, 1].flatMap((share) => {
    const y = 126 - share * 116;
    const text = Math.round(share * most);
    return [svg('line', {class: 'gridline', x1: left, x2: kWidth, y1: y, y2: y}), svg('text', {class: 'tick', x: left - 5, y: y + 3.5, 'text-anchor': 'end'}, text >= 10000 ? `${Math.round(text / 1000)}k` : number(text))];
  });
  const every = Math.ceil(margins.length / 12);
  margins.forEach((margin, index) => {
    series.forEach(({name, bars}, which) => {
      const positions = bars.find((bar) => bar.margin === margin)?.positions ?? 0;
      const tall = (positions / most) * 116;
      const width = (step * 0.84) / series.length;
      const x = left + index * step + step * 0.08 + which * width;
      shapes.push(svg('rect', {class: `series-${which}`, x: x.toFixed(1), y: (126 - tall).toFixed(1), width: width.toFixed(1), height: tall.toFixed(1)}, svg('title', {}, `${name} ${margin}: ${number(positions)} positions`)));
    });
    if (index % every === 0) shapes.push(svg('text', {class: 'tick', x: left + (index + 0.5) * step, y: 142, 'text-anchor': 'middle'}, margin));
  });
  const legend = el('p', {class: 'legend'}, series.map(({name}, which) => el('span', {class: `key-${which}`}, `${which ? '▨' : '■'} ${name}`)));
  const rows = margins.map((margin) => [String(margin), ...series.map(({bars}) => number(bars.find((bar) => bar.margin === margin)?.positions ?? 0))]);
  return figure(title, title, height, shapes, tableOf(['Margin', ...series.map(({name}) => name)], rows), legend);
}

export {number, percent, tableOf};

// The moves beside the board: grouped by what they lead to, best first, in words.

import {api} from './api.js';
import {el, positionLink} from './dom.js';
import {parsePosition, sideName} from './position.js';
import {kShapes, effectWords, plyWords, valueWords} from './words.js';

const kGroups = [
  ['win', (mover) => `Wins for ${mover}`],
  ['draw', () => 'Draws'],
  ['unknown', () => 'Open: the path decides'],
  ['loss', (mover) => `Losses for ${mover}`],
];

export class MoveList {
  constructor(host, app, solver) {
    Object.assign(this, {host, app, solver});
  }

  draw() {
    const {app} = this;
    const {here} = app;
    if (!here || app.editing) return;
    const content = [];
    if (here.ways) content.push(this.opening(here));
    else if (here.ended) content.push(el('p', {class: 'empty'}, `${here.ended}.`, el('br'), 'Undo, or set up another position.'));
    else if (here.probe && !app.answersHidden) content.push(...this.groups(here));
    else content.push(this.plain(here));
    if (here.missing && !here.ended && !here.ways) content.unshift(this.missing(here));
    if (here.probe && !here.ended) content.push(app.answersHidden ? this.peek() : this.bestLine(here));
    const focused = this.host.contains(document.activeElement) ? document.activeElement.dataset.move : null;
    this.host.replaceChildren(...content);
    if (!focused) return;
    // A list that had the focus keeps it, without a preview that nobody asked for.
    this.quiet = true;
    (this.host.querySelector(`[data-move="${focused}"]`) ?? this.host.querySelector('.move'))?.focus();
    this.quiet = false;
  }

  groups(here) {
    const mover = sideName(here.position.side);
    return kGroups.flatMap(([outcome, title]) => {
      const moves = here.moves.filter((move) => move.outcome === outcome);
      if (!moves.length) return [];
      const head = el('h3', {}, el('span', {class: 'shape', 'aria-hidden': 'true'}, kShapes[outcome]), title(mover), el('span', {class: 'tally'}, String(moves.length)));
      return [el('section', {class: `moves-group moves-${outcome}`}, head, el('ul', {}, moves.map((move) => this.item(move, here))))];
    });
  }

  plain(here) {
    const moves = here.moves.toSorted((a, b) => (a.move < b.move ? -1 : 1));
    return el('section', {class: 'moves-group moves-plain'}, el('h3', {}, `Sowings of ${sideName(here.position.side)}`, el('span', {class: 'tally'}, String(moves.length))), el('ul', {}, moves.map((move) => this.item(move, here))));
  }

  item(move, here) {
    const {app} = this;
    const words = move.outcome && !app.answersHidden ? [valueWords(move, here.position)] : [];
    const effect = effectWords(move);
    if (effect) words.push(effect);
    const link = positionLink(move.position, null, {
      class: 'move',
      onclick: (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        event.stopPropagation();
        app.play(move.move);
      },
      onmouseenter: (event) => app.showPreview(move, event),
      onmousemove: (event) => app.showPreview(move, event),
      onmouseleave: () => app.showPreview(null),
      onfocus: () => this.quiet || app.showPreview(move),
      onblur: () => app.showPreview(null),
    });
    link.append(el('b', {class: 'move-name'}, move.move.replace('-', '−')), ' ', el('span', {class: 'move-words'}, words.join(', ') || 'takes nothing'));
    link.dataset.move = move.move;
    return el('li', {}, link);
  }

  peek() {
    const button = el('button', {type: 'button', onclick: () => ((this.app.peeked = true), this.app.emit('change'))}, 'Show the answers here');
    return el('p', {class: 'panel-note'}, 'Answers are hidden. ', button);
  }

  // A position that no table holds: still playable, and open to a search.
  missing(here) {
    const {details} = here.missing;
    return el('section', {class: 'card missing'}, el('h3', {}, 'No table holds this position'), el('p', {}, 'You can play on: moves need no table.'), el('details', {}, el('summary', {}, 'Which tables there are'), el('p', {class: 'note'}, [details.detail ?? here.missing.message, details.expected && `expected ${details.expected}`, details.build && `to make it: ${details.build}`].filter(Boolean).join('; '))), this.solver.panel(here));
  }

  bestLine(here) {
    const list = el('ol', {class: 'line'});
    const load = async () => {
      if (list.childElementCount) return;
      list.replaceChildren(el('li', {class: 'note'}, 'Looking it up …'));
      try {
        const line = await api('line', {p: here.text});
        list.replaceChildren(...line.steps.map((step) => el('li', {}, el('span', {class: 'side'}, step.side), positionLink(step.position, step.move.replace('-', '−'), {title: plyWords(step.side, step, here.position.game)}), step.captures ? el('small', {}, ` takes ${step.captures}`) : null)));
        if (!line.steps.length) list.replaceChildren(el('li', {class: 'note'}, 'Nothing is left to play.'));
      } catch (error) {
        list.replaceChildren(el('li', {class: 'note'}, error.message));
      }
    };
    return el('details', {class: 'best-line', ontoggle: (event) => event.target.open && load()}, el('summary', {}, 'Best play from here'), list);
  }

  // Kiothi before its first sowing: a redistribution is written.
  opening(here) {
    const {app} = this;
    const own = here.position.pits.map((pit, index) => ({...pit, index})).filter(({seeds, index}) => seeds && (index < here.position.size) === (here.position.side === 'S'));
    const names = own.map(({index}) => String.fromCharCode(here.position.side === 'S' ? 97 + index : 65 + index - here.position.size));
    const [first, second] = [names.at(-2), names.at(-1)];
    const example = `${first}${second}=${first}${own.at(-2)?.seeds}${second}${own.at(-1)?.seeds}`;
    const input = el('input', {name: 'redistribution', required: true, autocomplete: 'off', spellcheck: 'false', placeholder: example, 'aria-describedby': 'opening-help'});
    const failure = el('p', {class: 'error', role: 'alert'});
    const send = async (event) => {
      event.preventDefault();
      try {
        const played = await api('play', {p: here.text, moves: input.value.trim()});
        const ply = played.plies.at(-1);
        await app.playMove({...ply, laps: [], taken: []});
      } catch (error) {
        failure.textContent = error.message;
      }
    };
    const form = el('form', {class: 'row-form', onsubmit: send}, input, el('button', {class: 'primary'}, 'Redistribute'));
    input.setAttribute('aria-label', 'Redistribution');
    return el(
      'section',
      {class: 'card'},
      el('h3', {}, `${sideName(here.position.side)} redistributes`),
      el('p', {id: 'opening-help'}, 'Empty two of your pits and put their warriors into any pits: ', el('code', {}, example), ` empties ${first} and ${second} and puts their warriors back.`),
      form,
      failure,
      el('button', {type: 'button', class: 'quiet', onclick: () => (input.value = example)}, 'Leave all as it is'),
      el('p', {class: 'note'}, `There are ${Number(here.ways).toLocaleString('en')} ways.`),
    );
  }
}

/** The pits whose seeds differ between two positions. */
export function changedPits(before, after, nameOf) {
  const [a, b] = [before, parsePosition(after)];
  return new Set(a.pits.flatMap((pit, index) => (pit.seeds === b.pits[index].seeds ? [] : [nameOf(index, a.size)])));
}

// The bar under the board: how to sow the chosen pit, by mouse, touch and keys.

import {el} from './dom.js';
import {pitIndex, pitSide, sideName} from './position.js';
import {kShapes, valueWords} from './words.js';

const kArrows = {left: '←', right: '→'};

export class SowBar {
  constructor(host, app, board) {
    // `palette` gives the tools of the editor, which stand here while a position is set up.
    Object.assign(this, {host, app, board, lift: 1, palette: null});
  }

  /** Legal moves of a pit, in the order of the rules. */
  movesOf(pit) {
    return (this.app.here?.moves ?? []).filter((move) => move.move !== 'pass' && move.move[0] === pit);
  }

  /** The move of `pit` towards that side of the screen. */
  moveTowards(pit, direction) {
    const sign = (direction === 'right') === this.board.isRightward(pit) ? '+' : '-';
    return this.movesOf(pit).find((move) => move.move[1] === sign);
  }

  /** A pit was clicked or entered. */
  choose(pit) {
    const {app} = this;
    if (app.sowing) return app.sowing.abort();
    const moves = this.movesOf(pit);
    if (!moves.length || app.here.ended) {
      app.choose(null);
      return app.say(this.whyNot(pit));
    }
    if (app.here.position.game === 'awari') return app.play(moves[0].move);
    if (app.chosen === pit) return app.here.position.game === 'kiothi' ? app.play(`${pit}${this.lift}`) : app.choose(null);
    this.lift = this.liftsOf(pit).at(0);
    this.typed = 0;
    app.choose(pit);
    app.say(app.here.position.game === 'kiothi' ? `${pit} chosen. Press a number for how many to lift, then Enter.` : `${pit} chosen. Press the left or right arrow key for the direction.`);
    return undefined;
  }

  whyNot(pit) {
    const {here} = this.app;
    if (here.ended) return 'The game is over.';
    const index = pitIndex(pit, here.position.size);
    if (pitSide(index, here.position.size) !== here.position.side) return `${sideName(here.position.side)} is to move; ${pit} is not its pit.`;
    const seeds = here.position.pits[index].seeds;
    if (seeds === 0) return `Pit ${pit} is empty.`;
    if (here.position.game === 'giuthi' && seeds === 1) return `A single seed cannot be sown: ${pit} needs two or more.`;
    return `Pit ${pit} cannot be sown: the sowing would break a rule or never end.`;
  }

  liftsOf(pit) {
    return this.movesOf(pit).map((move) => Number(move.move.slice(1))).sort((a, b) => a - b);
  }

  /** Keys in a chosen pit; true if the key was used. */
  key(event, pit) {
    const {app} = this;
    if (app.sowing) return event.key === 'Escape' ? (app.sowing.abort(), true) : false;
    if (app.chosen !== pit) return false;
    if (event.key === 'Escape') return app.choose(null), true;
    const game = app.here.position.game;
    if (game === 'giuthi' && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      const direction = event.key === 'ArrowLeft' ? 'left' : 'right';
      const move = this.moveTowards(pit, direction);
      if (move) app.play(move.move);
      else app.say(`${pit} cannot be sown to the ${direction}: the sowing would never end.`);
      return true;
    }
    if (game === 'kiothi') return this.liftKey(event, pit);
    return false;
  }

  liftKey(event, pit) {
    const lifts = this.liftsOf(pit);
    const at = lifts.indexOf(this.lift);
    if (/^\d$/.test(event.key)) {
      const both = this.typed ? Number(`${this.typed}${event.key}`) : 0;
      const wanted = lifts.includes(both) ? both : Number(event.key);
      this.typed = wanted;
      if (lifts.includes(wanted)) this.setLift(wanted);
      else this.app.say(`Lifting ${wanted} from ${pit} is not legal; legal are ${lifts.join(', ')}.`);
      return true;
    }
    this.typed = 0;
    if (event.key === '+' || event.key === 'ArrowRight') return this.setLift(lifts[Math.min(at + 1, lifts.length - 1)]), true;
    if (event.key === '-' || event.key === 'ArrowLeft') return this.setLift(lifts[Math.max(at - 1, 0)]), true;
    return false;
  }

  setLift(lift) {
    this.lift = lift;
    this.app.say(`Lift ${lift}.`);
    this.app.emit('choice');
  }

  draw() {
    const {app} = this;
    const {here} = app;
    if (app.editing) {
      const palette = this.palette();
      if (palette.parentElement !== this.host) this.host.replaceChildren(palette);
      return;
    }
    const focused = this.host.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    this.host.replaceChildren(...this.content(here, app).filter(Boolean));
    if (focused) this.host.querySelector(`[data-key="${focused}"]`)?.focus();
  }

  content(here, app) {
    if (!here) return [];
    const hint = (...content) => el('p', {class: 'sow-hint'}, ...content);
    if (app.sowing) return [hint('Sowing …'), el('button', {type: 'button', class: 'quiet', onclick: () => app.sowing?.abort()}, 'Skip')];
    if (here.ended) return [hint(el('strong', {}, `${here.ended}.`))];
    if (here.ways) return [hint(`${sideName(here.position.side)} redistributes: write it beside the board.`)];
    const mover = sideName(here.position.side);
    if (here.moves[0]?.move === 'pass') return [hint(`${mover} has no sowing and must pass.`), el('button', {type: 'button', class: 'primary', dataset: {key: 'pass'}, onclick: () => app.play('pass')}, 'Pass')];
    const waits = here.position.side === app.tableSide && here.probe;
    if (waits) return [hint(`The table plays ${mover}.`), el('button', {type: 'button', class: 'primary', dataset: {key: 'table'}, onclick: () => app.letTableMove()}, 'Let it move')];
    if (!app.chosen && here.position.side === app.tableSide) return [hint(`No table holds this position: play for ${mover} too.`)];
    if (!app.chosen) return [hint(`${mover} to move: choose a pit${here.position.game === 'giuthi' ? ', then a direction' : here.position.game === 'kiothi' ? ', then how many to lift' : ''}.`)];
    return here.position.game === 'kiothi' ? this.liftChoice(app.chosen) : this.directionChoice(app.chosen);
  }

  moveNote(move) {
    const {app} = this;
    if (app.answersHidden || !move.outcome) return move.captures ? `takes ${move.captures}` : '';
    return `${kShapes[move.outcome]} ${valueWords(move, app.here.position)}`;
  }

  directionChoice(pit) {
    const button = (direction) => {
      const move = this.moveTowards(pit, direction);
      const turn = (direction === 'right') === this.board.isRightward(pit) ? 'counter-clockwise' : 'clockwise';
      const arrow = el('span', {class: 'arrow', 'aria-hidden': 'true'}, kArrows[direction]);
      const spoken = el('span', {class: 'visually-hidden'}, `Sow ${pit} to the ${direction}: `);
      const text = el('span', {}, el('b', {}, move?.move.replace('-', '−') ?? '—'), el('small', {}, move ? turn : 'never ends'), move && el('small', {class: 'sow-value'}, this.moveNote(move)));
      return el(
        'button',
        {
          type: 'button',
          class: `direction ${direction}`,
          disabled: !move,
          dataset: {key: direction},
          onclick: () => this.app.play(move.move),
          onmouseenter: (event) => this.app.showPreview(move ?? null, event),
          onmouseleave: () => this.app.showPreview(null),
        },
        spoken,
        direction === 'left' ? [arrow, text] : [text, arrow],
      );
    };
    return [button('left'), button('right')];
  }

  liftChoice(pit) {
    const lifts = this.liftsOf(pit);
    const {seeds} = this.app.here.position.pits[pitIndex(pit, this.board.size)];
    const at = Math.max(0, lifts.indexOf(this.lift));
    const lift = lifts[at];
    const move = this.movesOf(pit).find((one) => one.move === `${pit}${lift}`);
    const step = (by, sign, label) =>
      el('button', {type: 'button', class: 'step', dataset: {key: label}, 'aria-label': label, disabled: !lifts[at + by], onclick: () => this.setLift(lifts[at + by])}, sign);
    return [
      el('div', {class: 'stepper', role: 'group', 'aria-label': `Warriors to lift from ${pit}`}, step(-1, '−', 'Lift fewer'), el('output', {class: 'lift'}, el('b', {}, String(lift)), el('small', {}, `of ${seeds}`)), step(1, '+', 'Lift more')),
      el('button', {type: 'button', class: 'primary sow', dataset: {key: 'sow'}, onclick: () => this.app.play(move.move)}, el('b', {}, `Sow ${move.move} →`), el('small', {class: 'sow-value'}, this.moveNote(move))),
    ];
  }
}

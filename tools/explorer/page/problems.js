// The collection of problems: choosing one, solving it against its main line, hints, and the solution.

import {api} from './api.js';
import {el, field, select} from './dom.js';
import {parsePosition, sideName} from './position.js';

const kSolved = 'uthi-solved';

/** The plies of a solution's main line; the first of its branches where it has some. */
export function mainLine(solution) {
  return solution.flatMap((item) => (typeof item === 'string' ? item.split(',') : mainLine(item[0])));
}

const lineText = (solution) => solution.map((item) => (typeof item === 'string' ? item : `(${item.map(lineText).join('; ')})`)).join(' ');

/** A problem while it is being solved. All it knows follows from the game, so undo and the back button need nothing. */
export class ProblemInPlay {
  constructor(problem) {
    this.problem = problem;
    this.id = problem.id;
    this.goal = goalOf(problem);
    this.side = parsePosition(problem.position).side;
    this.line = mainLine(problem.solution ?? []);
    this.hints = 0;
  }

  /** Number of the first ply that is not of the line; the number of plies if all are. */
  agreement(game) {
    const played = game.plies.slice(0, game.at);
    const wrong = played.findIndex((ply, index) => ply.move !== this.line[index]);
    return wrong < 0 ? played.length : wrong;
  }
  isOn(game) {
    return this.agreement(game) === game.at;
  }
  isSolved(game) {
    return this.line.length > 0 && this.agreement(game) >= this.line.length;
  }

  /** What the collection plays now: the opponent's ply, or a pass that is forced. Null if the solver is to think. */
  reply(game, side) {
    if (!this.isOn(game) || game.at >= this.line.length) return null;
    const next = this.line[game.at];
    return game.at > 0 && (side !== this.side || next === 'pass') ? next : null;
  }
}

export class ProblemPanel {
  constructor(host, app) {
    Object.assign(this, {host, app, list: null, filter: ''});
    try {
      this.solved = new Set(JSON.parse(localStorage.getItem(kSolved) ?? '[]'));
    } catch {
      this.solved = new Set();
    }
  }

  async open() {
    if (!this.list) this.host.replaceChildren(el('p', {class: 'note'}, 'Loading the collection …'));
    try {
      this.list ??= await api('problems');
      this.draw();
    } catch (error) {
      this.host.replaceChildren(el('p', {class: 'error'}, error.message));
    }
  }

  /** Takes a problem up again after the page was loaded anew or the back button used. */
  async resume(id) {
    if (id === (this.app.problem?.id ?? null)) return;
    if (!id) {
      this.app.problem = null;
      return;
    }
    this.list ??= await api('problems').catch(() => null);
    const problem = this.list?.find((one) => one.id === id);
    this.app.problem = problem ? new ProblemInPlay(problem) : null;
  }

  draw() {
    if (!this.list) return;
    if (this.app.problem) this.drawProblem(this.app.problem);
    else this.drawList();
  }

  drawList() {
    const kinds = [...new Set(this.list.map((problem) => kindOf(problem)))];
    const filter = select([['', 'All boards'], ...kinds], this.filter, {name: 'kind', onchange: () => ((this.filter = filter.value), this.drawList())});
    const shown = this.list.filter((problem) => !this.filter || kindOf(problem) === this.filter).toSorted((a, b) => (a.difficulty ?? 0) - (b.difficulty ?? 0));
    const items = shown.map((problem) =>
      el(
        'li',
        {},
        el(
          'button',
          {type: 'button', class: 'problem', dataset: {problem: problem.id}, onclick: () => this.start(problem)},
          el('b', {}, problem.title ?? problem.id),
          el('span', {class: 'note'}, `${kindOf(problem)} · ${problem.stipulation} · ${levelOf(problem)}`),
          this.solved.has(problem.id) && el('span', {class: 'solved'}, '✓ solved'),
        ),
      ));
    const done = this.list.filter((problem) => this.solved.has(problem.id)).length;
    this.host.replaceChildren(el('p', {class: 'panel-lead'}, `${this.list.length} problems, each with one solution, easiest first. ${done ? `You have solved ${done}.` : ''}`), field('Show', filter), el('ol', {class: 'problems'}, items));
  }

  async start(problem) {
    const {side} = parsePosition(problem.position);
    await this.app.open(problem.position, {problem: new ProblemInPlay(problem), view: {hide: true, mode: 'both', flip: side === 'N'}});
    this.draw();
    this.app.say(`${problem.title ?? problem.id}. ${goalOf(problem)}.`);
  }

  drawProblem(play) {
    const {app, host} = this;
    const {problem} = play;
    const state = this.stateOf(play);
    const line = play.line;
    const next = line[app.game.at];
    const hint = [
      play.hints > 0 && next && el('p', {class: 'hint'}, play.isOn(app.game) ? `The pit to sow is ${next[0]}.` : `Undo first; then the pit is ${line[play.agreement(app.game)][0]}.`),
      play.hints > 1 && next && el('p', {class: 'hint'}, `The sowing is ${line[play.agreement(app.game)].replace('-', '−')}.`),
    ];
    const more = () => {
      play.hints = Math.min(2, play.hints + 1);
      this.draw();
    };
    host.replaceChildren(
      el('p', {class: 'kicker'}, `${kindOf(problem)} · ${levelOf(problem)}`),
      el('h3', {class: 'problem-title'}, problem.title ?? problem.id),
      el('p', {class: 'goal'}, `${play.goal}.`),
      el('p', {class: `problem-state ${state.kind}`, role: 'status'}, state.text),
      ...hint.filter(Boolean),
      el(
        'div',
        {class: 'buttons'},
        state.kind !== 'solved' && el('button', {type: 'button', onclick: more, disabled: play.hints > 1}, play.hints ? 'Another hint' : 'Hint'),
        state.kind === 'strayed' && el('button', {type: 'button', class: 'primary', onclick: () => app.goTo(play.agreement(app.game))}, 'Take it back'),
        el('button', {type: 'button', onclick: () => this.start(problem)}, 'Begin again'),
        state.kind === 'solved' && el('button', {type: 'button', class: 'primary', onclick: () => this.next(problem)}, 'Next problem'),
      ),
      el('details', {class: 'solution'}, el('summary', {}, 'Reveal the solution'), el('p', {class: 'code'}, lineText(problem.solution ?? [])), problem.remarks && el('p', {}, problem.remarks), problem.themes?.length && el('p', {class: 'note'}, `Themes: ${problem.themes.join(', ')}.`), el('p', {class: 'note'}, [problem.author, problem.source].filter(Boolean).join('; '))),
      el('div', {class: 'buttons end'}, el('button', {type: 'button', class: 'quiet', onclick: () => this.leave()}, 'All problems')),
    );
    if (state.kind === 'solved') this.keepSolved(problem.id);
  }

  stateOf(play) {
    const {game} = this.app;
    if (play.isSolved(game)) return {kind: 'solved', text: '✓ Solved.'};
    const wrong = play.agreement(game);
    if (wrong < game.at) return {kind: 'strayed', text: `✗ ${game.plies[wrong].move.replace('-', '−')} does not do it.`};
    if (game.at === 0) return {kind: 'open', text: 'Find the one sowing that does it.'};
    return {kind: 'going', text: `Right so far: ${game.plies.slice(0, game.at).map((ply) => ply.move.replace('-', '−')).join(' ')}. Go on.`};
  }

  keepSolved(id) {
    if (this.solved.has(id)) return;
    this.solved.add(id);
    this.app.say('Solved.');
    try {
      localStorage.setItem(kSolved, JSON.stringify([...this.solved]));
    } catch {
      // Kept for as long as the page is open.
    }
  }

  next(problem) {
    const same = this.list.filter((one) => kindOf(one) === kindOf(problem)).toSorted((a, b) => (a.difficulty ?? 0) - (b.difficulty ?? 0));
    const after = same[(same.indexOf(problem) + 1) % same.length];
    return this.start(after);
  }

  leave() {
    this.app.problem = null;
    this.app.setView({hide: false});
    this.draw();
  }
}

function kindOf({position}) {
  const {game, size} = parsePosition(position);
  return `${game[0].toUpperCase()}${game.slice(1)} 2×${size}`;
}

function levelOf({difficulty = 0}) {
  return difficulty < 40 ? 'easy' : difficulty < 80 ? 'medium' : difficulty < 130 ? 'hard' : 'very hard';
}

/** "South to play and win by 4". */
function goalOf({position, stipulation}) {
  const goals = {draw: 'draw', win: 'win', repetition: 'force a repetition', 'best margin': 'get the best margin', 'one-warrior win': 'force a one-warrior win'};
  return `${sideName(parsePosition(position).side)} to play and ${goals[stipulation] ?? stipulation}`;
}

// What the page shows, and what can be done: the game so far, the answers for its position, the address. Knows no elements.

import {api, Problem} from './api.js';
import {usualSpeed} from './animation.js';
import {forAddress, otherSide, parsePosition, sideName} from './position.js';
import {endWords} from './words.js';

const kHovers = matchMedia('(hover: hover)');
const kModes = ['both', 'play-south', 'play-north'];
const kPreferences = 'uthi-preferences';
const kMostKept = 400;

function readPreferences() {
  const usual = {values: true, speed: usualSpeed(), theme: 'system'};
  try {
    return {...usual, ...JSON.parse(localStorage.getItem(kPreferences))};
  } catch {
    return usual;
  }
}

export class App extends EventTarget {
  constructor() {
    super();
    this.preferences = readPreferences();
    this.answers = new Map();
    this.view = this.viewOfAddress();
    this.game = {start: '', plies: [], at: 0};
    this.here = null;      // The loaded position: text, position, probe, missing, moves, ended, ways.
    this.chosen = null;    // Name of the pit that is to be sown.
    this.preview = null;   // A move whose result is shown.
    this.editing = null;   // A position under construction.
    this.problem = null;   // One of the collection, while it is being solved.
    this.peeked = false;   // Hidden answers are shown for this position only.
    this.visit = 0;        // Counts what was asked to be shown, so that late answers are dropped.
    this.sowing = null;    // AbortController of the animation under way.
    this.animator = async () => {};
    addEventListener('mousemove', (event) => (this.pointer = event), {capture: true, passive: true});
    addEventListener('popstate', (event) => this.restore(event.state));
  }

  emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, {detail}));
  }
  say(text) {
    this.emit('say', text);
  }

  get answersHidden() {
    return this.view.hide && !this.peeked;
  }
  get text() {
    return this.game.at ? this.game.plies[this.game.at - 1].position : this.game.start;
  }
  /** The side that the table plays, or null. */
  get tableSide() {
    return {'play-south': 'N', 'play-north': 'S'}[this.view.mode] ?? null;
  }

  // The address: the position and how it is looked at.

  viewOfAddress() {
    const query = new URLSearchParams(location.search);
    const mode = query.get('mode');
    return {flip: query.get('flip') === '1', hide: query.get('hide') === '1', mode: kModes.includes(mode) ? mode : 'both'};
  }

  address(text = this.text) {
    const {flip, hide, mode} = this.view;
    return `?p=${forAddress(text)}${flip ? '&flip=1' : ''}${hide ? '&hide=1' : ''}${mode === 'both' ? '' : `&mode=${mode}`}`;
  }

  writeAddress(how) {
    history[`${how}State`]({game: this.game, problem: this.problem?.id ?? null}, '', this.address());
  }

  async begin() {
    const asked = new URLSearchParams(location.search).get('p') ?? document.body.dataset.position;
    const text = asked.replaceAll('_', ' ');
    const kept = history.state?.game;
    this.game = kept && sameAddress(kept, text) ? kept : {start: text, plies: [], at: 0};
    this.problemWanted = history.state?.problem ?? null;
    if (await this.show()) this.writeAddress('replace');
  }

  async restore(state) {
    this.view = this.viewOfAddress();
    const text = (new URLSearchParams(location.search).get('p') ?? document.body.dataset.position).replaceAll('_', ' ');
    this.game = state?.game ?? {start: text, plies: [], at: 0};
    this.emit('restored', state?.problem ?? null);
    await this.show();
  }

  // Loading.

  /** What is known of a position: its moves, and its values where a table holds it. Throws Problem if it is none. */
  async load(text) {
    if (!this.answers.has(text)) {
      if (this.answers.size > kMostKept) this.answers.clear();
      const loading = this.fetchAnswers(text);
      loading.catch(() => this.answers.delete(text));
      this.answers.set(text, loading);
    }
    return this.answers.get(text);
  }

  async fetchAnswers(text) {
    const [moves, probe] = await Promise.all([
      api('moves', {p: text}),
      api('position', {p: text}).catch((problem) => {
        if (problem instanceof Problem && problem.status !== 429 && problem.status !== 0) return problem;
        throw problem;
      }),
    ]);
    const position = parsePosition(moves.position);
    const here = {text: moves.position, position, ways: moves.ways, over: moves.over, moves: moves.moves ?? [], probe: null, missing: null};
    if (probe instanceof Problem) return {...here, missing: probe};
    const traced = new Map(here.moves.map((move) => [move.move, move]));
    return {...here, probe, moves: probe.moves.map((move) => ({...traced.get(move.move), ...move}))};
  }

  /** Shows the game's position, with `changes` of the app; false if that failed, or something else was asked for meanwhile. */
  async show(changes = {}) {
    const visit = ++this.visit;
    this.sowing?.abort();
    this.chosen = null;
    this.preview = null;
    this.peeked = false;
    this.restingPointer = this.pointer;
    this.emit('loading');
    try {
      const here = await this.load(this.text);
      if (visit !== this.visit) return false;
      if (!this.game.plies.length) this.game.start = here.text;
      Object.assign(this, changes);
      this.here = {...here, ended: this.endOf(here)};
      this.emit('change');
      return true;
    } catch (error) {
      if (visit === this.visit) this.emit('failed', error);
      return false;
    }
  }

  /** How the game has ended, as a sentence; null while it goes on. */
  endOf(here) {
    if (here.over !== undefined) return endWords(here.position, here.over);
    const before = [this.game.start, ...this.game.plies.slice(0, this.game.at).map((ply) => ply.position)];
    before.pop();
    if (!before.includes(here.text)) return null;
    const {options, game, pits, size, side} = here.position;
    const rule = options.repetition ?? (game === 'awari' ? 'split' : 'draw');
    if (rule === 'draw') return 'The position has come back: a draw by repetition';
    const own = (from) => pits.slice(from, from + size).reduce((sum, pit) => sum + pit.seeds, 0);
    const margin = rule === 'split' ? 0 : (side === 'S' ? 1 : -1) * (own(0) - own(size));
    const taking = rule === 'split' ? 'the seeds on the board are split' : 'each takes its own row';
    return `The position has come back, and ${taking}. ${endWords(here.position, margin)}`;
  }

  // Going about.

  /** Another position, as the start of a game. */
  async open(text, {problem = null, view = {}} = {}) {
    const changes = {problem, view: {...this.view, ...view}, editing: null};
    if (!(await this.change({start: text, plies: [], at: 0}, changes))) return false;
    this.writeAddress('push');
    this.letTableMove();
    return true;
  }

  /** To the position after `at` plies of the game. */
  async goTo(at) {
    if (at < 0 || at > this.game.plies.length || at === this.game.at) return;
    if (await this.change({...this.game, at})) this.writeAddress('push');
  }

  /** Shows a game; where that fails, the one before stays. */
  async change(game, changes) {
    const before = this.game;
    this.game = game;
    const visit = this.visit + 1;
    if (await this.show(changes)) return true;
    if (visit === this.visit) this.game = before;
    return false;
  }

  /** Back to where the reader was last on move: what the table or the collection played is taken back too. */
  undo() {
    const isAnswer = ({side, move}) => side === this.tableSide || (this.problem && (side !== this.problem.side || move === 'pass'));
    let at = this.game.at - 1;
    while (at > 0 && isAnswer(this.game.plies[at])) --at;
    return this.goTo(Math.max(at, 0));
  }
  redo() {
    return this.goTo(this.game.at + 1);
  }

  setView(change) {
    Object.assign(this.view, change);
    this.writeAddress('replace');
    this.emit('change');
  }

  setPreference(name, value) {
    this.preferences[name] = value;
    try {
      localStorage.setItem(kPreferences, JSON.stringify(this.preferences));
    } catch {
      // Private windows may refuse to keep things; the choice then lasts as long as the page.
    }
    this.emit('preference', name);
  }

  choose(pit) {
    this.chosen = pit;
    this.emit('choice');
  }
  /** `event` is given where a pointer asks: one that has not moved since the last ply rests on a new list by chance. */
  showPreview(move, event) {
    // After a tap browsers tell of a mouse that is not there.
    if (event && move && !kHovers.matches) return;
    if (event && move && event.screenX === this.restingPointer?.screenX && event.screenY === this.restingPointer?.screenY) return;
    if (this.preview === move || this.sowing) return;
    this.preview = move;
    this.emit('choice');
  }

  // Playing.

  /** Plays a legal move of the position shown; gives true when its result is shown. */
  async play(text) {
    const move = this.here?.moves.find((one) => one.move === text);
    return move && !this.here.ended && !this.sowing ? this.playMove(move) : false;
  }

  async playMove(move) {
    const before = this.here;
    const earlier = this.game;
    const {move: name, captures, again, position} = move;
    const plies = [...earlier.plies.slice(0, earlier.at), {move: name, captures, again, position, side: before.position.side}];
    this.game = {...earlier, plies, at: plies.length};
    this.writeAddress('push');
    this.chosen = null;
    this.preview = null;
    this.restingPointer = this.pointer;
    const visit = ++this.visit;
    this.load(position).catch(() => {});
    this.sowing = new AbortController();
    this.emit('sowing', {before, move});
    await this.animator(before.text, move, this.sowing.signal);
    this.sowing = null;
    if (visit !== this.visit) return false;
    if (!(await this.show())) {
      if (visit + 1 === this.visit) {
        this.game = earlier;
        this.writeAddress('replace');
        this.emit('undone');
      }
      return false;
    }
    this.emit('played', {before, move});
    await this.letTableMove();
    return true;
  }

  /** The table's move, or the collection's, where one of them has the move. */
  async letTableMove() {
    const here = this.here;
    if (!here || here.ended || here.ways) return;
    const planned = this.problem?.reply(this.game, here.position.side);
    if (planned) return void (await this.play(planned));
    if (this.problem?.isOn(this.game)) return;
    if (here.position.side !== this.tableSide) return;
    if (here.probe) return void (await this.play(here.moves[0].move));
    this.say(`No table holds this position: play for ${sideName(here.position.side)} too.`);
  }

  /** The other player moves in the same position. */
  giveMove() {
    const text = this.here.text.replace(/ ([SN])(~\d)?$/, (_, side, opening) => ` ${otherSide(side)}${opening ?? ''}`);
    return this.open(text);
  }
}

function sameAddress(game, text) {
  const shown = game.at ? game.plies[game.at - 1]?.position : game.start;
  return shown === text;
}

// The page put together: board, bar, moves, history, panels; what happens when the app changes.

import {animate} from './animation.js';
import {isLocal} from './api.js';
import {App} from './app.js';
import {Board} from './board.js';
import {byId, el, positionLink} from './dom.js';
import {HistoryStrip} from './history.js';
import {MoveList, changedPits} from './moves.js';
import {Panels} from './panels.js';
import {leadOf, parsePosition, pitName, sideName} from './position.js';
import {ProblemPanel} from './problems.js';
import {RandomPanel} from './random.js';
import {RulesPanel} from './rules.js';
import {SetupPanel} from './setup.js';
import {SharePanel} from './share.js';
import {Solver} from './solve.js';
import {SowBar} from './sow.js';
import {StatsPanel} from './stats.js';
import {Toolbar} from './toolbar.js';
import {kShapes, plyWords, shortValue, valueWords, verdictWords} from './words.js';

const app = new App();
const board = new Board(byId('board'), {choose, key});
const sow = new SowBar(byId('sow'), app, board);
const moves = new MoveList(byId('moves'), app, new Solver(app));
const strip = new HistoryStrip(byId('history'), app);
const tools = new Toolbar(byId('tools'), byId('view'), app);
const panels = new Panels(byId('tabs'), byId('panels'));
const setup = new SetupPanel(panels.add('setup', 'Set up'), app);
const random = new RandomPanel(panels.add('random', 'Random'), app);
const problems = new ProblemPanel(panels.add('problems', 'Problems'), app);
const stats = new StatsPanel(panels.add('stats', 'Statistics'), app);
const share = new SharePanel(panels.add('share', 'Share'), app);
sow.palette = () => setup.palette;
const rules = new RulesPanel(panels.add('rules', 'Rules'), app);

app.animator = (text, move, signal) => animate(board, text, move, app.preferences.speed, signal);

function choose(pit) {
  if (app.editing) setup.choose(pit);
  else sow.choose(pit);
}

function key(event, pit) {
  return app.editing ? setup.key(event, pit) : sow.key(event, pit);
}

// What is read out. The same sentence twice is read twice.
let spoken = 0;
function say(text) {
  byId('live').replaceChildren(el('span', {dataset: {say: ++spoken}}, text));
}

/** Values on the pits: for every direction, or the best lift. */
function badgesOf(here) {
  if (!here.probe || app.answersHidden || !app.preferences.values || here.ended) return {};
  const lead = leadOf(here.position);
  const badges = {};
  for (const move of here.moves) {
    const pit = move.move[0];
    if (move.move === 'pass' || (here.position.game === 'kiothi' && badges[pit])) continue;
    const rightward = (move.move[1] === '+') === board.isRightward(pit);
    const arrow = here.position.game === 'giuthi' ? (rightward ? '→' : '←') : here.position.game === 'kiothi' ? `${move.move.slice(1)}:` : '';
    (badges[pit] ??= []).push({outcome: move.outcome, text: shortValue(move, lead), arrow, rightward, words: `${move.move} ${valueWords(move, here.position)}`});
  }
  for (const list of Object.values(badges)) list.sort((a, b) => a.rightward - b.rightward);
  return badges;
}

function drawBoard() {
  const {here, editing, preview} = app;
  if (editing) return board.draw(editing, {flip: app.view.flip, editing: true, ended: false});
  if (!here) return undefined;
  const ended = Boolean(here.ended);
  const legal = new Set(ended ? [] : here.moves.filter(({move}) => move !== 'pass').map(({move}) => move[0]));
  const view = {flip: app.view.flip, legal, chosen: app.chosen, ended};
  if (preview) return board.draw(parsePosition(preview.position), {...view, preview: changedPits(here.position, preview.position, pitName)});
  board.draw(here.position, view);  // First, so that the board knows which way is right.
  return board.draw(here.position, {...view, badges: badgesOf(here)});
}

function drawVerdict() {
  const {here, editing, preview} = app;
  if (!here && !editing) return;
  const verdict = byId('verdict');
  const line = byId('subline');
  line.hidden = false;
  let [kind, words, under] = ['', '', ''];
  if (editing) [words, under] = ['Set up a position', 'Choose a tool under the board, then pits.'];
  else if (app.sowing) [words, under] = [`${sideName(here.position.side)} sows …`, here.text];
  else if (preview) {
    [kind, words] = [app.answersHidden ? '' : preview.outcome ?? '', `After ${preview.move.replace('-', '−')}`];
    under = preview.outcome && !app.answersHidden ? `${sideName(here.position.side)} ${valueWords(preview, here.position)}` : 'Preview';
  } else if (here.ended) [kind, words, under] = ['', here.ended, here.text];
  else if (here.probe && !app.answersHidden) [kind, words, under] = [here.probe.outcome, verdictWords(here.probe), here.text];
  else [words, under] = [here.ways ? `${sideName(here.position.side)} redistributes` : `${sideName(here.position.side)} to move`, here.text];
  if (app.problem && !editing && !preview && !app.sowing) under = `${app.problem.goal}. ${problems.stateOf(app.problem).text}`;
  verdict.className = `verdict ${kind}`;
  verdict.replaceChildren(...(kind ? [el('span', {class: 'shape', 'aria-hidden': 'true'}, kShapes[kind]), words] : [words]));
  line.textContent = under;
  line.classList.toggle('prose', under !== here?.text);
}

function draw() {
  for (const id of ['tools', 'history', 'view']) byId(id).hidden = Boolean(app.editing);
  drawBoard();
  drawVerdict();
  sow.draw();
  moves.draw();
  strip.draw();
  tools.draw();
  if (app.problem || panels.current === 'problems') problems.draw();
  if (panels.current === 'share') share.draw();
  if (panels.current === 'rules') rules.open();
  document.title = app.here ? `${byId('verdict').textContent} · Uthi` : document.title;
}

function fail(error) {
  const {expected, example} = error.details ?? {};
  const host = byId('failure');
  if (!app.here) byId('verdict').textContent = 'Nothing to show';
  for (const id of ['sow', 'tools', 'history', 'view', 'panel-moves']) byId(id).hidden = !app.here || (id === 'panel-moves' && panels.current !== 'moves');
  host.replaceChildren(
    el('div', {class: 'card failure'}, el('h3', {}, error.details?.title ?? 'That did not work'), el('p', {}, error.message), expected && el('p', {class: 'note'}, `Expected: ${expected}`), typeof example === 'string' && example.includes(':') && el('p', {}, 'For example ', positionLink(example)), app.here ? el('button', {type: 'button', onclick: () => host.replaceChildren()}, 'Close') : el('p', {}, el('a', {href: './'}, 'To the first page'))),
  );
}

app.addEventListener('loading', () => byId('board').setAttribute('aria-busy', 'true'));
app.addEventListener('change', () => {
  byId('board').removeAttribute('aria-busy');
  byId('failure').replaceChildren();
  byId('sow').hidden = false;
  draw();
});
app.addEventListener('failed', (event) => {
  byId('board').removeAttribute('aria-busy');
  fail(event.detail);
  say(event.detail.message);
});
app.addEventListener('undone', draw);
app.addEventListener('choice', () => (drawBoard(), drawVerdict(), sow.draw()));
app.addEventListener('edit', draw);
app.addEventListener('preference', draw);
app.addEventListener('say', (event) => say(event.detail));
app.addEventListener('restored', (event) => problems.resume(event.detail).then(() => app.here && draw()));
app.addEventListener('sowing', () => (drawBoard(), drawVerdict(), sow.draw()));
app.addEventListener('played', ({detail: {before, move}}) => {
  const {here} = app;
  const after = here.ended ?? (here.probe && !app.answersHidden ? verdictWords(here.probe) : `${sideName(here.position.side)} to move`);
  say(`${plyWords(before.position.side, move, before.position.game)}. ${after}.`);
});
app.addEventListener('leave-setup', () => panels.show('moves'));

panels.addEventListener('show', ({detail}) => {
  if (app.editing && detail !== 'setup') setup.close();
  const opened = {setup, random, problems, stats, share, rules}[detail];
  opened?.open();
});

// Links to positions anywhere in the page are followed without loading it anew.
document.addEventListener('click', (event) => {
  const link = event.target.closest?.('a[data-position]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  app.open(link.dataset.position.replaceAll('_', ' '));
});

// Letter keys, while the focus is on the board or what is under it, and not in a field.
document.addEventListener('keydown', (event) => {
  if (!event.target.closest('.play') || event.target.closest('input, select, textarea') || event.ctrlKey || event.metaKey || event.altKey || app.editing) return;
  const actions = {u: () => app.undo(), r: () => app.redo(), f: () => app.setView({flip: !app.view.flip}), h: () => app.setView({hide: !app.view.hide})};
  actions[event.key]?.();
});

for (const id of ['sow', 'tools', 'history', 'view', 'tabs']) byId(id).hidden = false;
byId('forms').hidden = true;
byId('api-link').hidden = isLocal;
if (isLocal && new URLSearchParams(location.search).has('p')) {
  // The file shows its first position; another one is asked for.
  byId('verdict').textContent = 'Looking it up …';
  byId('board').replaceChildren();
  byId('moves').replaceChildren();
}
document.documentElement.classList.add('has-script');
app.begin().then(async () => {
  if (app.problemWanted) {
    await problems.resume(app.problemWanted);
    if (app.problem) panels.show('problems');
  }
  document.documentElement.dataset.ready = 'yes';
});

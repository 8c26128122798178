// An exported site answers as the program does, byte for byte: every endpoint, all games and boards, positions with tables and
// without, mistakes. It is asked in Node, without a browser; the program is asked as a server over the same tables.
//
//   UTHI_PROGRAM     the program
//   UTHI_MODULE      the folder with uthi.wasm and uthi_wasm.js to answer by (default: those of the site)
//   UTHI_TEST_SIZE   "small" asks a tenth of the random requests, for builds that are slow
import assert from 'node:assert/strict';
import {cpSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, test} from 'node:test';

import {bundledTables, server, uthi} from '../browser/processes.js';
import {Comparison} from './comparison.mjs';
import {anyPosition, anyRequest, at, Chance, misspelt, query} from './requests.mjs';
import {copiedModule, fromServer, openedSite} from './sites.mjs';

// Beside the bundled tables: other games and sizes, rules, marks, bounds, and values packed in strips.
const kBuilds = [
  ['giuthi', '2x3', '--seeds', '6', '--rules', 'repetition=score'],
  ['giuthi', '2x4', '--seeds', '6', '--rules', 'origin=sow,chain=broken'],
  ['giuthi', '2x6', '--seeds', '5', '--no-depth'],
  ['kiothi', '2x4', '--seeds', '5', '--marks', '2', '--rules', 'triple=run'],
  ['awari', '2x3', '--seeds', '7'],
  ['giuthi', '2x2', '--seeds', '12', '--rules', 'repetition=split'],
];

// What a site does not answer as a server does. Everything else is compared.
const kOnlyServer = [
  {why: 'the page is a file of the site, and says that it needs JavaScript', is: (method, path) => /^(\?|$)/.test(path)},
  {why: 'so are those that it uses', is: (method, path) => path.startsWith('assets/'), example: ['GET', 'assets/main.js']},
  {why: 'metrics count connections, and a site has none', is: (method, path) => /^(v1\/)?metrics/.test(path), example: ['GET', 'v1/metrics']},
  {why: 'without a seed each draw is another', is: (method, path) => /^v1\/random(?!.*[?&]seed=\d)/.test(path), example: ['GET', 'v1/random?game=giuthi&board=2x5']},
  {why: 'answers to HEAD and OPTIONS are headers, and a site has none', is: (method) => /^(HEAD|OPTIONS)$/.test(method), example: ['HEAD', 'v1/tables']},
  {why: 'lines of a search tell the time that it took; what it finds is compared below', is: (method, path) => method === 'POST' && path === 'v1/solve', example: ['POST', 'v1/solve', '{"position": "giuthi:2,2/2,2 0 0 S"}']},
];
const compared = (method, path) => !kOnlyServer.some(({is}) => is(method, path));

const several = (count) => (process.env.UTHI_TEST_SIZE === 'small' ? Math.ceil(count / 10) : count);
const folder = mkdtempSync(join(tmpdir(), 'uthi-site-'));
const site = join(folder, 'site');
const fetched = [];
let live, module, answers, games, sets, openapi;

before(async () => {
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');  // For Node; browsers know by the page.
  const tables = join(folder, 'tables');
  cpSync(bundledTables, tables, {recursive: true});
  for (const words of kBuilds) uthi('build', ...words, '--tables', tables, '--threads', '1');
  uthi('export-site', site, '--tables', tables);
  module = copiedModule(process.env.UTHI_MODULE || join(site, 'assets'), join(folder, 'module'));
  answers = await openedSite(site, {...module, onFetch: (name) => fetched.push(name)});
  live = await server(tables);
  const ask = async (path) => JSON.parse((await fromServer(live.url, 'GET', path)).text);
  sets = (await ask('v1/tables')).sets;
  openapi = await ask('v1/openapi.json');
  const names = openapi.paths['/v1/rules'].get.parameters.find(({name}) => name === 'game').schema.enum;
  games = await Promise.all(names.map((game) => ask(`v1/rules?game=${game}`)));
});

after(async () => {
  await live?.stop();
  rmSync(folder, {recursive: true, force: true});
});

const setQuery = ({game, board, rules}) => ({game, board, rules: Object.entries(rules).map(([name, value]) => `${name}=${value}`).join(',')});

/** Random positions of all sets and layers, with stores and either side to move. */
async function positionsOfTables(comparison, count) {
  const positions = [];
  for (let number = 0; positions.length < count; ++number) {
    const set = sets[number % sets.length];
    const {seeds, marks} = set.layers[(number * 7) % set.layers.length];
    const {status, text} = await comparison.same(`v1/random?${query({...setQuery(set), seeds, marks, seed: number})}`);
    if (status !== 200) continue;
    const [board] = JSON.parse(text).position.split(' ');
    positions.push(`${board} ${(number * 5) % 9} ${(number * 3) % 7} ${number % 2 ? 'N' : 'S'}`);
  }
  return positions;
}

test('positions that tables cover: values, lines, trees, drawings, moves and games', async () => {
  const comparison = new Comparison(answers, live.url);
  const chance = new Chance(1);
  const outcomes = new Set();
  const positions = await positionsOfTables(comparison, several(320));
  await comparison.all(positions, async (position) => outcomes.add(await comparison.valuesOf(chance, position)));
  await comparison.same('v1/batch', positions.map((position) => `${position}\n`).join('') + 'no position\n{"p": "giuthi:2,2/2,2 0 0 N"}\r\n"awari:1,1/1,1"\n\ngiuthi:4,4,4,4,4/4,4,4,4,4');
  comparison.finish(several(2200), [200]);
  assert.deepEqual([...outcomes].sort(), ['draw', 'loss', 'win']);
});

test('each table was fetched once, when it was needed', () => {
  assert.equal(new Set(fetched).size, fetched.length);
  assert.ok(fetched.length > sets.length && fetched.length <= sets.flatMap(({layers}) => layers).length, `${fetched.length} tables`);
  assert.ok(fetched.includes('giuthi-2x5/005.uthi'), String(fetched));
});

test('any position of any game, board and options, legal or not, and misspelt', async () => {
  const comparison = new Comparison(answers, live.url);
  const chance = new Chance(2);
  const positions = Array.from({length: several(700)}, (_, number) => anyPosition(chance, games[number % games.length]));
  await comparison.all(positions, (position) => comparison.rulesOf(chance, position));
  await comparison.all(positions, (position) => comparison.same(at(chance.of(['v1/moves', 'v1/position', 'v1/board.svg']), misspelt(chance, position))));
  await comparison.same('v1/batch', positions.map((position) => `${chance.once_in(3) ? misspelt(chance, position) : position}\n`).join(''));
  comparison.finish(several(2800), [200, 400, 404, 422]);
});

test('endpoints of openapi.json with parameters that fit, fit badly, or are missing', async () => {
  const comparison = new Comparison(answers, live.url);
  const chance = new Chance(3);
  const positions = Array.from({length: several(400)}, (_, number) => anyPosition(chance, games[number % games.length]));
  const requests = new Set(Array.from({length: several(2400)}, () => anyRequest(chance, openapi, positions)).filter((path) => compared('GET', path)));
  await comparison.all(requests, (path) => comparison.same(path));
  comparison.finish(several(800), [200, 400, 404]);
});

test('tables, statistics, rules, problems and draws with conditions', async () => {
  const comparison = new Comparison(answers, live.url);
  for (const path of ['v1/tables', 'v1/problems', 'v1/openapi.json', 'v1/healthz', 'healthz']) await comparison.same(path);
  for (const {game, options} of games) {
    for (const {name, values} of options) for (const value of values) await comparison.same(`v1/rules?${query({game, rules: `${name}=${value}`})}`);
  }
  for (const set of sets) {
    await comparison.same(`v1/stats?${query(setQuery(set))}`);
    const {seeds, marks} = set.layers.at(-1);
    await comparison.same(`v1/stats?${query({...setQuery(set), layer: seeds, marks})}`);
    for (const outcome of ['win', 'draw', 'loss']) await comparison.same(`v1/random?${query({...setQuery(set), seeds, outcome, seed: 11})}`);
    await comparison.same(`v1/random?${query({...setQuery(set), seeds, marks, unique: 1, min_depth: 4, seed: 5})}`);
  }
  comparison.finish(60, [200, 404]);
});

test('mistakes, methods and limits', async () => {
  const comparison = new Comparison(answers, live.url);
  for (const path of [
    'v1/position', 'v1/position?p=giuthi:4,4', 'v1/position?p=giuthi:9,9,9,9,9/9,9,9,9,9', 'v1/position?p=%zz', 'v1/position?p=a&q=b', 'v1/nothing', 'assets', 'v1', 'v1/moves?p=giuthi:4,4,4,4,4,4/4,4,4,4,4,4',
    'v1/moves?p=kiothi:5,5,5,5,5,5,0,0,0,0/0,0,0,0,5,5,5,5,5,5_0_0_S~2', 'v1/play?p=giuthi:0,0,1,0,2/0,3,0,1,0&moves=a%2B', 'v1/stats?game=giuthi&board=2x9', 'v1/random?game=giuthi&board=2x5&seeds=90&seed=1', 'v1/tree?p=giuthi:0,0,1,0,2/0,3,0,1,0&depth=9',
    'v1/board.svg?p=giuthi:0,0,1,0,2/0,3,0,1,0&move=e%2B', 'v1/rules?game=chess', `v1/position?p=${'1'.repeat(9000)}`,
  ]) await comparison.same(path);
  for (const path of Object.keys(openapi.paths)) {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) if (compared(method, path.slice(1))) await comparison.same(path.slice(1), '', method);
  }
  for (const body of ['', '\n\n', '{"p": 3}\n', '{"p": "giuthi:1,1/1,1", "q": 1}', '"', 'x\n'.repeat(1000), 'x\n'.repeat(1001), '\u00e9\u0001\n']) await comparison.same('v1/batch', body);
  comparison.finish(50, [200, 400, 404, 405, 413, 414, 422]);
});

test('a search finds what the server finds', async () => {
  const steady = (text) => {
    const {seconds, nodes, ...rest} = JSON.parse(text.trim().split('\n').at(-1)).result;
    assert.ok(seconds >= 0 && nodes >= 0, text);
    return rest;
  };
  for (const order of [{position: 'giuthi:2,2,2/2,2,2 0 0 S'}, {position: 'giuthi:3,3/3,3 0 0 S', floor: true, ceiling: true}, {position: 'giuthi{repetition=score}:2,1,1/0,1,2 0 0 S'}, {position: 'kiothi:2,1,0,2,1/1,2*,0,2,1 0 0 S', claim: 'win'}, {position: 'awari:2,1,2/1,2,1 0 0 N'}]) {
    const lines = [];
    const here = await answers.solve(JSON.stringify(order), (line) => lines.push(JSON.parse(line)));
    const there = await fromServer(live.url, 'POST', 'v1/solve', JSON.stringify(order));
    assert.equal(here.status, 200, here.text);
    assert.equal(lines[0].positions, 0);
    assert.deepEqual(steady(here.text), steady(there.text));
    assert.match(steady(here.text).status, /proved|refuted/);
  }
  for (const order of ['nothing', '{"position": "giuthi:2,2/2,2", "claim": "high"}', '{"position": "giuthi:2,2/2,2", "seconds": 1e9}', '{"position": 1}', '{}']) {
    const there = await fromServer(live.url, 'POST', 'v1/solve', order);
    assert.ok(there.status >= 400, there.text);
    assert.deepEqual(await answers.solve(order, () => {}), there);
  }
});

test('what is not compared does differ', async () => {
  for (const {why, is, example} of kOnlyServer.filter(({example}) => example)) {
    assert.ok(is(...example), why);
    const comparison = new Comparison(answers, live.url);
    const [method, path, body] = example;
    await comparison.same(path, body, method);
    assert.equal(comparison.differences.length, 1, `${method} /${path} can be compared, though ${why}`);
  }
});

test('a module that says one word differently is found', async () => {
  for (const [word, other] of [['outcome', 'outcomf'], ['captures', 'capturez'], ['<svg', '<svh'], ['there is nothing at this path', 'there is nothing in this path']]) {
    const [from, to] = [Buffer.from(word), Buffer.from(other)];
    let changed = 0;
    const change = (bytes, name) => {
      if (name !== 'uthi.wasm') return bytes;
      for (let place = bytes.indexOf(from); place >= 0; place = bytes.indexOf(from, place + 1)) changed += to.copy(bytes, place);
      return bytes;
    };
    const comparison = new Comparison(await openedSite(site, {...module, change}), live.url);
    assert.ok(changed > 0, `the module holds no "${word}"`);
    for (const path of ['v1/position', 'v1/moves', 'v1/board.svg', 'v1/nothing']) await comparison.same(at(path, 'giuthi:0,0,1,0,2/0,3,0,1,0'));
    assert.ok(comparison.differences.length > 0, `"${other}" instead of "${word}" was not found`);
    assert.throws(() => comparison.finish(1, []), /build_wasm/);
  }
});

test('damaged files are told apart from answers', async () => {
  const damage = (bytes) => bytes.map((byte, place) => (place < bytes.length / 2 ? byte : byte ^ 1));
  const path = 'v1/position?p=giuthi:0,0,1,0,2/0,3,0,1,0';
  const spoilt = await openedSite(site, {...module, change: (bytes, name) => (name.endsWith('.uthi') ? damage(bytes) : bytes)});
  assert.ok((await spoilt.answer('GET', path)).status >= 500);
  const short = await openedSite(site, {...module, change: (bytes, name) => (name.endsWith('.uthi') ? bytes.subarray(1) : bytes)});
  await assert.rejects(short.answer('GET', path), /instead of/);
  await assert.rejects(openedSite(site, {...module, change: (bytes, name) => (name === 'tables.bin' ? damage(bytes) : bytes)}), /checksum/);
});

// An exported site answers as the server does, byte for byte: every endpoint, random positions of many rule sets, and errors.
// No browser: the module of the site runs in Node.
import {cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';

import {expect, test} from '@playwright/test';

import {bundledTables, server, uthi} from './processes.js';

// Beside the bundled tables: other games and sizes, rules, marks, bounds, and values packed in strips.
const kBuilds = [
  ['giuthi', '2x3', '--seeds', '6', '--rules', 'repetition=score'],
  ['giuthi', '2x4', '--seeds', '6', '--rules', 'origin=sow,chain=broken'],
  ['giuthi', '2x6', '--seeds', '5', '--no-depth'],
  ['kiothi', '2x4', '--seeds', '5', '--marks', '2', '--rules', 'triple=run'],
  ['awari', '2x3', '--seeds', '7'],
  ['giuthi', '2x2', '--seeds', '12', '--rules', 'repetition=split'],
];
const kPositions = 320;

let folder, live, answers, sets;
const fetched = [];

test.skip(({isMobile}) => Boolean(isMobile), 'the same on every device');
test.describe.configure({mode: 'serial'});

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'uthi-site-'));
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');  // For Node; browsers know by the page.
  const tables = join(folder, 'tables');
  cpSync(bundledTables, tables, {recursive: true});
  for (const words of kBuilds) uthi('build', ...words, '--tables', tables, '--threads', '1');
  const site = join(folder, 'site');
  uthi('export-site', site, '--tables', tables);
  live = await server(tables);
  answers = await opened(site, (name) => {
    fetched.push(name);
    return readFileSync(join(site, 'tables', name));
  });
  sets = JSON.parse((await asked('v1/tables')).text).sets;
});

test.afterAll(async () => {
  await live?.stop();
  rmSync(folder, {recursive: true, force: true});
});

async function opened(site, fetchTable) {
  globalThis.self ??= {location: {href: ''}};  // As in a worker.
  const {Answers} = await import(pathToFileURL(join(site, 'assets/answers.js')));
  const {default: makeModule} = await import(pathToFileURL(join(site, 'assets/uthi_wasm.js')));
  const module = await makeModule({wasmBinary: readFileSync(join(site, 'assets/uthi.wasm'))});
  return new Answers(module, fetchTable, readFileSync(join(site, 'tables/tables.bin')));
}

async function asked(path, body) {
  const response = await fetch(live.url + path, {method: body === undefined ? 'GET' : 'POST', body});
  return {status: response.status, type: response.headers.get('content-type'), text: await response.text()};
}

async function same(path, body) {
  const [server, site] = [await asked(path, body), await answers.answer(body === undefined ? 'GET' : 'POST', path, body)];
  expect(site, `${path} ${body?.slice(0, 200) ?? ''}`).toEqual(server);
  return server;
}

const query = (parameters) => new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== undefined)).toString();
const setQuery = ({game, board, rules}) => ({game, board, rules: Object.entries(rules).map(([name, value]) => `${name}=${value}`).join(',')});

/** Random positions of all sets and layers, with stores and either side to move, the same in every run. */
async function randomPositions(count) {
  const positions = [];
  for (let number = 0; positions.length < count; ++number) {
    const set = sets[number % sets.length];
    const layer = set.layers[(number * 7) % set.layers.length];
    const {status, text} = await same(`v1/random?${query({...setQuery(set), seeds: layer.seeds, marks: layer.marks, seed: number})}`);
    if (status !== 200) continue;
    const [board] = JSON.parse(text).position.split(' ');
    positions.push(`${board} ${(number * 5) % 9} ${(number * 3) % 7} ${number % 2 ? 'N' : 'S'}`);
  }
  return positions;
}

test('positions, moves, lines, trees, drawings and games of random positions', async () => {
  test.setTimeout(300_000);
  const positions = await randomPositions(kPositions);
  const outcomes = new Set();
  let played = 0;
  for (const [number, position] of positions.entries()) {
    const p = query({p: position.replaceAll(' ', '_')});
    const probe = await same(`v1/position?${p}`);
    expect(probe.status, probe.text).toBe(200);
    outcomes.add(JSON.parse(probe.text).outcome);
    const {moves = []} = JSON.parse((await same(`v1/moves?${p}`)).text);
    await same(`v1/line?${p}`);
    await same(`v1/board.svg?${p}&values=1`);
    if (number % 8 === 0) await same(`v1/tree?${p}&depth=${1 + ((number / 8) % 3)}`);
    if (!moves.length) continue;
    const move = moves[number % moves.length].move;
    played += 1;
    await same(`v1/play?${p}&${query({moves: move})}`);
    if (move !== 'pass') await same(`v1/board.svg?${p}&${query({move})}`);
  }
  expect([...outcomes]).toEqual(expect.arrayContaining(['win', 'draw', 'loss']));
  expect(played).toBeGreaterThan(kPositions / 2);
  await same('v1/batch', positions.map((position) => `${position}\n`).join('') + 'no position\ngiuthi:4,4,4,4,4/4,4,4,4,4\n');
});

test('each table was fetched once, when it was needed', async () => {
  expect(new Set(fetched).size).toBe(fetched.length);
  const all = sets.flatMap((set) => set.layers).length;
  expect(fetched.length).toBeGreaterThan(sets.length);
  expect(fetched.length).toBeLessThanOrEqual(all);
  expect(fetched).toContain('giuthi-2x5/010.uthi');
});

test('tables, statistics, rules, problems and searches for positions', async () => {
  await same('v1/tables');
  await same('v1/problems');
  await same('v1/openapi.json');
  await same('v1/healthz');
  for (const game of ['giuthi', 'kiothi', 'awari']) await same(`v1/rules?game=${game}`);
  await same('v1/rules?game=giuthi&rules=repetition=score,empty=none');
  for (const set of sets) {
    await same(`v1/stats?${query(setQuery(set))}`);
    const {seeds} = set.layers.at(-1);
    for (const outcome of ['win', 'draw', 'loss']) await same(`v1/random?${query({...setQuery(set), seeds, outcome, seed: 11})}`);
    await same(`v1/random?${query({...setQuery(set), seeds, unique: 1, min_depth: 4, seed: 5})}`);
  }
});

test('mistakes, and what no table holds', async () => {
  const statuses = new Set();
  for (const path of [
    'v1/position', 'v1/position?p=giuthi:4,4', 'v1/position?p=giuthi:9,9,9,9,9/9,9,9,9,9', 'v1/position?p=%zz', 'v1/position?p=a&q=b', 'v1/nothing', 'v1/moves?p=giuthi:4,4,4,4,4,4/4,4,4,4,4,4',
    'v1/moves?p=kiothi:5,5,5,5,5,5,0,0,0,0/0,0,0,0,5,5,5,5,5,5_0_0_S~2', 'v1/play?p=giuthi:0,0,1,0,2/0,3,0,1,0&moves=a%2B', 'v1/stats?game=giuthi&board=2x9', 'v1/random?game=giuthi&board=2x5&seeds=90', 'v1/tree?p=giuthi:0,0,1,0,2/0,3,0,1,0&depth=9',
    'v1/board.svg?p=giuthi:0,0,1,0,2/0,3,0,1,0&move=e%2B', 'v1/rules?game=chess', `v1/position?p=${'1'.repeat(9000)}`,
  ]) statuses.add((await same(path)).status);
  await same('v1/batch', '\n\n');
  await same('v1/batch', '{"p": 3}\n');
  await same('v1/batch', 'x\n'.repeat(1001));
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 404, 422]));
});

test('a search gives what the server finds', async () => {
  const steady = (text) => {
    const {seconds, nodes, ...rest} = JSON.parse(text.trim().split('\n').at(-1)).result;
    expect(seconds).toBeGreaterThanOrEqual(0);
    expect(nodes).toBeGreaterThanOrEqual(0);
    return rest;
  };
  for (const order of [{position: 'giuthi:2,2,2/2,2,2 0 0 S'}, {position: 'giuthi:3,3/3,3 0 0 S', floor: true, ceiling: true}, {position: 'giuthi{repetition=score}:2,1,1/0,1,2 0 0 S'}, {position: 'kiothi:2,1,0,2,1/1,2*,0,2,1 0 0 S', claim: 'win'}]) {
    const lines = [];
    const site = await answers.solve(JSON.stringify(order), (line) => lines.push(JSON.parse(line)));
    const server = await asked('v1/solve', JSON.stringify(order));
    expect(site.status).toBe(200);
    expect(lines[0]).toMatchObject({positions: 0});
    expect(steady(site.text)).toEqual(steady(server.text));
    expect(steady(site.text).status).toMatch(/proved|refuted/);
  }
  for (const order of ['nothing', '{"position": "giuthi:2,2/2,2", "claim": "high"}', '{"position": "giuthi:2,2/2,2", "seconds": 1e9}']) {
    const server = await asked('v1/solve', order);
    expect(await answers.solve(order, () => {})).toEqual(server);
    expect(server.status).toBeGreaterThanOrEqual(400);
  }
});

test('damaged files are told apart from answers', async () => {
  const site = join(folder, 'site');
  const damage = (bytes) => bytes.map((byte, at) => (at < bytes.length / 2 ? byte : byte ^ 1));
  const path = 'v1/position?p=giuthi:0,0,1,0,2/0,3,0,1,0';
  const spoilt = await opened(site, (name) => damage(readFileSync(join(site, 'tables', name))));
  expect((await spoilt.answer('GET', path)).status).toBeGreaterThanOrEqual(500);
  const short = await opened(site, (name) => readFileSync(join(site, 'tables', name)).subarray(1));
  await expect(short.answer('GET', path)).rejects.toThrow(/instead of/);
  const {Answers} = await import(pathToFileURL(join(site, 'assets/answers.js')));
  expect(() => new Answers(spoilt.module, () => {}, damage(readFileSync(join(site, 'tables/tables.bin'))))).toThrow(/checksum/);
});

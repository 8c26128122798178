// Asking a site and the server the same, and keeping what they answer differently.
import assert from 'node:assert/strict';

import {at} from './requests.mjs';
import {fromServer} from './sites.mjs';

const kLanes = 4;  // Requests on their way to the server while the module answers others.

export class Comparison {
  /** `answers`: an opened site; `url`: of a server over the same tables. */
  constructor(answers, url) {
    this.answers = answers;
    this.url = url;
    this.asked = 0;
    this.statuses = {};
    this.differences = [];
  }

  /** What the server says to it. */
  async same(path, body, method = body === undefined ? 'GET' : 'POST') {
    const [program, module] = await Promise.all([fromServer(this.url, method, path, body), this.answers.answer(method, path, body)]);
    this.asked += 1;
    this.statuses[program.status] = (this.statuses[program.status] ?? 0) + 1;
    if (['status', 'type', 'text'].some((part) => module[part] !== program[part])) this.differences.push({asked: `${method} /${path} ${body?.slice(0, 200) ?? ''}`, program, module});
    return program;
  }

  /** `each(item)` of all items, some at a time. */
  async all(items, each) {
    const left = items.values();
    await Promise.all(Array.from({length: kLanes}, async () => {
      for (const item of left) await each(item);
    }));
  }

  /** By the rules alone: moves, one of them played and drawn, the board drawn; and tables asked that mostly know nothing of it. */
  async rulesOf(chance, position) {
    const {status, text} = await this.same(at('v1/moves', position));
    await this.same(at('v1/board.svg', position, {palette: chance.of([undefined, 'wood', 'print'])}));
    await this.same(at(chance.of(['v1/position', 'v1/line', 'v1/tree']), position));
    const moves = status === 200 ? JSON.parse(text).moves ?? [] : [];
    if (!moves.length) return;
    const {move} = chance.of(moves);
    await this.same(at('v1/play', position, {moves: move}));
    if (move !== 'pass') await this.same(at('v1/board.svg', position, {move}));
  }

  /** All that tables say of a position, which they must cover; gives its outcome. */
  async valuesOf(chance, position) {
    const {status, text} = await this.same(at('v1/position', position));
    assert.equal(status, 200, text);
    await this.same(at('v1/line', position));
    await this.same(at('v1/board.svg', position, {values: 1}));
    if (chance.once_in(4)) await this.same(at('v1/tree', position, {depth: 1 + chance.below(3)}));
    await this.rulesOf(chance, position);
    return JSON.parse(text).outcome;
  }

  /** At least `least` requests were answered, with each of the statuses, and none differently. */
  finish(least, statuses) {
    const advice = 'the module answers otherwise than the program. If what the program says was changed on purpose, make the module anew: bash tools/build_wasm.sh';
    assert.deepEqual(this.differences.slice(0, 3), [], `${this.differences.length} of ${this.asked} requests: ${advice}`);
    assert.ok(this.asked >= least, `${this.asked} requests instead of ${least}`);
    for (const status of statuses) assert.ok(this.statuses[status] > 0, `no answer of status ${status} among ${JSON.stringify(this.statuses)}`);
  }
}

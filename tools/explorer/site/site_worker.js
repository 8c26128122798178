// The thread that answers in an exported site: takes {id, method, path, body}, posts {id, ...} with `reply`, `line` or `error`,
// and {loading: {name, bytes, got}} while tables come in. `got` is null when one is there.

import {Answers} from './answers.js';
import makeModule from './uthi_wasm.js';

const root = new URL('../', import.meta.url);

async function fetched(path, options, onBytes = () => {}) {
  const response = await fetch(new URL(path, root), options).catch(() => {
    throw new Error(`${path} could not be fetched. Is there a connection?`);
  });
  if (!response.ok) throw new Error(`${path} could not be fetched: the answer was ${response.status}. Is the site complete?`);
  const pieces = [];
  let size = 0;
  const reader = response.body.getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    pieces.push(piece.value);
    onBytes((size += piece.value.length));
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

async function fetchTable(name, version, bytes) {
  const path = `tables/${name.split('/').map(encodeURIComponent).join('/')}?v=${version}`;
  const tell = (got) => postMessage({loading: {name, bytes, got}});
  try {
    tell(0);
    return await fetched(path, {}, tell);
  } finally {
    tell(null);
  }
}

async function start() {
  const [wasmBinary, bundle] = await Promise.all([fetched('assets/uthi.wasm', {cache: 'no-cache'}), fetched('tables/tables.bin', {cache: 'no-cache'})]);
  return new Answers(await makeModule({wasmBinary}), fetchTable, bundle);
}

let answers = null;

addEventListener('message', async ({data: {id, method, path, body}}) => {
  try {
    answers ??= start();
    const here = await answers;
    const reply = path === 'v1/solve' ? await here.solve(body, (line) => postMessage({id, line})) : await here.answer(method, path, body);
    postMessage({id, reply});
  } catch (error) {
    answers = null;  // What was not there may be there the next time.
    postMessage({id, error: error.message});
  }
});

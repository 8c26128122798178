// The two that answer: an exported site, opened in Node as the page opens it in a thread, and the server.
import {copyFileSync, mkdirSync, readFileSync} from 'node:fs';
import {Agent, request} from 'node:http';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';

/**
 * The site in `folder`, answering by the module in `module` (default: its own), {wasm, glue}. `onFetch(name)` is told which tables
 * are fetched; `change` may change what is read: (bytes, name) => bytes.
 */
export async function openedSite(folder, {wasm = join(folder, 'assets/uthi.wasm'), glue = join(folder, 'assets/uthi_wasm.js'), onFetch = () => {}, change = (bytes) => bytes} = {}) {
  globalThis.self ??= {location: {href: ''}};  // As in a worker.
  const {Answers} = await import(pathToFileURL(join(folder, 'assets/answers.js')));
  const {default: makeModule} = await import(pathToFileURL(glue));
  const read = (path, name) => change(readFileSync(path), name);
  const fetchTable = (name) => {
    onFetch(name);
    return read(join(folder, 'tables', name), name);
  };
  return new Answers(await makeModule({wasmBinary: read(wasm, 'uthi.wasm')}), fetchTable, read(join(folder, 'tables/tables.bin'), 'tables.bin'));
}

/** A module to be imported by Node, which must be told that it is one: a copy in `folder`. */
export function copiedModule(from, folder) {
  mkdirSync(folder);
  for (const name of ['uthi.wasm', 'uthi_wasm.js']) copyFileSync(join(from, name), join(folder, name));
  return {wasm: join(folder, 'uthi.wasm'), glue: join(folder, 'uthi_wasm.js')};
}

const agent = new Agent({keepAlive: true});
const decoder = new TextDecoder('utf-8', {fatal: true, ignoreBOM: true});  // So texts are equal if and only if their bytes are.

/** {status, type, text} of the server at `url`. The path is sent as it is. */
export function fromServer(url, method, path, body) {
  return new Promise((resolve, reject) => {
    const {hostname, port} = new URL(url);
    const asking = request({agent, hostname, port, method, path: `/${path}`, headers: body === undefined ? {} : {'content-length': Buffer.byteLength(body)}}, (response) => {
      const pieces = [];
      response.on('error', reject);
      response.on('data', (piece) => pieces.push(piece));
      response.on('end', () => resolve({status: response.statusCode, type: response.headers['content-type'], text: decoder.decode(Buffer.concat(pieces))}));
    });
    asking.on('error', reject);
    asking.end(body);
  });
}

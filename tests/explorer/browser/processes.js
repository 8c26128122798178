// Running the program: for one answer, and as a server.
import {execFileSync, spawn} from 'node:child_process';
import {join, resolve} from 'node:path';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';

export const root = resolve(fileURLToPath(import.meta.url), '../../../..');
export const bundledTables = join(root, 'data/tables');
const program = process.env.UTHI_PROGRAM ?? join(root, 'build/release/tools/uthi');

/** What the program prints; throws where it fails. */
export function uthi(...words) {
  return execFileSync(program, words, {encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe']});
}

/** A server over the tables of a folder: {url, stop}; `stop` checks that it ends well. */
export async function server(tables, options = [], environment = {}) {
  const child = spawn(program, ['serve', '--tables', tables, '--bind', '127.0.0.1:0', '--work', '0', ...options], {env: {...process.env, UTHI_TABLES: tables, ...environment}, stdio: ['ignore', 'pipe', 'pipe']});
  let errors = '';
  child.stderr.on('data', (data) => (errors += data));
  const ended = new Promise((done) => child.once('exit', (code, signal) => done(code ?? signal)));
  const address = new Promise((done) => createInterface(child.stdout).once('line', (line) => done(line.trim())));
  const failed = new Promise((_, fail) => child.once('error', fail));
  const url = await Promise.race([address, failed, ended.then((code) => Promise.reject(new Error(`${program} serve ended with ${code}: ${errors}`)))]);
  const stop = async () => {
    child.kill('SIGTERM');
    const code = await ended;
    if (code !== 0) throw new Error(`the server ended with ${code} after SIGTERM: ${errors}`);
  };
  return {url: url.endsWith('/') ? url : `${url}/`, stop};
}

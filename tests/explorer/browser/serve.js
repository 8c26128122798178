// Starts the server on a free port with the tables of data/tables; afterwards stops it and checks that it ended well.
import {spawn} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';

const root = resolve(fileURLToPath(import.meta.url), '../../../..');

export default async function serve() {
  const program = process.env.UTHI_PROGRAM ?? join(root, 'build/release/tools/uthi');
  const tables = join(root, 'data/tables');
  const empty = mkdtempSync(join(tmpdir(), 'uthi-browser-'));
  const options = ['serve', '--tables', tables, '--bind', '127.0.0.1:0', '--work', '0'];
  if (process.env.UTHI_ASSETS) options.push('--assets', process.env.UTHI_ASSETS);
  const server = spawn(program, options, {env: {...process.env, XDG_DATA_HOME: empty, UTHI_TABLES: tables}, stdio: ['ignore', 'pipe', 'pipe']});
  let errors = '';
  server.stderr.on('data', (data) => (errors += data));
  const ended = new Promise((done) => server.once('exit', (code, signal) => done(code ?? signal)));
  const address = new Promise((done) => createInterface(server.stdout).once('line', (line) => done(line.trim())));
  const failed = new Promise((_, fail) => server.once('error', fail));
  const url = await Promise.race([address, failed, ended.then((code) => Promise.reject(new Error(`${program} serve ended with ${code}: ${errors}`)))]);
  process.env.UTHI_URL = url.endsWith('/') ? url : `${url}/`;

  return async () => {
    server.kill('SIGTERM');
    const code = await ended;
    rmSync(empty, {recursive: true, force: true});
    if (code !== 0) throw new Error(`the server ended with ${code} after SIGTERM: ${errors}`);
  };
}

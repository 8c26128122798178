// Starts the server on a free port with the tables of data/tables, and a server of plain files with a site exported from them;
// afterwards stops both, and checks that the first ended well.
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

import {bundledTables, server, uthi} from './processes.js';
import {serveFiles} from './plain_files.js';

export default async function serve() {
  const folder = mkdtempSync(join(tmpdir(), 'uthi-browser-'));
  const options = process.env.UTHI_ASSETS ? ['--assets', process.env.UTHI_ASSETS] : [];
  const running = await server(bundledTables, options, {XDG_DATA_HOME: folder});
  process.env.UTHI_URL = running.url;
  uthi('export-site', join(folder, 'site'), '--tables', bundledTables);
  const files = await serveFiles(join(folder, 'site'), '/below/a/prefix/');
  process.env.UTHI_SITE_URL = files.url;

  return async () => {
    files.stop();
    rmSync(folder, {recursive: true, force: true});
    await running.stop();
  };
}

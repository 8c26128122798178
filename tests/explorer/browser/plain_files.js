// A web server that only hands out files: no rewriting, no special headers, no answers to questions.
import {readFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import {extname, join, normalize} from 'node:path';

const kTypes = {'.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.svg': 'image/svg+xml'};

/** `folder` at `prefix` of a free port: {url, stop}. */
export async function serveFiles(folder, prefix) {
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
    const name = normalize(path.slice(prefix.length)) === '.' ? 'index.html' : normalize(path.slice(prefix.length));
    try {
      if (request.method !== 'GET' || !path.startsWith(prefix) || name.startsWith('..')) throw new Error('not here');
      const bytes = await readFile(join(folder, name));
      response.writeHead(200, {'Content-Type': kTypes[extname(name)] ?? 'application/octet-stream'});
      response.end(bytes);
    } catch {
      response.writeHead(404, {'Content-Type': 'text/plain'});
      response.end('no such file\n');
    }
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return {url: `http://127.0.0.1:${server.address().port}${prefix}`, stop: () => (server.closeAllConnections(), server.close())};
}

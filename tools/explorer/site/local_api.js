// What api.js asks in an exported site: a thread beside the page answers, from the tables that came with the site.

class Thread {
  constructor() {
    this.asked = new Map();
    this.count = 0;
    this.worker = new Worker(new URL('./site_worker.js', import.meta.url), {type: 'module'});
    this.worker.onmessage = ({data}) => this.told(data);
    this.worker.onerror = (event) => this.fail(event.message || 'The part of this page that answers did not start. Is the site complete?');
  }

  /** {status, type, text}; throws an Error where there is no answer. */
  ask(method, path, body, onLine = () => {}) {
    const id = ++this.count;
    return new Promise((resolve, reject) => {
      this.asked.set(id, {resolve, reject, onLine});
      this.worker.postMessage({id, method, path, body});
    });
  }

  told({id, reply, line, error, loading}) {
    if (loading) return showLoading(this, loading);
    const question = this.asked.get(id);
    if (line !== undefined) return question.onLine(line);
    this.asked.delete(id);
    return reply ? question.resolve(reply) : question.reject(new Error(error));
  }

  fail(message) {
    if (answering === this) answering = null;  // The next question begins anew.
    for (const {reject} of this.asked.values()) reject(new Error(message));
    this.end();
  }

  end() {
    this.asked.clear();
    this.worker.terminate();
    showLoading(this, null);
  }
}

let answering = null;

/** {status, type, text} of a request. */
export function answer(method, path, body) {
  answering ??= new Thread();
  return answering.ask(method, path, body);
}

/** The answer to POST v1/solve; `onLine` is given each line of progress. Aborting `signal` ends the search at once. */
export async function solve(order, onLine, signal) {
  const thread = new Thread();
  const aborted = new Promise((_, reject) => {
    const abort = () => reject(new DOMException('The search was cancelled.', 'AbortError'));
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
  });
  try {
    return await Promise.race([thread.ask('POST', 'v1/solve', order, onLine), aborted]);
  } finally {
    thread.end();
  }
}

// Tables that are coming in, by thread and name, and a bar that shows them.
const loadings = new Map();
let bar = null;

function showLoading(thread, loading) {
  if (!loadings.has(thread)) loadings.set(thread, new Map());
  const own = loadings.get(thread);
  if (!loading) loadings.delete(thread);
  else if (loading.got === null) own.delete(loading.name);
  else own.set(loading.name, loading);
  const list = [...loadings.values()].flatMap((tables) => [...tables.values()]);
  if (!bar && !list.length) return;
  if (!bar) {
    bar = document.createElement('p');
    bar.className = 'loading-tables';
    bar.append(document.createElement('span'), document.createElement('progress'));
    bar.lastChild.ariaLabel = 'Tables fetched';
    document.body.append(bar);
  }
  const all = list.reduce((sum, {bytes}) => sum + bytes, 0);
  const got = list.reduce((sum, one) => sum + one.got, 0);
  bar.firstChild.textContent = `Fetching ${list.length === 1 ? 'a table' : `${list.length} tables`}, ${(got / 1e6).toFixed(1)} of ${(all / 1e6).toFixed(1)} MB`;
  bar.lastChild.max = all || 1;
  bar.lastChild.value = got;
  bar.hidden = list.length === 0;
}

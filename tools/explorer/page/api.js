// Questions to the server; in an exported site the same questions go to the tables that were exported with it.

/** An answer that is an error: `status`, and what RFC 9457 calls a problem. */
export class Problem extends Error {
  constructor(status, details) {
    super(details.detail || details.title || `The answer was ${status}`);
    this.status = status;
    this.details = details;
  }
}

export const isLocal = document.documentElement.dataset.api === 'local';

/** What a function of local_api.js gives, of an exported site. */
async function locally(name, ...given) {
  try {
    const api = await import('./local_api.js');
    return await api[name](...given);
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Problem(0, {title: 'No answer', detail: error.message});
  }
}

/** {status, type, text} of a request. */
async function request(method, path, body, signal) {
  if (isLocal) return locally('answer', method, path, body);
  const response = await fetch(path, {method, body, signal}).catch((error) => {
    if (error.name === 'AbortError') throw error;
    throw new Problem(0, {title: 'No answer', detail: 'The server does not answer. Is it still running?'});
  });
  return {status: response.status, type: response.headers.get('content-type') ?? '', text: await response.text()};
}

function checked({status, text}) {
  if (status < 400) return text;
  let details = {detail: text || `The answer was ${status}.`};
  try {
    details = JSON.parse(text);
  } catch {
    // Not a problem document: what was sent is shown as it is.
  }
  throw new Problem(status, details);
}

const query = (parameters) => {
  const pairs = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
};

/** The text of v1/NAME?parameters; throws Problem. */
export async function apiText(name, parameters = {}, signal) {
  return checked(await request('GET', `v1/${name}?${query(parameters)}`, undefined, signal));
}

/** The same as data. */
export async function api(name, parameters, signal) {
  return JSON.parse(await apiText(name, parameters, signal));
}

/** Answers to many positions: an array in their order, an object with `error` where there is none. */
export async function batch(positions) {
  const text = checked(await request('POST', 'v1/batch', positions.join('\n') + '\n'));
  return text.trim().split('\n').map((line) => JSON.parse(line));
}

/** Searches beyond the tables; calls onProgress for each line, gives the result. Aborting `signal` cancels the search. */
export async function solve(question, onProgress, signal) {
  let result = null;
  const take = (line) => {
    const object = JSON.parse(line);
    if (object.result) result = object.result;
    else if (object.detail) throw new Problem(object.status ?? 500, object);
    else onProgress(object);
  };
  const lines = isLocal ? localLines(question, take, signal) : sentLines(question, signal);
  for await (const line of lines) take(line);
  if (!result) throw new Problem(0, {detail: 'The search was cut off before it had a result.'});
  return result;
}

/** The lines that the server sends, as they come. */
async function* sentLines(question, signal) {
  const response = await fetch('v1/solve', {method: 'POST', body: JSON.stringify(question), signal});
  if (!response.ok) checked({status: response.status, text: await response.text()});
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = (rest + read.value).split('\n');
    rest = lines.pop();
    yield* lines.filter((line) => line.trim());
  }
  if (rest.trim()) yield rest;
}

/** In an exported site progress is given to `take`; the last line is what is left. */
async function* localLines(question, take, signal) {
  yield checked(await locally('solve', JSON.stringify(question), take, signal));
}

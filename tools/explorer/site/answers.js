// Answers of an exported site: the explorer as WebAssembly, and the tables that it wants, fetched when it first wants them.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Answers {
  /**
   * `module` is an instance of uthi_wasm.js; `fetchTable(name, version, bytes)` gives the bytes of a table below tables/;
   * `bundle` are those of tables.bin. Throws an Error where the bundle is none.
   */
  constructor(module, fetchTable, bundle) {
    this.module = module;
    this.fetchTable = fetchTable;
    this.arriving = new Map();
    const opened = this.lend(bundle, (at, size) => module._site_open(at, size));
    if (!opened) throw new Error(this.text());
  }

  /** {status, type, text} of a request: GET "v1/position?p=..." */
  async answer(method, path, body = '') {
    return this.untilThere(() => this.lend(encoder.encode(`${method}\0`), (verb) => this.lend(encoder.encode(`/${path}\0`), (target) => this.lend(encoder.encode(body), (at, size) => this.module._site_answer(verb, target, at, size)))));
  }

  /** The same of POST v1/solve: `onLine` is given each line of progress, the answer is the last line. */
  async solve(order, onLine) {
    this.module.siteLine = onLine;
    return this.untilThere(() => this.lend(encoder.encode(order), (at, size) => this.module._site_solve(at, size)));
  }

  /** Asks, fetches what is wanted, and asks again until nothing is. */
  async untilThere(ask) {
    for (;;) {
      const status = ask();
      if (status) return {status, type: this.string(this.module._site_type()), text: this.text()};
      const wanted = this.string(this.module._site_wanted()).trim().split('\n');
      await Promise.all(wanted.map((line) => this.fetched(...line.split(' '))));
    }
  }

  /** Fetches a table once, however many ask for it. */
  fetched(name, version, size) {
    if (!this.arriving.has(name)) {
      const arriving = this.fetchInto(name, version, Number(size));
      arriving.catch(() => {}).finally(() => this.arriving.delete(name));
      this.arriving.set(name, arriving);
    }
    return this.arriving.get(name);
  }

  async fetchInto(name, version, size) {
    const bytes = await this.fetchTable(name, version, size);
    if (bytes.length !== size) throw new Error(`tables/${name} has ${bytes.length} bytes instead of ${size}. Was the site exported anew? Then load this page again.`);
    this.lend(encoder.encode(`${name}\0`), (at) => {
      const room = this.module._site_file(at);
      if (!room) throw new Error(`There is not the memory for tables/${name}.`);
      this.module.HEAPU8.set(bytes, room);
      this.module._site_arrived(at);
    });
  }

  /** f(address, size) while `bytes` are in the module's memory. */
  lend(bytes, f) {
    const at = this.module._malloc(bytes.length || 1);
    if (!at) throw new Error('There is not the memory to ask.');
    this.module.HEAPU8.set(bytes, at);
    try {
      return f(at, bytes.length);
    } finally {
      this.module._free(at);
    }
  }

  text() {
    const at = this.module._site_text();
    return decoder.decode(this.module.HEAPU8.subarray(at, at + this.module._site_text_bytes()));
  }

  string(at) {
    return decoder.decode(this.module.HEAPU8.subarray(at, this.module.HEAPU8.indexOf(0, at)));
  }
}

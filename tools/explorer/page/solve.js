// A bounded search beyond the tables, with its progress and a way to stop it.

import {solve} from './api.js';
import {el, select} from './dom.js';
import {sideName} from './position.js';
import {boundWords} from './words.js';

const kSeconds = [2, 5, 10, 30];

export class Solver {
  constructor(app) {
    this.app = app;
    this.results = new Map();
    this.running = null;
    app.addEventListener('loading', () => this.running?.abort());
  }

  panel(here) {
    const status = el('div', {class: 'solve-status'});
    const seconds = select(kSeconds.map((count) => [count, `${count} s`]), 5, {'aria-label': 'Seconds to search', name: 'seconds'});
    const start = el('button', {class: 'primary'}, 'Search');
    const cancel = el('button', {type: 'button', hidden: true, onclick: () => this.running?.abort()}, 'Cancel');
    const form = el('form', {class: 'row-form solve', onsubmit: (event) => (event.preventDefault(), run())}, el('span', {}, 'Search for'), seconds, start, cancel);
    const known = this.results.get(here.text);
    if (known) status.replaceChildren(this.resultOf(known, here));
    const run = async () => {
      this.running?.abort();
      const stop = (this.running = new AbortController());
      [start.hidden, cancel.hidden] = [true, false];
      const bar = el('progress', {max: 1, value: 0, 'aria-label': 'Time used'});
      const figures = el('p', {class: 'note'}, 'Searching …');
      status.replaceChildren(bar, figures);
      this.app.say('Searching beyond the tables.');
      const limit = Number(seconds.value);
      try {
        const result = await solve({position: here.text, seconds: limit}, (progress) => {
          bar.value = Math.min(1, progress.elapsed / limit);
          const bounds = boundWords(progress.bounds);
          figures.textContent = `${Number(progress.positions).toLocaleString('en')} positions in ${progress.elapsed.toFixed(1)} s${bounds ? `; ${bounds}` : ''}`;
        }, stop.signal);
        this.results.set(here.text, result);
        status.replaceChildren(this.resultOf(result, here));
        this.app.say(this.sentence(result, here));
      } catch (error) {
        const cancelled = error.name === 'AbortError';
        status.replaceChildren(el('p', {class: cancelled ? 'note' : 'error'}, cancelled ? 'Cancelled.' : error.message));
        if (cancelled) this.app.say('Search cancelled.');
      } finally {
        if (this.running === stop) this.running = null;
        [start.hidden, cancel.hidden] = [false, true];
      }
    };
    return el('div', {}, form, status);
  }

  sentence(result, here) {
    const mover = sideName(here.position.side);
    const words = {win: `${mover} wins`, loss: `${mover} loses`, draw: 'A draw', unknown: 'Not settled'};
    return `${words[result.outcome] ?? words.unknown}${result.status === 'proved' ? ', proved' : ''}.`;
  }

  resultOf(result, here) {
    const bounds = boundWords(result.bounds);
    const work = `${Number(result.nodes).toLocaleString('en')} positions in ${Number(result.seconds).toFixed(1)} s`;
    return el('p', {class: 'solve-result'}, el('strong', {}, this.sentence(result, here)), bounds && ` Still to come for ${sideName(here.position.side)}: ${bounds}.`, el('small', {class: 'note'}, ` ${work}${result.stopped ? `; ${result.stopped.replace(/ \(--.*\)/, '')}` : ''}.`));
  }
}

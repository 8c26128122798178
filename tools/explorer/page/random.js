// A random position from the tables, with filters.

import {api} from './api.js';
import {el, field, select} from './dom.js';
import {fillFromTables, firstShown} from './tables.js';

export class RandomPanel {
  constructor(host, app) {
    Object.assign(this, {host, app});
  }

  open() {
    return fillFromTables(this.host, 'There are no tables. “uthi build” makes some; “uthi serve --tables DIR” reads them.', (sets) => this.draw(sets));
  }

  draw(sets) {
    const now = firstShown(sets, this.app.here?.position);
    const set = select(sets.map((one, index) => [index, one.name]), now, {name: 'set', onchange: () => limit()});
    const seeds = el('input', {type: 'number', name: 'seeds', min: 1, value: 6, required: true});
    const marks = el('input', {type: 'number', name: 'marks', min: 0, value: 0});
    const marksField = field('Marked pits', marks);
    const outcome = select([['', 'Any'], ['win', 'A win for the mover'], ['draw', 'A draw'], ['loss', 'A loss for the mover']], '', {name: 'outcome'});
    const depth = el('input', {type: 'number', name: 'min_depth', min: 0, max: 999, placeholder: '0'});
    const unique = el('input', {type: 'checkbox', name: 'unique'});
    const hide = el('input', {type: 'checkbox', name: 'hidden', checked: this.app.view.hide});
    const failure = el('p', {class: 'error', role: 'alert'});
    const limit = () => {
      const chosen = sets[set.value];
      seeds.max = chosen.mostSeeds;
      seeds.value = Math.min(Number(seeds.value) || 1, chosen.mostSeeds);
      marks.max = chosen.mostMarks;
      marks.value = Math.min(Number(marks.value) || 0, chosen.mostMarks);
      marksField.hidden = chosen.mostMarks === 0;
    };
    const deal = async (event) => {
      event.preventDefault();
      failure.textContent = '';
      const chosen = sets[set.value];
      try {
        const {position} = await api('random', {
          game: chosen.game,
          board: chosen.board,
          rules: chosen.ruleText(chosen.defaults),
          seeds: seeds.value,
          marks: chosen.mostMarks ? marks.value : '',
          outcome: outcome.value,
          min_depth: depth.value,
          unique: unique.checked ? 1 : '',
        });
        const text = typeof position === 'string' ? position : position.position;
        await this.app.open(text, {view: {hide: hide.checked}});
        this.app.say('A random position was dealt.');
      } catch (error) {
        failure.textContent = error.message;
      }
    };
    limit();
    this.host.replaceChildren(
      el(
        'form',
        {class: 'random', onsubmit: deal},
        el('p', {class: 'panel-lead'}, 'A position from the tables, by chance.'),
        el('div', {class: 'grid2'}, field('Tables', set), field('Seeds on the board', seeds), marksField, field('Outcome', outcome), field('At least so many plies', depth)),
        el('label', {class: 'check'}, unique, el('span', {}, 'Only one best move')),
        el('label', {class: 'check'}, hide, el('span', {}, 'Hide the answers')),
        failure,
        el('div', {class: 'buttons end'}, el('button', {class: 'primary'}, 'Deal a position')),
      ),
    );
  }
}

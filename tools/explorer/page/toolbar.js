// Buttons under the board: undo, redo, flip, sides, hidden answers; and the settings of the view.

import {kSpeeds} from './animation.js';
import {el, field, select} from './dom.js';

const kModes = [['both', 'Both sides'], ['play-south', 'South, against the table'], ['play-north', 'North, against the table']];
const kThemes = [['system', 'As the system'], ['light', 'Light'], ['dark', 'Dark']];

export class Toolbar {
  constructor(host, viewHost, app) {
    this.app = app;
    const button = (icon, label, title, action) => el('button', {type: 'button', title, onclick: action}, el('span', {class: 'icon', 'aria-hidden': 'true'}, icon), el('span', {}, label));
    this.undo = button('↶', 'Undo', 'Undo (u)', () => app.undo());
    this.redo = button('↷', 'Redo', 'Redo (r)', () => app.redo());
    this.flip = button('⇅', 'Flip', 'See the board from the other side (f)', () => app.setView({flip: !app.view.flip}));
    this.swap = button('⇄', 'Swap sides', '', () => this.swapSides());
    this.hide = button('◌', 'Hide answers', 'Hide values and verdicts (h)', () => app.setView({hide: !app.view.hide}));
    this.mode = select(kModes, app.view.mode, {name: 'mode', onchange: () => this.setMode(this.mode.value)});
    this.values = el('input', {type: 'checkbox', name: 'values', checked: app.preferences.values, onchange: (event) => app.setPreference('values', event.target.checked)});
    this.speed = select(Object.keys(kSpeeds), app.preferences.speed, {name: 'speed', onchange: () => app.setPreference('speed', this.speed.value)});
    this.theme = select(kThemes, app.preferences.theme, {name: 'theme', onchange: () => this.setTheme(this.theme.value)});
    this.setTheme(app.preferences.theme);
    host.append(
      el('div', {class: 'board-tools', role: 'group', 'aria-label': 'Board'}, this.undo, this.redo, this.flip, this.swap, this.hide));
    viewHost.append(
      el('details', {class: 'view', open: matchMedia('(min-width: 641px)').matches}, el('summary', {}, 'Players and view'), el('div', {class: 'settings'}, field('You play', this.mode), field('Animation', this.speed), field('Colours', this.theme), el('label', {class: 'check'}, this.values, el('span', {}, 'Values on pits')))),
    );
  }

  draw() {
    const {app} = this;
    const isPlaying = app.view.mode !== 'both';
    this.undo.disabled = app.game.at === 0;
    this.redo.disabled = app.game.at >= app.game.plies.length;
    this.swap.disabled = !app.here || Boolean(app.here.ways);
    this.swap.title = isPlaying ? 'The table takes your side, you take its side' : 'The same board with the other player to move';
    this.hide.setAttribute('aria-pressed', String(app.view.hide));
    this.flip.setAttribute('aria-pressed', String(app.view.flip));
    this.mode.value = app.view.mode;
  }

  setMode(mode) {
    this.app.setView({mode, ...(mode === 'both' ? {} : {flip: mode === 'play-north'})});
    this.app.letTableMove();
  }

  swapSides() {
    const {app} = this;
    if (app.view.mode === 'both') return app.giveMove();
    return this.setMode(app.view.mode === 'play-south' ? 'play-north' : 'play-south');
  }

  setTheme(theme) {
    document.documentElement.dataset.theme = theme;
    this.app.setPreference('theme', theme);
  }
}

// What all tests share: opening positions, pressing as the device does, and questions to the API.
import {expect, test as base} from '@playwright/test';

/** A win by 8 for South with b+, a loss with b−; after b+ d+ North must pass. */
export const kStart = 'giuthi:0,0,1,0,2/0,3,0,1,0 6 5 S';
/** Both players shuffle for ever: pass C+ pass E− brings back the board after the first pass. */
export const kCycle = 'giuthi:0,0,3,1,0/1,0,0,0,1 0 0 S';
/** One sowing, e−, from the end of the game: South's row will hold 4 seeds, North's none. */
export const kLast = 'giuthi:0,0,0,0,0/1,1,0,0,2 9 5 S';
export const kKiothi = 'kiothi:1,2*,0,0,0/0,1,0,1,0 0 0 S';
export const kOpening = 'kiothi:5,5,5,5,5,5,0,0,0,0/0,0,0,0,5,5,5,5,5,5 0 0 S~2';
/** No table holds it. */
export const kBeyond = 'giuthi:4,4,4,4,4/4,4,4,4,4 0 0 S';

class ExplorerPage {
  constructor(page, touches, url) {
    Object.assign(this, {page, touches, url});
    this.verdict = page.locator('#verdict');
    this.moves = page.locator('#moves .move');
    this.live = page.locator('#live');
    this.sow = page.locator('#sow');
    this.expectedErrors = null;  // A pattern of console errors that a test provokes.
    this.history = page.locator('#history .ply');
  }

  address(position, view = '') {
    return `${this.url}?p=${encodeURIComponent(position.replaceAll(' ', '_'))}${view}`;
  }
  async open(position = kStart, view = '') {
    await this.page.goto(this.address(position, view));
    await this.page.waitForSelector('html[data-ready]');
  }
  /** Taps on a phone, clicks on a desktop. */
  press(target) {
    const locator = typeof target === 'string' ? this.page.locator(target) : target;
    return this.touches ? locator.tap() : locator.click();
  }
  pit(name) {
    return this.page.locator(`.pit[data-pit="${name}"]`);
  }
  /** What is drawn of a pit; the button lies over it. */
  place(name) {
    return this.page.locator(`.place[data-place="${name}"]`);
  }
  move(text) {
    return this.page.locator(`#moves [data-move="${text}"]`);
  }
  async panel(name) {
    await this.press(`#tab-${name}`);
    return this.page.locator(`#panel-${name}`);
  }
  button(name, options) {
    return this.page.getByRole('button', {name, ...options});
  }
  /** Seeds of the pits as they are drawn, by the labels that screen readers get. */
  async seeds(names) {
    const labels = await Promise.all([...names].map((name) => this.pit(name).getAttribute('aria-label')));
    return labels.map((label) => (label.includes('empty') ? 0 : Number(/: (\d+)/.exec(label)[1])));
  }
  /** Settings are folded away on a phone. */
  async setting(name) {
    const view = this.page.locator('details.view');
    if ((await view.getAttribute('open')) === null) await view.locator('summary').click();
    return this.page.locator(`details.view [name=${name}]`);
  }
  expectPosition(position) {
    return expect(this.page).toHaveURL((url) => url.searchParams.get('p')?.replaceAll('_', ' ') === position);
  }
  /** What the server answers, also where the page is not its own. */
  async api(name, parameters) {
    const query = Object.entries(parameters).map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&');
    const response = await this.page.request.get(`${process.env.UTHI_URL}v1/${name}?${query}`);
    expect(response.ok(), `${name}?${query}`).toBe(true);
    return response.json();
  }
}

export const test = base.extend({
  /** What is looked at: the page of a 'server', or an exported 'site'. */
  host: ['server', {option: true}],
  url: ({host}, use) => use(host === 'site' ? process.env.UTHI_SITE_URL : process.env.UTHI_URL),
  /** Errors in the page fail every test; answers that say "no table" are no errors. */
  explorer: async ({page, hasTouch, url}, use) => {
    const errors = [];
    const explorer = new ExplorerPage(page, Boolean(hasTouch), url);
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of 4\d\d/.test(message.text()) && !explorer.expectedErrors?.test(message.text())) errors.push(message.text());
    });
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(url)) errors.push(`outside request: ${request.url()}`);
    });
    await use(explorer);
    expect(errors).toEqual([]);
  },
});
export {expect};

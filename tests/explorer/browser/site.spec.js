// An exported site behind a server of plain files, below a prefix: what differs from the page of a server. That all else is
// the same, the project "site" shows: it runs the other tests on it (playwright.config.js).
import {expect, kBeyond, kStart, test} from './page.js';

test.use({host: 'site'});

/** Names of files that the page and its thread ask for from now on. */
function requests(page) {
  const names = [];
  page.on('request', (request) => {
    if (/^https?:/.test(request.url())) names.push(new URL(request.url()).pathname.replace('/below/a/prefix/', ''));
  });
  return names;
}

test('the first page shows a position with values, from files of the site alone', async ({explorer, page}) => {
  const asked = requests(page);
  await page.goto(explorer.url);
  await page.waitForSelector('html[data-ready]');
  await expect(explorer.verdict).toContainText('South wins by');
  await expect(page.locator('.moves-group').first()).toBeVisible();
  await expect(page.locator('.pit')).toHaveCount(10);
  for (const hidden of ['#api-link', '.without-script']) await expect(page.locator(hidden)).toBeHidden();
  expect(asked).toContain('assets/uthi.wasm');
  expect(asked.filter((name) => name.startsWith('v1'))).toEqual([]);
  // Of the tables those that the answer needs, once each.
  const tables = asked.filter((name) => name.endsWith('.uthi'));
  expect(tables).toContain('tables/giuthi-2x5/010.uthi');
  expect(new Set(tables).size).toBe(tables.length);
  expect(tables.filter((name) => name.includes('kiothi'))).toEqual([]);
});

test('a game, its history, and its address loaded anew', async ({explorer, page}) => {
  await explorer.open(kStart);
  await expect(explorer.verdict).toContainText('South wins by 8 in 10 plies');
  await explorer.press(explorer.move('b+'));
  await expect(explorer.verdict).toContainText('South wins by 8 in 9');
  await explorer.press(explorer.move('d+'));
  await expect(explorer.verdict).toContainText('North loses by 8');
  await expect(explorer.history).toHaveCount(3);
  const address = page.url();
  await page.goto('about:blank');
  await page.goto(address);
  await page.waitForSelector('html[data-ready]');
  await expect(explorer.verdict).toContainText('North loses by 8');
});

test('statistics, a random position, hidden answers', async ({explorer, page}) => {
  await explorer.open(kStart);
  const stats = await explorer.panel('stats');
  await stats.locator('[name=tables]').selectOption({label: 'Kiothi 2×5'});
  await expect(stats.locator('.plot')).toHaveCount(2);
  const panel = await explorer.panel('random');
  await panel.locator('[name=set]').selectOption({label: 'Kiothi 2×5'});
  await panel.locator('[name=seeds]').fill('6');
  await panel.getByLabel('Hide the answers').check();
  await explorer.press(panel.getByRole('button', {name: 'Deal a position'}));
  await expect(page).toHaveURL(/kiothi:.*hide=1/);
  await expect(explorer.verdict).toHaveText(/to move/);
});

test('a search beyond the tables runs in the browser, and ends when it is cancelled', async ({explorer, page}) => {
  const asked = requests(page);
  await explorer.open('giuthi:6,6,6,6,6,6,6/6,6,6,6,6,6,6 0 0 S');
  await page.locator('[name=seconds]').selectOption('30');
  await explorer.press(explorer.button('Search', {exact: true}));
  await expect(page.locator('.solve-status')).toContainText(/[1-9][\d,]* positions in/);
  await explorer.press(explorer.button('Cancel'));
  await expect(page.locator('.solve-status')).toHaveText('Cancelled.');
  await explorer.open('giuthi:2,2,2/2,2,2 0 0 S');
  await explorer.press(explorer.button('Search', {exact: true}));
  await expect(page.locator('.solve-result')).toContainText('South wins, proved.');
  expect(asked.filter((name) => name.startsWith('v1'))).toEqual([]);
});

test('a table that is long in coming is announced', async ({explorer, page}) => {
  let release;
  const held = new Promise((done) => (release = done));
  await page.context().route('**/giuthi-2x5/009.uthi*', async (route) => (await held, route.continue()));
  await page.goto(explorer.address('giuthi:0,0,1,0,2/0,3,2,1,0 6 4 S'));
  await expect(page.locator('.loading-tables')).toContainText(/Fetching a table, 0\.0 of \d+\.\d MB/);
  // Not the position that the file itself shows.
  await expect(explorer.verdict).toHaveText('Looking it up …');
  release();
  await expect(explorer.verdict).toContainText('South');
  await expect(page.locator('.loading-tables')).toBeHidden();
});

test('a file that is missing is named, and asked for again', async ({explorer, page}) => {
  explorer.expectedErrors = /ERR_FAILED/;
  await explorer.open(kBeyond);
  await page.context().route('**/tables/giuthi-2x5/**', (route) => route.fulfill({status: 404, body: 'no such file'}));
  const panel = await explorer.panel('stats');
  await panel.locator('[name=tables]').selectOption({label: 'Giuthi 2×5'});
  await expect(panel.locator('.error')).toContainText(/tables\/giuthi-2x5\/.* could not be fetched: the answer was 404/);
  await page.context().unroute('**/tables/giuthi-2x5/**');
  await panel.locator('[name=tables]').selectOption({label: 'Kiothi 2×5'});
  await expect(panel.locator('.plot')).toHaveCount(2);
  await panel.locator('[name=tables]').selectOption({label: 'Giuthi 2×5'});
  await expect(panel.locator('.plot')).toHaveCount(2);
});

test('a site without its WebAssembly says what is missing', async ({explorer, page}) => {
  await page.context().route('**/uthi.wasm*', (route) => route.fulfill({status: 404, body: 'no such file'}));
  await page.goto(explorer.address(kStart));
  await expect(page.locator('#failure')).toContainText('assets/uthi.wasm could not be fetched');
});

test.describe('without JavaScript', () => {
  test.use({javaScriptEnabled: false});
  test('a sentence says that it is needed, and the first position stands there', async ({explorer, page}) => {
    await page.goto(explorer.url);
    await expect(page.locator('.without-script')).toContainText('needs JavaScript');
    await expect(page.locator('#board svg')).toBeVisible();
    await expect(explorer.verdict).toContainText('South wins by');
    await expect(page.locator('.without-script')).toBeVisible();
    for (const hidden of ['#panels', '#api-link']) await expect(page.locator(hidden)).toBeHidden();
  });
});

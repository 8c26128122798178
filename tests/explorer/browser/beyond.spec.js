// Beyond the tables: the bounded search with progress and cancel, Kiothi's opening, and errors.
import {expect, kBeyond, kOpening, test} from './page.js';

test('a bounded search settles a position that no table holds', async ({explorer, page}) => {
  await explorer.open('giuthi:2,2,2/2,2,2 0 0 S');
  await page.locator('[name=seconds]').selectOption('10');
  await explorer.press(explorer.button('Search', {exact: true}));
  await expect(page.locator('.solve-result')).toContainText('South wins, proved.', {timeout: 20_000});
  await expect(explorer.live).toContainText('South wins, proved.');
});

test('a search shows its progress and can be cancelled', async ({explorer, page}) => {
  await explorer.open('giuthi:6,6,6,6,6,6,6/6,6,6,6,6,6,6 0 0 S');
  await page.locator('[name=seconds]').selectOption('30');
  await explorer.press(explorer.button('Search', {exact: true}));
  await expect(page.locator('.solve-status')).toContainText(/[\d,]+ positions in/);
  await explorer.press(explorer.button('Cancel'));
  await expect(page.locator('.solve-status')).toHaveText('Cancelled.');
  await expect(explorer.button('Search', {exact: true})).toBeVisible();
});

test('a search that runs out of time says what is known', async ({explorer, page}) => {
  await explorer.open('giuthi:6,6,6,6,6,6,6/6,6,6,6,6,6,6 0 0 S');
  await page.locator('[name=seconds]').selectOption('2');
  await explorer.press(explorer.button('Search', {exact: true}));
  await expect(page.locator('.solve-result')).toContainText('Not settled.', {timeout: 20_000});
});

test('Kiothi begins with a redistribution that is written', async ({explorer, page}) => {
  await explorer.open(kOpening);
  await expect(explorer.verdict).toHaveText('South redistributes');
  await expect(page.locator('#moves')).toContainText('300,450,150 ways');
  const input = page.getByLabel('Redistribution', {exact: true});
  await input.fill('ef=a4B5');
  await explorer.press(explorer.button('Redistribute', {exact: true}));
  await expect(page.locator('#moves [role=alert]')).not.toBeEmpty();
  await input.fill('ef=a4B6');
  await input.press('Enter');
  await expect(explorer.verdict).toHaveText('North redistributes');
  await explorer.press(explorer.button('Leave all as it is'));
  await explorer.press(explorer.button('Redistribute', {exact: true}));
  await expect(explorer.verdict).toHaveText('South to move');
  await explorer.expectPosition('kiothi:5*,5*,5*,5*,5*,5*,0,0,6*,0/4*,0,0,0,0,0,5*,5*,5*,5* 0 0 S');
  await expect(page.locator('.place.is-nki')).toHaveCount(12);
  await explorer.press(explorer.pit('g'));
  await explorer.press(explorer.button('Sow g4'));
  await explorer.expectPosition('kiothi:5*,5*,5*,5*,5*,5*,0,0,6*,1/4*,0,0,0,0,0,1,6*,6*,6* 0 0 N');
});

test('an address that is no position says what was expected, and offers an example', async ({explorer, page}) => {
  await page.goto(explorer.address('giuthi:4,4,4'));
  await expect(page.locator('#failure .card')).toContainText('expected');
  await explorer.press(page.locator('#failure a[data-position]'));
  await expect(page.locator('.pit')).not.toHaveCount(0);
  await expect(page.locator('#failure .card')).toHaveCount(0);
});

test('a server that does not answer is told, and the board stays', {tag: '@server'}, async ({explorer, page}) => {
  await explorer.open(kBeyond);
  await page.route('**/v1/**', (route) => route.abort());
  explorer.expectedErrors = /ERR_FAILED/;
  await explorer.press(explorer.move('b-'));
  await expect(page.locator('#failure')).toContainText('The server does not answer');
  await page.unroute('**/v1/**');
  await expect(explorer.verdict).toHaveText('South to move');
  await expect.poll(() => explorer.seeds('abcde')).toEqual([4, 4, 4, 4, 4]);
  await explorer.press(explorer.move('b-'));
  await expect(explorer.verdict).toHaveText('North to move');
  await expect(page.locator('#failure .card')).toHaveCount(0);
});

test('the first page shows a position that tables hold', async ({explorer, page}) => {
  await page.goto(explorer.url);
  await page.waitForSelector('html[data-ready]');
  await expect(page.locator('.moves-group').first()).toBeVisible();
  await expect(page).toHaveTitle(/Uthi/);
});

test('works below any prefix: all addresses are relative', {tag: '@server'}, async ({page}) => {
  const response = await page.request.get(process.env.UTHI_URL);
  const html = await response.text();
  expect(html).not.toMatch(/(src|href|action)="\//);
  expect(html).not.toMatch(/https?:\/\/(?!www\.w3\.org)/);
  expect(html).not.toContain('{{');
  expect(response.headers()['content-security-policy']).toContain("'self'");
});

// Random positions, statistics, sharing, rules: the panels beside the board.
import {expect, kStart, test} from './page.js';

test('tabs go by keys, and one panel is shown', async ({explorer, page}) => {
  await explorer.open();
  await page.locator('#tab-moves').focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('#tab-setup')).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.locator('#tab-rules')).toHaveAttribute('aria-selected', 'true');
  await expect(page.locator('[role=tabpanel]:visible')).toHaveCount(1);
});

test('deals a random position that fits the filters', async ({explorer}) => {
  await explorer.open();
  const panel = await explorer.panel('random');
  await panel.locator('[name=set]').selectOption({label: 'Giuthi 2×5'});
  await panel.locator('[name=seeds]').fill('7');
  await panel.locator('[name=outcome]').selectOption('loss');
  await panel.locator('[name=min_depth]').fill('3');
  await explorer.press(panel.getByRole('button', {name: 'Deal a position'}));
  await expect(explorer.live).toContainText('A random position was dealt.');
  const dealt = new URL(explorer.page.url()).searchParams.get('p').replaceAll('_', ' ');
  const answer = await explorer.api('position', {p: dealt});
  expect([answer.game, answer.board, answer.seeds, answer.outcome]).toEqual(['giuthi', '2x5', 7, 'loss']);
  expect(answer.ceiling_depth).toBeGreaterThanOrEqual(3);
});

test('a random position of Kiothi with marks, its answers hidden', async ({explorer, page}) => {
  await explorer.open();
  const panel = await explorer.panel('random');
  await panel.locator('[name=set]').selectOption({label: 'Kiothi 2×5'});
  await panel.locator('[name=seeds]').fill('5');
  await panel.locator('[name=marks]').fill('1');
  await expect(panel.locator('[name=marks]')).toBeVisible();
  await panel.getByLabel('Hide the answers').check();
  await explorer.press(panel.getByRole('button', {name: 'Deal a position'}));
  await expect(page).toHaveURL(/kiothi:.*hide=1/);
  await expect(page.locator('.place.is-nki')).toHaveCount(1);
});

test('filters that nothing fits are said to fit nothing', async ({explorer}) => {
  await explorer.open();
  const panel = await explorer.panel('random');
  await panel.locator('[name=seeds]').fill('1');
  await panel.locator('[name=min_depth]').fill('900');
  await explorer.press(panel.getByRole('button', {name: 'Deal a position'}));
  await expect(panel.getByRole('alert')).not.toBeEmpty();
  await explorer.expectPosition(kStart);
});

test('statistics: plots, numbers, records that open', async ({explorer, page}) => {
  await explorer.open();
  const panel = await explorer.panel('stats');
  await panel.locator('[name=tables]').selectOption({label: 'Giuthi 2×5'});
  await expect(panel.locator('.plot')).toHaveCount(2);
  await panel.locator('[name=layer]').selectOption({label: '6 seeds'});
  const [layer] = await explorer.api('stats', {game: 'giuthi', board: '2x5', layer: 6});
  const number = (value) => value.toLocaleString('en');
  await expect(panel.locator('.facts')).toContainText(`Positions${number(layer.positions)}Wins${number(layer.wins)}`);
  await expect(panel.locator('.column')).toHaveCount(11);
  await panel.getByText('The numbers').last().click();
  const rows = panel.locator('.plot').last().locator('tbody tr');
  const margins = [...new Set([...layer.floors, ...layer.ceilings].map(({margin}) => margin))];
  await expect(rows).toHaveCount(margins.length);
  await expect(rows.first()).toContainText(number(layer.floors.find(({margin}) => margin === Math.min(...margins))?.positions ?? 0));
  await explorer.press(panel.locator('.records a').first());
  await explorer.expectPosition(layer.longest_win.position);
  await expect(explorer.verdict).toHaveText(new RegExp(`South wins by ${layer.longest_win.margin} in ${layer.longest_win.depth} plies`));
  await expect(page.locator('#panel-stats')).toBeVisible();
});

test('statistics of marked layers', async ({explorer}) => {
  await explorer.open();
  const panel = await explorer.panel('stats');
  await panel.locator('[name=tables]').selectOption({label: 'Kiothi 2×5'});
  await panel.locator('[name=layer]').selectOption({label: '5 seeds, 2 marked'});
  const layers = await explorer.api('stats', {game: 'kiothi', board: '2x5'});
  const layer = layers.find((one) => one.layer.seeds === 5 && one.layer.marks === 2);
  await expect(panel.locator('.facts')).toContainText(`Positions${layer.positions.toLocaleString('en')}`);
});

test.describe('sharing', () => {
  test.beforeEach(({context}) => context.grantPermissions(['clipboard-read', 'clipboard-write']));
  const copied = (page) => page.evaluate(() => navigator.clipboard.readText());

  test('copies link, text, drawing, JSON, SVG and the game', async ({explorer, page}) => {
    await explorer.open();
    await explorer.press(explorer.move('b+'));
    await expect(explorer.history).toHaveCount(2);
    const panel = await explorer.panel('share');
    const position = 'giuthi:0,0,1,0,2/0,0,1,2,1 6 5 S';
    const copy = async (name, said) => {
      await explorer.press(panel.getByRole('button', {name, exact: true}));
      await expect(panel.getByRole('status')).toHaveText(said);
      return copied(page);
    };
    expect(await copy('Copy link', 'Copied the link.')).toBe(page.url());
    expect(await copy('Copy as text', 'Copied the position.')).toBe(position);
    expect(await copy('Copy drawing', 'Copied the drawing.')).toContain('   ·   ·   1   2   1   South 6  < to move');
    expect(JSON.parse(await copy('Copy as JSON', 'Copied the JSON.'))).toEqual(await explorer.api('position', {p: position}));
    expect(await copy('Copy as SVG', 'Copied the SVG.')).toMatch(/^<svg [\s\S]*<\/svg>\s*$/);
    expect(await copy('Copy the game', 'Copied the game.')).toBe(`${kStart}\nb+`);
  });

  test('saves a picture', async ({explorer, page}) => {
    await explorer.open();
    const panel = await explorer.panel('share');
    const download = page.waitForEvent('download');
    await explorer.press(panel.getByRole('button', {name: 'Save SVG'}));
    expect((await download).suggestedFilename()).toMatch(/^giuthi-.*\.svg$/);
  });
});

test('the rules of the game on the board, with its options', async ({explorer}) => {
  await explorer.open('giuthi{chain=broken}:0,0,1,0,2/0,3,0,1,0 6 5 S');
  const panel = await explorer.panel('rules');
  await expect(panel.locator('h3').first()).toHaveText('Giuthi');
  await expect(panel.locator('ol.rules li')).toHaveCount(10);
  await expect(panel.locator('dt').first()).toHaveText('chain broken (usually through)');
});

test('colours: as the system, or as chosen, also next time', async ({explorer, page}) => {
  await page.emulateMedia({colorScheme: 'light'});
  await explorer.open();
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.emulateMedia({colorScheme: 'dark'});
  const dark = await paper();
  expect(dark).not.toBe(light);
  await (await explorer.setting('theme')).selectOption('light');
  expect(await paper()).toBe(light);
  await explorer.open();
  expect(await paper()).toBe(light);
});

// The setup editor: palette, keys, stores, side, rule options, marks, text.
import {expect, kStart, test} from './page.js';

test('tools of the palette change pits', async ({explorer, page}) => {
  await explorer.open();
  const panel = await explorer.panel('setup');
  await explorer.press(explorer.pit('a'));
  await explorer.press(explorer.pit('a'));
  await expect(panel.locator('[name=text]')).toHaveValue('giuthi:0,0,1,0,2/2,3,0,1,0 6 5 S');
  await explorer.sow.getByRole('radio', {name: 'Take a seed'}).check();
  await explorer.press(explorer.pit('A'));
  await explorer.sow.getByRole('radio', {name: 'Empty the pit'}).check();
  await explorer.press(explorer.pit('b'));
  await explorer.sow.locator('[name=number]').fill('7');
  await explorer.press(explorer.pit('E'));
  await expect(panel.locator('[name=text]')).toHaveValue('giuthi:7,0,1,0,1/2,0,0,1,0 6 5 S');
  await expect.poll(() => explorer.seeds('aAbE')).toEqual([2, 1, 0, 7]);
  await expect(panel.getByRole('status')).toContainText('12 on the board. No table holds it');
  await explorer.press(panel.getByRole('button', {name: 'Use this position'}));
  await explorer.expectPosition('giuthi:7,0,1,0,1/2,0,0,1,0 6 5 S');
  await expect(page.locator('#tab-moves')).toHaveAttribute('aria-selected', 'true');
});

test('keys change pits', async ({explorer, page}) => {
  await explorer.open();
  const text = (await explorer.panel('setup')).locator('[name=text]');
  await explorer.pit('a').focus();
  await page.keyboard.press('1');
  await page.keyboard.press('2');
  await expect(text).toHaveValue(/\/12,3,/);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('+');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('5');
  await page.keyboard.press('-');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Delete');
  await expect(text).toHaveValue('giuthi:0,0,1,0,2/12,4,4,0,0 6 5 S');
});

test('stores, side, filling, emptying, swapping', async ({explorer}) => {
  await explorer.open();
  const panel = await explorer.panel('setup');
  const text = panel.locator('[name=text]');
  await panel.locator('[name=store-0]').fill('3');
  await panel.locator('[name=store-1]').fill('9');
  await panel.locator('[name=side]').selectOption('N');
  await expect(text).toHaveValue('giuthi:0,0,1,0,2/0,3,0,1,0 3 9 N');
  await explorer.press(panel.getByRole('button', {name: 'Swap rows'}));
  await expect(text).toHaveValue('giuthi:0,1,0,3,0/2,0,1,0,0 9 3 N');
  await panel.locator('[name=evenly]').fill('1');
  await explorer.press(panel.getByRole('button', {name: 'Fill every pit with'}));
  await expect(text).toHaveValue('giuthi:1,1,1,1,1/1,1,1,1,1 9 3 N');
  await expect(panel.getByRole('status')).toContainText('Tables hold it.');
  await explorer.press(panel.getByRole('button', {name: 'Empty board'}));
  await expect(text).toHaveValue('giuthi:0,0,0,0,0/0,0,0,0,0 9 3 N');
});

test('rule options are part of the position', async ({explorer}) => {
  await explorer.open();
  const panel = await explorer.panel('setup');
  await panel.getByText('Rule options').click();
  await panel.locator('[name=option-origin]').selectOption('sow');
  await expect(panel.locator('[name=text]')).toHaveValue('giuthi{origin=sow}:0,0,1,0,2/0,3,0,1,0 6 5 S');
  await expect(panel.getByRole('status')).toContainText('No table holds it');
  await panel.locator('[name=option-origin]').selectOption('skip');
  await expect(panel.locator('[name=text]')).toHaveValue(kStart);
  await panel.locator('[name=option-chain]').selectOption('broken');
  await explorer.press(panel.getByRole('button', {name: 'Use this position'}));
  await explorer.expectPosition('giuthi{chain=broken}:0,0,1,0,2/0,3,0,1,0 6 5 S');
});

test('another game and board; Kiothi has marks and its own start', async ({explorer, page}) => {
  await explorer.open();
  const panel = await explorer.panel('setup');
  await panel.locator('[name=game]').selectOption('kiothi');
  await panel.locator('[name=board]').selectOption('4');
  await expect(page.locator('.pit')).toHaveCount(8);
  await explorer.sow.getByRole('radio', {name: 'Mark or unmark (nki)'}).check();
  await explorer.press(explorer.pit('b'));
  await expect(panel.locator('[name=text]')).toHaveValue('kiothi:2,2,2,2/2,2*,2,2 0 0 S');
  await expect(explorer.place('b').locator('.fence')).toHaveCount(1);
  await explorer.pit('c').focus();
  await page.keyboard.press('*');
  await expect(panel.locator('[name=text]')).toHaveValue('kiothi:2,2,2,2/2,2*,2*,2 0 0 S');
  await panel.locator('[name=board]').selectOption('10');
  await explorer.press(panel.getByRole('button', {name: 'Start of Kiothi'}));
  await expect(panel.locator('[name=text]')).toHaveValue('kiothi:5,5,5,5,5,5,0,0,0,0/0,0,0,0,5,5,5,5,5,5 0 0 S~2');
});

test('a position written as text; one that is none is refused with a reason', async ({explorer}) => {
  await explorer.open();
  const panel = await explorer.panel('setup');
  const text = panel.locator('[name=text]');
  await text.fill('giuthi:1,2/3');
  await text.blur();
  await expect(panel.getByRole('alert')).toContainText('same number of pits');
  await text.fill('giuthi{colour=red}:1,2/3,4 0 0 S');
  await text.blur();
  await explorer.press(panel.getByRole('button', {name: 'Use this position'}));
  await expect(panel.getByRole('alert')).toContainText('colour');
  await text.fill('giuthi:0,0,0,0,1/0,0,3,0,0');
  await text.blur();
  await expect(explorer.page.locator('.pit')).toHaveCount(10);
  await explorer.press(panel.getByRole('button', {name: 'Use this position'}));
  await explorer.expectPosition('giuthi:0,0,0,0,1/0,0,3,0,0 0 0 S');
});

test('leaving the editor without using it changes nothing', async ({explorer}) => {
  await explorer.open();
  await explorer.panel('setup');
  await explorer.press(explorer.pit('a'));
  await explorer.press(explorer.button('Cancel'));
  await expect.poll(() => explorer.seeds('ab')).toEqual([0, 3]);
  await expect(explorer.verdict).toHaveText(/South wins by 8/);
  await explorer.panel('setup');
  await explorer.press(explorer.pit('a'));
  await explorer.panel('moves');
  await expect.poll(() => explorer.seeds('ab')).toEqual([0, 3]);
});

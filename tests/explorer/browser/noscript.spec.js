// Without JavaScript: the server's page is read, and played on by links.
import {expect, kBeyond, kKiothi, kStart, test} from './page.js';

test.use({javaScriptEnabled: false});

test('shows board, verdict and moves as links', async ({explorer, page}) => {
  await page.goto(explorer.address(kStart));
  await expect(explorer.verdict).toContainText('South wins by 8 in 10 plies');
  await expect(page.locator('#board svg')).toBeVisible();
  await expect(page.locator('.moves-win')).toContainText('wins by 8 in 10 plies, plays again');
  await explorer.press(page.locator('a.move[data-move="b+"]'));
  await expect(explorer.verdict).toContainText('South wins by 8 in 9 plies');
  await expect(page).toHaveURL(/p=/);
});

test('a position is entered in a form', async ({explorer, page}) => {
  await page.goto(explorer.url);
  await page.locator('form input[name=p]').fill(kKiothi);
  await explorer.press(page.locator('form button'));
  await expect(explorer.verdict).toContainText('South wins');
  await expect(page.locator('#forms nav a').first()).toBeVisible();
});

test('a position without a table still has its moves', async ({explorer, page}) => {
  await page.goto(explorer.address(kBeyond));
  await expect(page.locator('a.move')).toHaveCount(10);
  await explorer.press(page.locator('a.move[data-move="a+"]'));
  await expect(page.locator('a.move').first()).toBeVisible();
});

test('what is no position is explained', async ({explorer, page}) => {
  const response = await page.goto(explorer.address('giuthi:4,4'));
  expect(response.status()).toBe(400);
  await expect(explorer.verdict).toContainText('expected');
});

test('shows nothing that would need JavaScript, and fits', async ({explorer, page}) => {
  await page.goto(explorer.address(kStart));
  for (const id of ['tabs', 'sow', 'tools', 'history', 'view']) await expect(page.locator(`#${id}`)).toBeHidden();
  const box = await page.locator('#board svg').boundingBox();
  expect(box.x + box.width).toBeLessThanOrEqual(page.viewportSize().width);
});

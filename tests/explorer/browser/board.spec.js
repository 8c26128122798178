// The board: what it shows, and sowing by mouse, touch and keys.
import {expect, kBeyond, kKiothi, kLast, kStart, test} from './page.js';

test('shows pits, counts, names, stores and the side to move', async ({explorer}) => {
  await explorer.open();
  await expect.poll(() => explorer.seeds('abcdeABCDE')).toEqual([0, 3, 0, 1, 0, 2, 0, 1, 0, 0]);
  await expect(explorer.place('b').locator('.seed')).toHaveCount(3);
  await expect(explorer.place('b').locator('.pit-count')).toHaveText('3');
  await expect(explorer.page.locator('.pit-name')).toHaveText(['E', 'D', 'C', 'B', 'A', 'a', 'b', 'c', 'd', 'e']);
  await expect(explorer.page.locator('.store[data-side=S]')).toHaveAttribute('aria-label', 'South’s store: 6, to move');
  await expect(explorer.page.locator('.store[data-side=S] .store-mover')).toHaveText('to move');
  await expect(explorer.page.locator('.store[data-side=N] .store-mover')).toHaveText('');
  await expect(explorer.verdict).toHaveText(/South wins by 8 in 10 plies/);
});

test('sows a pit in the direction that is chosen', async ({explorer}) => {
  await explorer.open();
  await explorer.press(explorer.pit('b'));
  await expect(explorer.pit('b')).toHaveAttribute('aria-pressed', 'true');
  await expect(explorer.sow.getByRole('button')).toHaveCount(2);
  await explorer.press(explorer.button('Sow b to the right'));
  await explorer.expectPosition('giuthi:0,0,1,0,2/0,0,1,2,1 6 5 S');
  await expect.poll(() => explorer.seeds('abcde')).toEqual([0, 0, 1, 2, 1]);
  await expect(explorer.live).toHaveText('South sows b counter-clockwise, plays again. South wins by 8 in 9 plies.');
});

test('direction buttons are big enough for a thumb', async ({explorer}) => {
  await explorer.open();
  await explorer.press(explorer.pit('b'));
  for (const button of await explorer.sow.getByRole('button').all()) {
    const box = await button.boundingBox();
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
  }
});

test('keys: arrows to a pit, Enter, an arrow for the direction', async ({explorer, page}) => {
  await explorer.open();
  await explorer.pit('b').focus();
  await page.keyboard.press('ArrowUp');
  await expect(explorer.pit('D')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(explorer.pit('C')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(explorer.pit('E')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(explorer.live).toContainText('b chosen');
  await page.keyboard.press('Escape');
  await expect(explorer.pit('b')).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowLeft');
  await explorer.expectPosition('giuthi:1,1,1,0,2/1,0,0,1,0 6 5 N');
  await expect(explorer.pit('b')).toBeFocused();
});

test('the board is one tab stop, and it is a pit that can be sown', async ({explorer, page}) => {
  await explorer.open();
  await expect(page.locator('.pit[tabindex="0"]')).toHaveCount(1);
  await expect(page.locator('.pit[tabindex="0"]')).toHaveAttribute('data-pit', 'b');
});

test('North sows towards the other side of the screen, and so does a flipped board', async ({explorer, page}) => {
  const north = 'giuthi:1,1,1,0,2/1,0,0,1,0 6 5 N';
  const {moves} = await explorer.api('moves', {p: north});
  const left = moves.find(({move}) => move === 'A+').position;
  await explorer.open(north);
  await explorer.pit('A').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowLeft');
  await explorer.expectPosition(left);
  await explorer.open(north, '&flip=1');
  await expect(page.locator('.pit-name')).toHaveText(['e', 'd', 'c', 'b', 'a', 'A', 'B', 'C', 'D', 'E']);
  await explorer.pit('A').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await explorer.expectPosition(left);
});

test('says why a pit cannot be sown', async ({explorer}) => {
  await explorer.open();
  await explorer.press(explorer.pit('d'));
  await expect(explorer.live).toHaveText('A single seed cannot be sown: d needs two or more.');
  await explorer.press(explorer.pit('a'));
  await expect(explorer.live).toHaveText('Pit a is empty.');
  await explorer.press(explorer.pit('A'));
  await expect(explorer.live).toHaveText('South is to move; A is not its pit.');
});

test('a player without a sowing passes', async ({explorer}) => {
  await explorer.open('giuthi:0,0,1,0,0/0,1,1,3,0 7 5 N');
  await expect(explorer.sow).toContainText('North has no sowing and must pass.');
  await explorer.press(explorer.button('Pass', {exact: true}));
  await explorer.expectPosition('giuthi:0,0,1,0,0/0,1,1,3,0 7 5 S');
});

test('the end of a game is told, with the score', async ({explorer}) => {
  await explorer.open(kLast);
  await explorer.press(explorer.move('e-'));
  await expect(explorer.verdict).toHaveText('The game is over: South has won by 8, 13 to 5');
  await expect(explorer.sow).toContainText('The game is over');
  await expect(explorer.live).toContainText('The game is over: South has won by 8, 13 to 5.');
});

test('Kiothi: marked pits differ by shape, and say so', async ({explorer}) => {
  await explorer.open(kKiothi);
  const marked = explorer.place('D');
  await expect(marked.locator('.shield')).toHaveCount(2);
  await expect(marked.locator('.fence')).toHaveCount(1);
  await expect(marked.locator('.pit-count')).toHaveText('2★');
  await expect(explorer.pit('D')).toHaveAttribute('aria-label', 'North D: 2 warriors, marked, a nki');
  await expect(explorer.place('E').locator('.shield')).toHaveCount(0);
});

const kLifts = 'kiothi:1,0,0,0,0/3,0,0,0,1 0 0 S';

test('Kiothi: lifts by stepper', async ({explorer}) => {
  const {moves} = await explorer.api('moves', {p: kLifts});
  const lifts = moves.filter(({move}) => move[0] === 'a').map(({move}) => Number(move.slice(1))).sort();
  expect(lifts.length).toBeGreaterThan(1);
  await explorer.open(kLifts);
  await explorer.press(explorer.pit('a'));
  await expect(explorer.sow.locator('output b')).toHaveText(String(lifts[0]));
  await explorer.press(explorer.button('Lift more'));
  await expect(explorer.sow.locator('output b')).toHaveText(String(lifts[1]));
  await explorer.press(explorer.button('Lift fewer'));
  await explorer.press(explorer.button('Lift more'));
  await explorer.press(explorer.button(`Sow a${lifts[1]}`));
  await explorer.expectPosition(moves.find(({move}) => move === `a${lifts[1]}`).position);
});

test('Kiothi: lifts by number keys', async ({explorer, page}) => {
  const {moves} = await explorer.api('moves', {p: kLifts});
  await explorer.open(kLifts);
  await explorer.pit('a').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('3');
  await expect(explorer.sow.locator('output b')).toHaveText('3');
  await page.keyboard.press('9');
  await expect(explorer.live).toContainText('Lifting 9 from a is not legal');
  await page.keyboard.press('3');
  await page.keyboard.press('Enter');
  await explorer.expectPosition(moves.find(({move}) => move === 'a3').position);
});

test('awari is played with one press, and needs no tables', async ({explorer}) => {
  const start = 'awari:4,4,4,4,4,4/4,4,4,4,4,4 0 0 S';
  const {moves} = await explorer.api('moves', {p: start});
  await explorer.open(start);
  await explorer.press(explorer.pit('c'));
  await explorer.expectPosition(moves.find(({move}) => move === 'c').position);
});

test('the largest board fits, with all its pits to press', async ({explorer, page}) => {
  await explorer.open('giuthi:9,9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9,9 0 0 S');
  await expect(page.locator('.pit')).toHaveCount(20);
  for (const pit of await page.locator('.pit').all()) {
    const box = await pit.boundingBox();
    expect(box.width).toBeGreaterThanOrEqual(24);
    expect(box.height).toBeGreaterThanOrEqual(44);
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(page.viewportSize().width);
  }
});

test('nothing is wider than the window', async ({explorer, page}) => {
  for (const position of [kStart, kBeyond, kKiothi, 'kiothi:5*,5*,5*,5*,0,10*,0,0,6*,0/4*,0,0,0,0,0,5*,5*,5*,5* 0 0 S']) {
    await explorer.open(position);
    for (const panel of ['moves', 'setup', 'random', 'problems', 'stats', 'share', 'rules']) {
      await explorer.panel(panel);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), `${position} ${panel}`).toBe(0);
    }
  }
});

// Sowing lap by lap: what is shown, the speeds, the off switch, and less motion where that is asked for.
import {expect, kBeyond, test} from './page.js';

const kThreeLaps = {move: 'c+', position: 'giuthi:4,4,4,1,7/4,0,2,7,7 0 0 N'};

/** Notes what the hand over the board says, until the page is left. */
async function watchHand(page) {
  await page.evaluate(() => {
    window.hands = [];
    new MutationObserver(() => {
      const text = document.querySelector('.hand')?.textContent;
      if (text && window.hands.at(-1) !== text) window.hands.push(text);
    }).observe(document.body, {childList: true, subtree: true});
  });
}

test.describe('with motion', () => {
  test.use({contextOptions: {reducedMotion: 'no-preference'}});

  test('shows every lap, seed by seed', async ({explorer, page}) => {
    await explorer.open(kBeyond);
    await expect(await explorer.setting('speed')).toHaveValue('normal');
    await (await explorer.setting('speed')).selectOption('fast');
    const {moves} = await explorer.api('moves', {p: kBeyond});
    const {laps} = moves.find(({move}) => move === kThreeLaps.move);
    expect(laps.length).toBeGreaterThan(1);
    await watchHand(page);
    await explorer.press(explorer.move(kThreeLaps.move));
    await expect(explorer.verdict).toHaveText('North to move');
    const expected = laps.flatMap((lap, index) => Array.from({length: lap.seeds + 1}, (_, dropped) => {
      const left = lap.seeds - dropped;
      return `${left ? `${left} in hand` : '·'} lap ${index + 1} of ${laps.length}`;
    }));
    expect(await page.evaluate(() => window.hands)).toEqual(expected);
    await explorer.expectPosition(kThreeLaps.position);
    await expect(page.locator('.hand')).toHaveCount(0);
  });

  test('can be skipped', async ({explorer}) => {
    await explorer.open(kBeyond);
    await (await explorer.setting('speed')).selectOption('slow');
    await explorer.press(explorer.move('c+'));
    await expect(explorer.verdict).toHaveText('South sows …');
    await explorer.press(explorer.button('Skip'));
    await expect(explorer.verdict).toHaveText('North to move', {timeout: 2000});
    await expect.poll(() => explorer.seeds('abcde')).toEqual([4, 0, 2, 7, 7]);
  });

  test('undoing while seeds fall goes back to the position before', async ({explorer}) => {
    await explorer.open(kBeyond);
    await (await explorer.setting('speed')).selectOption('slow');
    await explorer.press(explorer.move('c+'));
    await expect(explorer.verdict).toHaveText('South sows …');
    await explorer.page.goBack();
    await expect(explorer.verdict).toHaveText('South to move');
    await expect.poll(() => explorer.seeds('abcde')).toEqual([4, 4, 4, 4, 4]);
    await expect(explorer.page.locator('.hand')).toHaveCount(0);
  });

  test('is off where it was switched off, also next time', async ({explorer, page}) => {
    await explorer.open(kBeyond);
    await (await explorer.setting('speed')).selectOption('off');
    await explorer.open(kBeyond);
    await expect(await explorer.setting('speed')).toHaveValue('off');
    await watchHand(page);
    await explorer.press(explorer.move('c+'));
    await explorer.expectPosition(kThreeLaps.position);
    await expect(explorer.verdict).toHaveText('North to move');
    expect(await page.evaluate(() => window.hands)).toEqual([]);
  });
});

test('is off for those who ask for less motion', async ({explorer, page}) => {
  await explorer.open(kBeyond);
  await expect(await explorer.setting('speed')).toHaveValue('off');
  await watchHand(page);
  await explorer.press(explorer.move('c+'));
  await expect(explorer.verdict).toHaveText('North to move');
  expect(await page.evaluate(() => window.hands)).toEqual([]);
});

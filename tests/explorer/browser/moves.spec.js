// The list of moves: groups, order, words, previews, values on the pits, hidden answers.
import {expect, kBeyond, kStart, test} from './page.js';

const kMany = 'giuthi:1,0,2,0,1/2,0,2,1,0 0 0 S';

test('groups moves by outcome, best first, in words', async ({explorer, page}) => {
  await explorer.open();
  await expect(page.locator('.moves-group h3')).toHaveText(['▲Wins for South1', '▼Losses for South1']);
  await expect(page.locator('.moves-win .move-words')).toHaveText('wins by 8 in 10 plies, plays again');
  await expect(page.locator('.moves-loss .move-words')).toHaveText('loses by 6 in 15 plies');
});

test('has every move of the API, in its order', async ({explorer, page}) => {
  const {moves} = await explorer.api('position', {p: kMany});
  expect(moves.length).toBeGreaterThan(3);
  await explorer.open(kMany);
  for (const [outcome, group] of [['win', '.moves-win'], ['draw', '.moves-draw'], ['loss', '.moves-loss']]) {
    const expected = moves.filter((move) => move.outcome === outcome).map(({move}) => move);
    const shown = await page.locator(`${group} .move`).evaluateAll((links) => links.map((link) => link.dataset.move));
    expect(shown).toEqual(expected);
  }
});

test('captures, margins and depths are those of the API', async ({explorer}) => {
  const {moves} = await explorer.api('position', {p: kMany});
  await explorer.open(kMany);
  for (const {move, outcome, floor, ceiling, floor_depth, ceiling_depth, captures, again} of moves) {
    const words = explorer.move(move).locator('.move-words');
    if (outcome === 'win') await expect(words).toContainText(`wins by ${floor} in ${floor_depth} pl`);
    if (outcome === 'loss') await expect(words).toContainText(`loses by ${-ceiling} in ${ceiling_depth} pl`);
    if (outcome === 'draw') await expect(words).toContainText('draws by');
    if (captures) await expect(words).toContainText(`takes ${captures}`);
    if (again) await expect(words).toContainText('plays again');
  }
});

test('a move of the list is played, and keeps the focus in the list', async ({explorer, page}) => {
  await explorer.open();
  await explorer.move('b+').focus();
  await page.keyboard.press('Enter');
  await explorer.expectPosition('giuthi:0,0,1,0,2/0,0,1,2,1 6 5 S');
  await expect(page.locator('#moves .move:focus')).toHaveCount(1);
  await expect(explorer.verdict).toHaveText(/South wins by 8 in 9 plies/);
});

test('focus previews the board after a move', async ({explorer, page}) => {
  await explorer.open();
  await explorer.move('b-').focus();
  await expect(explorer.verdict).toHaveText('▼After b−');
  await expect(page.locator('#subline')).toHaveText('South loses by 6 in 15 plies');
  await expect(page.locator('.board')).toHaveClass(/is-preview/);
  await expect.poll(() => explorer.seeds('abcdeABCDE')).toEqual([1, 0, 0, 1, 0, 2, 0, 1, 1, 1]);
  await expect(explorer.place('a')).toHaveClass(/is-changed/);
  await explorer.move('b-').blur();
  await expect(explorer.verdict).toHaveText(/South wins by 8/);
  await expect.poll(() => explorer.seeds('ab')).toEqual([0, 3]);
});

test('hovering previews too, and leaving takes it back', async ({explorer, page, hasTouch}) => {
  test.skip(hasTouch, 'a phone has nothing to hover with; touching plays the move');
  await explorer.open();
  await explorer.move('b-').hover();
  await expect(explorer.verdict).toHaveText('▼After b−');
  await page.locator('.masthead').hover();
  await expect(explorer.verdict).toHaveText(/South wins by 8/);
  await explorer.press(explorer.pit('b'));
  await explorer.button('Sow b to the right').hover();
  await expect(explorer.verdict).toHaveText('▲After b+');
});

test('values stand on the pits, with shapes and words, and can be switched off', async ({explorer}) => {
  await explorer.open();
  await expect(explorer.place('b').locator('.badge')).toHaveText(['←▼−6', '→▲+8']);
  await expect(explorer.pit('b')).toHaveAttribute('aria-label', /b- loses by 6 in 15 plies; b\+ wins by 8 in 10 plies/);
  await (await explorer.setting('values')).uncheck();
  await expect(explorer.place('b').locator('.badge')).toHaveCount(0);
  await explorer.open(kStart);
  await expect(explorer.place('b').locator('.badge')).toHaveCount(0);
});

test('hidden answers stay hidden until asked for', async ({explorer, page}) => {
  await explorer.open();
  await explorer.press(explorer.button('Hide answers'));
  await expect(page).toHaveURL(/hide=1/);
  await expect(explorer.verdict).toHaveText('South to move');
  await expect(page.locator('main')).not.toContainText(/wins by|loses by|▲|▼/);
  await expect(explorer.place('b').locator('.badge')).toHaveCount(0);
  await explorer.press(explorer.move('b+'));
  await expect(explorer.live).toHaveText('South sows b counter-clockwise, plays again. South to move.');
  await explorer.press(explorer.button('Show the answers here'));
  await expect(explorer.verdict).toHaveText(/South wins by 8 in 9 plies/);
  await explorer.press(explorer.move('d+'));
  await expect(explorer.verdict).toHaveText('North to move');
});

test('best play to the end', async ({explorer, page}) => {
  const line = await explorer.api('line', {p: kStart});
  await explorer.open();
  await page.getByText('Best play from here').click();
  await expect(page.locator('.line a')).toHaveText(line.steps.map(({move}) => move.replace('-', '−')));
  await explorer.press(page.locator('.line a').nth(1));
  await explorer.expectPosition(line.steps[1].position);
});

test('a position without a table: says so, names the tables, and is played on', async ({explorer, page}) => {
  await explorer.open(kBeyond);
  await expect(explorer.verdict).toHaveText('South to move');
  await expect(page.locator('.missing h3')).toHaveText('No table holds this position');
  await page.getByText('Which tables there are').click();
  await expect(page.locator('.missing .note').first()).toContainText('0 to 10 seeds');
  await expect(explorer.moves).toHaveCount(10);
  await explorer.press(explorer.move('a+'));
  await explorer.expectPosition('giuthi:0,4,4,4,0/2,7,7,7,0 5 0 N');
});

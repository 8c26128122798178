// A game: undo and redo, the table as opponent, sides, repetition, history, addresses and the back button.
import {expect, kCycle, kStart, test} from './page.js';

const kAfter = 'giuthi:0,0,1,0,2/0,0,1,2,1 6 5 S';

test('undo, redo, and the keys for them', async ({explorer, page}) => {
  await explorer.open();
  await expect(explorer.button('Undo')).toBeDisabled();
  await explorer.press(explorer.move('b+'));
  await explorer.expectPosition(kAfter);
  await explorer.press(explorer.button('Undo'));
  await explorer.expectPosition(kStart);
  await explorer.press(explorer.button('Redo'));
  await explorer.expectPosition(kAfter);
  await expect(explorer.button('Redo')).toBeDisabled();
  await explorer.pit('d').focus();
  await page.keyboard.press('u');
  await explorer.expectPosition(kStart);
  await page.keyboard.press('r');
  await explorer.expectPosition(kAfter);
});

test('every position has an address, and the back button goes through them', async ({explorer, page}) => {
  await explorer.open();
  await explorer.press(explorer.move('b+'));
  await explorer.expectPosition(kAfter);
  await explorer.press(explorer.move('d+'));
  await expect(explorer.verdict).toHaveText(/North loses by 8/);
  await page.goBack();
  await explorer.expectPosition(kAfter);
  await expect(explorer.verdict).toHaveText(/South wins by 8 in 9/);
  await page.goBack();
  await expect(explorer.verdict).toHaveText(/South wins by 8 in 10/);
  await expect.poll(() => explorer.seeds('b')).toEqual([3]);
  await page.goForward();
  await expect(explorer.verdict).toHaveText(/South wins by 8 in 9/);
  await expect(explorer.history).toHaveCount(2);
});

test('loading the page anew keeps the game', async ({explorer, page}) => {
  await explorer.open();
  await explorer.press(explorer.move('b+'));
  await explorer.expectPosition(kAfter);
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  await expect(explorer.history).toHaveCount(2);
  await explorer.press(explorer.button('Undo'));
  await explorer.expectPosition(kStart);
});

test('an address that is passed on opens the same position and view', async ({explorer, page}) => {
  await explorer.open(kAfter, '&flip=1&hide=1&mode=play-south');
  await expect(explorer.button('Flip')).toHaveAttribute('aria-pressed', 'true');
  await expect(explorer.button('Hide answers')).toHaveAttribute('aria-pressed', 'true');
  await expect(await explorer.setting('mode')).toHaveValue('play-south');
  await expect(page.locator('.pit-name').first()).toHaveText('e');
});

test('flip turns the board', async ({explorer, page}) => {
  await explorer.open();
  await explorer.press(explorer.button('Flip'));
  await expect(page.locator('.pit-name')).toHaveText(['e', 'd', 'c', 'b', 'a', 'A', 'B', 'C', 'D', 'E']);
  await expect(page).toHaveURL(/flip=1/);
  await explorer.press(explorer.button('Flip'));
  await expect(page.locator('.pit-name').first()).toHaveText('E');
});

test('swap sides gives the move to the other player', async ({explorer}) => {
  await explorer.open();
  await explorer.press(explorer.button('Swap sides'));
  await explorer.expectPosition(kStart.replace(/S$/, 'N'));
});

test('the table answers with the best move, and undo takes its answer back', async ({explorer}) => {
  await explorer.open();
  await (await explorer.setting('mode')).selectOption('play-south');
  await explorer.press(explorer.move('b-'));
  const {moves, position} = await explorer.api('position', {p: 'giuthi:1,1,1,0,2/1,0,0,1,0 6 5 N'});
  expect(position).toContain(' N');
  await expect(explorer.history.nth(2)).toContainText(moves[0].move.replace('-', '−'));
  await expect(explorer.page.locator('.store[data-side=S]')).toHaveClass(/is-mover/);
  await explorer.press(explorer.button('Undo'));
  await explorer.expectPosition(kStart);
});

test('swapping sides against the table lets it play the other side', async ({explorer, page}) => {
  await explorer.open(kStart, '&mode=play-south');
  await explorer.press(explorer.button('Swap sides'));
  await expect(page).toHaveURL(/mode=play-north/);
  await expect(explorer.history.nth(1)).toContainText('b+');
  await expect(page.locator('.pit-name').first()).toHaveText('e');
});

test('a position that comes back ends the game as a draw', async ({explorer}) => {
  await explorer.open(kCycle);
  for (const [count, move] of ['pass', 'C+', 'pass', 'E-'].entries()) {
    await explorer.press(explorer.move(move));
    await expect(explorer.history).toHaveCount(count + 2);
  }
  await expect(explorer.verdict).toHaveText('The position has come back: a draw by repetition');
  await expect(explorer.moves).toHaveCount(0);
});

test('the history has the value after every ply, for South', async ({explorer, page}) => {
  await explorer.open();
  await expect(page.locator('#history')).toContainText('Nothing has been played yet.');
  for (const [count, move] of ['b+', 'd+', 'pass', 'd+'].entries()) {
    await explorer.press(explorer.move(move));
    await expect(explorer.history).toHaveCount(count + 2);
  }
  const plies = ['b+', 'd+', 'pass', 'd+'];
  const game = await explorer.api('play', {p: kStart, moves: 'b+,d+ pass d+'});
  const expected = ['▲ +8'];
  for (const {position} of game.plies) {
    const answer = await explorer.api('position', {p: position});
    const margin = answer.margin === null ? 0 : answer.position.endsWith('S') ? answer.margin : -answer.margin;
    expected.push(margin > 0 ? `▲ +${margin}` : margin < 0 ? `▼ −${-margin}` : '◆ =');
  }
  await expect(page.locator('#history .ply-value')).toHaveText(expected);
  await expect(page.locator('#history .ply-move b')).toHaveText(['start', ...plies]);
  await expect(page.locator('#history .bar')).toHaveCount(5);
  await explorer.press(explorer.history.nth(1));
  await explorer.expectPosition(kAfter);
  await expect(explorer.history.nth(1)).toHaveAttribute('aria-current', 'step');
  await explorer.press(explorer.button('Hide answers'));
  await expect(page.locator('#history .ply-value').first()).toHaveText('');
});

test('values of a game from elsewhere are fetched', async ({explorer, page}) => {
  await explorer.open();
  await explorer.press(explorer.move('b+'));
  await expect(explorer.history).toHaveCount(2);
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  await expect(page.locator('#history .ply-value')).toHaveText(['▲ +8', '▲ +8']);
});

test('where the table knows nothing it says so, and the reader plays on for both', async ({explorer}) => {
  await explorer.open('giuthi:4,4,4,4,4/4,4,4,4,4 0 0 S', '&mode=play-south');
  await explorer.press(explorer.move('b-'));
  await expect(explorer.sow).toHaveText('No table holds this position: play for North too.');
  await explorer.press(explorer.pit('A'));
  await explorer.press(explorer.button('Sow A to the left'));
  await expect(explorer.history).toHaveCount(3);
});

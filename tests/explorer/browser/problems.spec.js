// The collection: choosing a problem, hints, the solution, going wrong, solving it.
import {expect, test} from './page.js';

/** "The second shot": a+,b- pass a+. */
const kProblem = 'giuthi-2x5-03';
const kPosition = 'giuthi:1,2,0,0,0/2,0,1,0,0 0 0 S';

async function start(explorer) {
  await explorer.open();
  const panel = await explorer.panel('problems');
  await explorer.press(panel.locator(`[data-problem="${kProblem}"]`));
  await explorer.expectPosition(kPosition);
  return panel;
}

test('lists the whole collection, and filters it', async ({explorer}) => {
  const problems = await explorer.api('problems', {});
  await explorer.open();
  const panel = await explorer.panel('problems');
  await expect(panel.locator('.problem')).toHaveCount(problems.length);
  await panel.locator('[name=kind]').selectOption('Kiothi 2×10');
  const kiothi = problems.filter(({position}) => position.startsWith('kiothi') && position.split('/')[1].split(',').length === 10);
  await expect(panel.locator('.problem')).toHaveCount(kiothi.length);
});

test('a problem hides the answers and says what is asked', async ({explorer, page}) => {
  const panel = await start(explorer);
  await expect(page).toHaveURL(/hide=1/);
  await expect(panel.locator('.problem-title')).toHaveText('The second shot');
  await expect(panel.locator('.goal')).toHaveText('South to play and win.');
  await expect(page.locator('#subline')).toHaveText('South to play and win. Find the one sowing that does it.');
  await expect(panel.getByText('Reveal the solution')).toBeVisible();
  await expect(panel.locator('.solution .code')).toBeHidden();
});

test('hints: the pit, then the sowing; the solution on request', async ({explorer}) => {
  const panel = await start(explorer);
  await explorer.press(panel.getByRole('button', {name: 'Hint'}));
  await expect(panel.locator('.hint')).toHaveText(['The pit to sow is a.']);
  await explorer.press(panel.getByRole('button', {name: 'Another hint'}));
  await expect(panel.locator('.hint')).toHaveText(['The pit to sow is a.', 'The sowing is a+.']);
  await panel.getByText('Reveal the solution').click();
  await expect(panel.locator('.solution .code')).toHaveText('a+,b- pass a+');
});

test('a wrong sowing is said to be wrong, and taken back', async ({explorer}) => {
  const panel = await start(explorer);
  await explorer.press(explorer.pit('a'));
  await explorer.press(explorer.button('Sow a to the left'));
  await expect(panel.getByRole('status')).toHaveText('✗ a− does not do it.');
  await explorer.press(panel.getByRole('button', {name: 'Take it back'}));
  await explorer.expectPosition(kPosition);
  await expect(panel.getByRole('status')).toHaveText('Find the one sowing that does it.');
});

test('the opponent answers by itself; solved problems are remembered', async ({explorer, page}) => {
  const panel = await start(explorer);
  await explorer.press(explorer.pit('a'));
  await explorer.press(explorer.button('Sow a to the right'));
  await expect(panel.getByRole('status')).toHaveText('Right so far: a+. Go on.');
  await explorer.press(explorer.pit('b'));
  await explorer.press(explorer.button('Sow b to the left'));
  await expect(panel.getByRole('status')).toHaveText('Right so far: a+ b− pass. Go on.');
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  await expect(panel.getByRole('status')).toHaveText('Right so far: a+ b− pass. Go on.');
  await explorer.press(explorer.pit('a'));
  await explorer.press(explorer.button('Sow a to the right'));
  await expect(panel.getByRole('status')).toHaveText('✓ Solved.');
  await expect(panel.getByRole('button', {name: 'Next problem'})).toBeVisible();
  await explorer.press(panel.getByRole('button', {name: 'All problems'}));
  await expect(panel.locator(`[data-problem="${kProblem}"]`)).toContainText('✓ solved');
  await expect(page).not.toHaveURL(/hide=1/);
});

test('undo in a problem goes back to the solver’s last sowing', async ({explorer}) => {
  await start(explorer);
  for (const [pit, side] of [['a', 'right'], ['b', 'left']]) {
    await explorer.press(explorer.pit(pit));
    await explorer.press(explorer.button(`Sow ${pit} to the ${side}`));
  }
  await expect(explorer.history).toHaveCount(4);
  await explorer.press(explorer.button('Undo'));
  await expect(explorer.history.nth(1)).toHaveAttribute('aria-current', 'step');
});

// An audit by axe-core of every state of the page, light and dark, on both sizes.
import AxeBuilder from '@axe-core/playwright';

import {expect, kBeyond, kKiothi, kOpening, kStart, test} from './page.js';

const kStates = {
  'moves and a chosen pit': async (explorer) => {
    await explorer.open();
    await explorer.press(explorer.pit('b'));
  },
  'a game with history': async (explorer) => {
    await explorer.open();
    await explorer.press(explorer.move('b+'));
    await expect(explorer.history).toHaveCount(2);
    await explorer.page.getByText('Best play from here').click();
    await expect(explorer.page.locator('.line a').first()).toBeVisible();
  },
  'preview': async (explorer) => {
    await explorer.open();
    await explorer.move('b-').focus();
  },
  'hidden answers': (explorer) => explorer.open(kStart, '&hide=1'),
  'no table': (explorer) => explorer.open(kBeyond),
  'lift of Kiothi': async (explorer) => {
    await explorer.open(kKiothi);
    await explorer.press(explorer.pit('b'));
  },
  'opening of Kiothi': (explorer) => explorer.open(kOpening),
  'setup': async (explorer) => {
    await explorer.open(kKiothi);
    const panel = await explorer.panel('setup');
    await panel.getByText('Rule options').click();
    await expect(panel.locator('[name=option-origin]')).toBeVisible();
  },
  'random': async (explorer) => {
    await explorer.open();
    await expect((await explorer.panel('random')).locator('[name=set]')).toBeVisible();
  },
  'problems': async (explorer) => {
    await explorer.open();
    const panel = await explorer.panel('problems');
    await expect(panel.locator('.problem').first()).toBeVisible();
  },
  'a problem with hints': async (explorer) => {
    await explorer.open();
    const panel = await explorer.panel('problems');
    await explorer.press(panel.locator('.problem').first());
    await explorer.press(panel.getByRole('button', {name: 'Hint'}));
    await panel.getByText('Reveal the solution').click();
  },
  'statistics': async (explorer) => {
    await explorer.open();
    const panel = await explorer.panel('stats');
    await panel.getByText('The numbers').first().click();
  },
  'share': async (explorer) => {
    await explorer.open();
    await explorer.panel('share');
  },
  'rules': async (explorer) => {
    await explorer.open();
    await expect((await explorer.panel('rules')).locator('ol.rules')).toBeVisible();
  },
  'failure': async (explorer) => {
    await explorer.page.goto(explorer.address('giuthi:4,4,4'));
    await expect(explorer.page.locator('#failure .card')).toBeVisible();
  },
};

function serious({violations}) {
  return violations.filter(({impact}) => impact === 'serious' || impact === 'critical').map(({id, help, nodes}) => `${id}: ${help}: ${nodes.slice(0, 3).map(({target}) => target).join(' | ')}`);
}

const kTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

for (const [name, reach] of Object.entries(kStates)) {
  test(`audit: ${name}`, async ({explorer, page}) => {
    await page.emulateMedia({colorScheme: 'light'});
    await reach(explorer);
    expect(serious(await new AxeBuilder({page}).setLegacyMode().withTags(kTags).analyze())).toEqual([]);
    // In the dark nothing but the colours is another.
    await page.emulateMedia({colorScheme: 'dark'});
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(22, 17, 12)');
    expect(serious(await new AxeBuilder({page}).setLegacyMode().withRules(['color-contrast', 'link-in-text-block']).analyze()), 'dark').toEqual([]);
  });
}

test.describe('without JavaScript', () => {
  test.use({javaScriptEnabled: false});
  // axe-core itself needs JavaScript; what it would look for first is checked by hand.
  test('has a title, a language, one main heading, and labels', async ({explorer, page}) => {
    await page.goto(explorer.address(kStart));
    await expect(page).toHaveTitle(/.+ · Uthi/);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.locator('h1')).toHaveCount(1);
    await expect(page.locator('main')).toHaveCount(1);
    await expect(page.locator('#board svg title')).toHaveCount(1);
    await expect(page.getByLabel('Position', {exact: true})).toBeVisible();
  });
});

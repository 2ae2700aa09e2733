/**
 * What must hold in every state of every screen: no violation of WCAG 2.2 AA that a tool can find, in
 * both colour schemes, and nothing wider than the window at 320 px and at 200 % zoom.
 */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, loggedInTest, test } from './shop.ts';
import { reach, type State, states } from './states.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules whose outcome depends on the colour scheme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

async function expectAccessible(page: Page): Promise<void> {
  // From the top, where the header covers nothing.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  // No colour is halfway through a transition while it is looked at.
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  expect(await violations(scan(page).withTags(RULES))).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violations(scan(page).withRules(COLOUR_RULES)), 'in dark colours').toEqual([]);
}

function scan(page: Page): AxeBuilder {
  return (
    new AxeBuilder({ page })
      .options({ resultTypes: ['violations'] })
      // Without frames there is nothing to merge, for which it would open another page.
      .setLegacyMode()
      // The sixty cards are of one kind; two rows of them tell all.
      .exclude('main li:nth-child(n + 9)')
  );
}

async function violations(scan: AxeBuilder): Promise<string[]> {
  const { violations } = await scan.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

/** States that look otherwise on a phone, where they have controls of their own. */
const PHONE_STATES = /^(?:filters|suggestions|product-dialog$)/;

/** 640 px is a window of 1280 at 200 %. */
async function expectToFit(page: Page): Promise<void> {
  for (const width of [640, 320]) {
    await page.setViewportSize({ width, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
}

const LOUD_STATES = /^(?:crash|not-found|offline|product-extremes|product-dialog-.*)$/;

/** A crash is written to the console, and so is whatever can't be loaded in these states. */
function isLoud({ name }: State): boolean {
  return LOUD_STATES.test(name);
}

for (const state of states) {
  const testState = state.needsShopper ? loggedInTest : test;
  testState.describe(() => {
    testState.use({ mayFail: isLoud(state) ? /./ : undefined });
    testState(`look, in every state: ${state.shows}`, async ({ page, shopper }) => {
      await reach(state, page, shopper);
      await expectAccessible(page);
      await expectToFit(page);
    });

    if (!PHONE_STATES.test(state.name)) return;
    testState(`look, on a phone: ${state.shows}`, async ({ page, shopper }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await reach(state, page, shopper);
      await expectAccessible(page);
      await expectToFit(page);
    });
  });
}

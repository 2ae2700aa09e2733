/**
 * Checks every kind of state of every screen: axe finds no violation of WCAG 2.2 AA in either colour scheme, and
 * nothing is wider than the window at 320 px and at 200 % zoom.
 */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, loggedInTest, test } from './shop.ts';
import type { State } from './state.ts';
import { reach, states } from './states.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules whose outcome depends on the colour scheme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

async function expectAccessible(page: Page): Promise<void> {
  // Scroll to the top, where the header covers nothing.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  // Without motion, axe measures no colour in the middle of a transition.
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  expect(await violations(scan(page).withTags(RULES))).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violations(scan(page).withRules(COLOUR_RULES)), 'in dark colours').toEqual([]);
}

function scan(page: Page): AxeBuilder {
  return (
    new AxeBuilder({ page })
      .options({ resultTypes: ['violations'] })
      // Without legacy mode axe opens another page to merge the results of frames. There are no frames.
      .setLegacyMode()
      // All cards have the same structure, so two rows of them are enough.
      .exclude('main li:nth-child(n + 9)')
  );
}

async function violations(scan: AxeBuilder): Promise<string[]> {
  const { violations } = await scan.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

/** States whose controls and colours are also those of another state. */
const SIMILAR_STATES = new Set([
  'products-many-lines',
  'search-results',
  'filters-open',
  'product-dialog-plain',
  'toast',
]);

/** States that have different controls on a phone. */
const PHONE_STATES = /^(?:filters|suggestions|product-dialog(?:-options)?$)/;
const PHONE = { width: 390, height: 844 };

/** 640 px is the width of a 1280 px window at 200 % zoom. */
async function expectToFit(page: Page): Promise<void> {
  for (const width of [640, 320]) {
    await page.setViewportSize({ width, height: 640 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
}

const LOUD_STATES = /^(?:crash|not-found|offline|product-extremes|product-dialog-.*)$/;

/** These states write errors to the console: a crash, or a file that cannot be loaded. */
function isLoud({ name }: State): boolean {
  return LOUD_STATES.test(name);
}

for (const state of states) {
  if (SIMILAR_STATES.has(state.name)) continue;
  const testState = state.needsShopper ? loggedInTest : test;
  testState.describe(() => {
    testState.use({ mayFail: isLoud(state) ? /./ : undefined });
    testState(`look, in every state: ${state.shows}`, async ({ page, shopper }) => {
      await reach(state, page, shopper);
      await expectAccessible(page);
      await expectToFit(page);
      if (!PHONE_STATES.test(state.name)) return;
      await page.setViewportSize(PHONE);
      await reach(state, page, shopper);
      await expectAccessible(page);
      await expectToFit(page);
    });
  });
}

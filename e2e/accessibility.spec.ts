/**
 * Checks every kind of state of every screen: axe finds no violation of WCAG 2.2 AA in either colour scheme, and
 * nothing is wider than the window at 320 px and at 200 % zoom.
 */
import { expectAccessible, expectToFit } from './accessible.ts';
import { loggedInTest, test } from './shop.ts';
import type { State } from './state.ts';
import { reach, states } from './states.ts';

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

/** What the tests of unconfirmed orders share: answers that get lost, and time that stands still. */
import type { Page } from '@playwright/test';
import { HOME, PLACE, selectAddress } from './checkout.ts';
import { intercept } from './network.ts';
import { expect, open } from './shop.ts';

export const UNCONFIRMED = 'We did not hear back about your order.';
export const NOT_PLACED = 'Your order was not placed.';

/** Opens the checkout, an address chosen. */
export async function readyToOrder(page: Page): Promise<void> {
  await open(page, '/checkout');
  await selectAddress(page, HOME);
}

/** The same, and from now on nothing happens there by itself: time passes only where a test says so. */
export async function readyWithoutTime(page: Page): Promise<void> {
  await page.clock.install();
  await readyToOrder(page);
  await page.clock.pauseAt(Date.now() + 60_000);
}

/** The server places the next order, and its answer is lost; later ones get through. */
export async function loseNextAnswer(page: Page): Promise<void> {
  let isLost = false;
  await intercept(page, PLACE, async (route) => {
    if (isLost) return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
}

/** The server places the next order; this tab hears of it no more until `reconnect`. */
export async function loseAnswers(page: Page): Promise<void> {
  let isPlaced = false;
  await intercept(page, PLACE, async (route) => {
    if (!isPlaced) await route.fetch();
    isPlaced = true;
    await route.abort();
  });
}

/** The tab's connection is back, and the browser says so. */
export async function reconnect(page: Page): Promise<void> {
  await page.unrouteAll();
  await page.evaluate(() => dispatchEvent(new Event('online')));
}

/** The next order doesn't get to the server; later ones do. */
export async function loseNextOrder(page: Page): Promise<void> {
  let isLost = false;
  await intercept(page, PLACE, async (route) => {
    if (isLost) return route.fallback();
    isLost = true;
    await route.abort();
  });
}

/** The order is known to be placed; time passes again, which a change of screens needs. */
export async function expectThanks(page: Page): Promise<void> {
  await page.clock.resume();
  await expect(page).toHaveURL('/thanks');
}

export function checkAgain(page: Page) {
  return page.getByRole('button', { name: 'Check again' });
}

export async function expectUnconfirmed(page: Page): Promise<void> {
  await expect(page.getByRole('main').getByRole('status').getByText(UNCONFIRMED)).toBeVisible();
}

/** Helpers for the tests of unconfirmed orders: they lose replies and stop the page's clock. */
import type { Page } from '@playwright/test';
import { HOME, PLACE, selectAddress } from './checkout.ts';
import { intercept } from './network.ts';
import { expect, open } from './shop.ts';

export const UNCONFIRMED = 'We did not hear back about your order.';
export const NOT_PLACED = 'Your order was not placed.';

/** Opens the checkout and selects an address. */
export async function readyToOrder(page: Page): Promise<void> {
  await open(page, '/checkout');
  await selectAddress(page, HOME);
}

/** Does the same, and stops the page's clock, which then runs only if a test advances it. */
export async function readyWithoutTime(page: Page): Promise<void> {
  await page.clock.install();
  await readyToOrder(page);
  await page.clock.pauseAt(Date.now() + 60_000);
}

/** Loses the reply to the next order, which the server places. Later requests get through. */
export async function loseNextAnswer(page: Page): Promise<void> {
  let isLost = false;
  await intercept(page, PLACE, async (route) => {
    if (isLost) return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
}

/** Loses the reply to the next order, which the server places, and aborts later requests until `reconnect`. */
export async function loseAnswers(page: Page): Promise<void> {
  let isPlaced = false;
  await intercept(page, PLACE, async (route) => {
    if (!isPlaced) await route.fetch();
    isPlaced = true;
    await route.abort();
  });
}

/** Restores the tab's connection and fires the browser's event for it. */
export async function reconnect(page: Page): Promise<void> {
  await page.unrouteAll();
  await page.evaluate(() => dispatchEvent(new Event('online')));
}

/** Aborts the next order before it reaches the server. Later requests get through. */
export async function loseNextOrder(page: Page): Promise<void> {
  let isLost = false;
  await intercept(page, PLACE, async (route) => {
    if (isLost) return route.fallback();
    isLost = true;
    await route.abort();
  });
}

/** Expects that the order is confirmed. Restarts the clock, which a change of screens needs. */
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

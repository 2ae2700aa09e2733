/** Helpers for the tests of the checkout and of orders. */
import type { Page } from '@playwright/test';
import { intercept } from './network.ts';
import { expect, open, stored } from './shop.ts';
import { demoProduct, type Shopper } from './shopper.ts';

export const CHECK = 'Check that the backend is running, reachable and returns valid JSON.';
export const PLACE = 'POST /cart/checkout';
export const HOME = '12 Harbour Street, Portsmouth';
export const sneakers = demoProduct('Summit Leather High-Tops');

/** Puts products for $278 in the cart and saves an address. */
export async function prepareOrder(shopper: Shopper): Promise<void> {
  await shopper.putInCart(sneakers, 2);
  await shopper.saveAddress(HOME);
}

export function address(page: Page, text: string) {
  return page.getByRole('radio', { name: text, exact: true });
}

/** Selects an address by a click on its text. */
export async function selectAddress(page: Page, text: string): Promise<void> {
  await page.getByText(text, { exact: true }).click();
  await expect(address(page, text)).toBeChecked();
}

export function placeOrder(page: Page) {
  return page.getByRole('button', { name: 'PLACE ORDER' });
}

export function summary(page: Page) {
  return page.getByRole('region', { name: 'Order details' });
}

/** Opens the checkout and selects an address. */
export async function readyToOrder(page: Page): Promise<void> {
  await open(page, '/checkout');
  await selectAddress(page, HOME);
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

export async function expectUnconfirmed(page: Page): Promise<void> {
  const note = page.getByRole('main').getByRole('status');
  await expect(note.getByText('We did not hear back about your order.')).toBeVisible();
}

/** Expects that the order of `prepareOrder` was placed exactly once, and that the page says so. */
export async function expectOrdered(page: Page, shopper: Shopper): Promise<void> {
  await expect(page).toHaveURL('/thanks');
  await expect(page.getByText('2 × $139')).toBeVisible();
  expect((await stored(page)).balance).toBe('4722');
  expect(await shopper.balance()).toBe(4722);
}

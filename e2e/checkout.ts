/** Helpers for the tests of the checkout. */
import type { Page } from '@playwright/test';
import { expect } from './shop.ts';
import { demoProduct, type Shopper } from './shopper.ts';

export const CHECK = 'Check that the backend is running, reachable and returns valid JSON.';
export const PLACE = 'POST /cart/checkout';
export const HOME = '12 Harbour Street, Portsmouth';
export const boots = demoProduct('Summit Hiking Boots');

/** Puts products for $278 in the cart and saves an address. */
export async function prepareOrder(shopper: Shopper): Promise<void> {
  await shopper.putInCart(boots, 2);
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

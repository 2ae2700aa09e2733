/** Helpers for the tests of the checkout. */
import type { Page } from '@playwright/test';
import { expect } from './shop.ts';
import { demoProduct, type Shopper } from './shopper.ts';

export const CHECK = 'Check that the backend is running, reachable and returns valid JSON.';
export const PLACE = 'POST /cart/checkout';
export const HOME = '12 Harbour Street, Portsmouth';
export const boots = demoProduct('Summit Hiking Boots');
export const headphones = demoProduct('Studio Wireless Headphones');

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

/** Expects that nothing was ordered: page, cart, balance and shown amounts have not changed. */
export async function expectNoOrder(page: Page, shopper: Shopper): Promise<void> {
  await expect(page).toHaveURL('/checkout');
  await expect(page.getByText('Pay $278 of available $5000')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('balance'))).toBe('5000');
  expect(await shopper.balance()).toBe(5000);
  expect(await shopper.cart()).toEqual([{ productId: boots._id, qty: 2 }]);
  await expect(page.getByRole('region', { name: 'Notifications' })).not.toContainText(
    'Order place succesfully!',
  );
}

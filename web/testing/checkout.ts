/** What the tests of checkout and orders share: two pairs of sneakers, an address, and the parts of the screen. */
import { page } from 'vitest/browser';
import type { ShopApi } from './api.ts';
import { demoProduct } from './demo-products.ts';
import { expect, expectAddress, expectCount, type Locator, open } from './screen.tsx';

export const PLACE = 'POST /cart/checkout';
export const HOME = '12 Harbour Street, Portsmouth';
export const sneakers = demoProduct('Summit Leather High-Tops');
export const lamp = demoProduct('Studio Pendant Lamp');

export const addresses = () => page.getByRole('radio');
export const address = (text: string) => page.getByRole('radio', { name: text, exact: true });
/** The orders on the screen /orders. */
export const orders = () => page.getByRole('article', { name: /^Order of / });
/** Its name changes while the order is sent. */
export const placeOrder = () => page.getByRole('button', { name: /^PLAC(?:E|ING) ORDER/ });
export const summary = () => page.getByRole('region', { name: 'Order details' });

/** The content of a list of names and values, in order. */
export function factsIn(part: Locator): string[] {
  return [...part.element().querySelectorAll('dt, dd')].map(({ textContent }) => textContent);
}

/** Selects an address by a click on its text. */
export async function selectAddress(text: string): Promise<void> {
  await page.getByText(text, { exact: true }).click();
  await expect.element(address(text)).toBeChecked();
}

/** Opens the checkout with products for $278 in the cart, and selects an address. */
export async function readyToOrder(shop: ShopApi): Promise<void> {
  shop.putInCart(sneakers, 2);
  shop.saveAddress(HOME);
  await open('/checkout');
  await selectAddress(HOME);
}

/** Orders the sneakers for $278 before a screen is opened. @returns the order's id */
export function orderSneakers(shop: ShopApi): string {
  shop.putInCart(sneakers, 2);
  return shop.order(HOME);
}

/** Opens /orders with one order, and with the balance that it left. */
export async function openWithOrder(shop: ShopApi): Promise<void> {
  orderSneakers(shop);
  localStorage.setItem('balance', String(shop.balance));
  await open('/orders');
  await expectCount(orders(), 1);
}

/** Expects that nothing was ordered: page, cart, balance and shown amounts have not changed. */
export async function expectNoOrder(shop: ShopApi): Promise<void> {
  await expectAddress('/checkout');
  await expect.element(page.getByText('Pay $278 of available $5000')).toBeVisible();
  expect(localStorage.getItem('balance')).toBe('5000');
  expect(shop.cart).toEqual([{ productId: sneakers._id, qty: 2 }]);
}

/** Expects that the order of `readyToOrder` was placed exactly once. */
export async function expectOrdered(shop: ShopApi): Promise<void> {
  await expectAddress('/thanks');
  expect(localStorage.getItem('balance')).toBe('4722');
  expect(shop.balance).toBe(4722);
  await expect
    .element(page.getByRole('region', { name: 'Your order' }))
    .toMatchTextContent(`${sneakers.name}2 × $139$278`);
}

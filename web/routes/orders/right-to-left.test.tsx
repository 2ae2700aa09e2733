/** Names and addresses in right-to-left scripts are read in their own direction, also after the order. */
import { page } from 'vitest/browser';
import { orders, sneakers } from '../../testing/checkout.ts';
import { expect, type Locator, loggedInTest, open } from '../../testing/screen.tsx';

const NAME = 'חולצת כותנה (M)!';
const ADDRESS = 'רחוב הנמל 12, חיפה.';
const INVOICE = '2026-000001';

async function expectRightToLeft(text: Locator): Promise<void> {
  await expect.element(text).toBeVisible();
  expect(getComputedStyle(text.element()).direction).toBe('rtl');
}

loggedInTest('on /thanks, in the orders and on the invoice', async ({ shop }) => {
  shop.products = [{ ...sneakers, name: NAME }];
  shop.putInCart(sneakers);
  shop.order(ADDRESS);
  shop.orders = shop.orders.map((order) => ({ ...order, invoice: INVOICE }));

  await open('/thanks');
  await expectRightToLeft(page.getByRole('region', { name: 'Your order' }).getByText(NAME));
  await open('/orders');
  await expectRightToLeft(orders().getByText(NAME));
  await expectRightToLeft(orders().getByText(ADDRESS));
  await open(`/orders?invoice=${INVOICE}`);
  await expectRightToLeft(page.getByRole('cell', { name: NAME }));
  await expectRightToLeft(page.getByText(ADDRESS));
});

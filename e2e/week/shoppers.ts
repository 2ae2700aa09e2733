/** Tuesday: shoppers buy, by the API and one at the pages of the shop. */
import type { Browser, Page } from '@playwright/test';
import { placeOrder, selectAddress } from '../checkout.ts';
import { fillIn } from '../forms.ts';
import { card, expect, open } from '../shop.ts';
import type { Shopper } from '../shopper.ts';
import type { Week } from './week.ts';

/** A shopper at the pages of the shop. */
export async function visit(browser: Browser, { desk }: Week, shopper: Shopper): Promise<Page> {
  const context = await browser.newContext({ baseURL: desk.shop.address });
  const page = await context.newPage();
  await logIn(page, shopper, shopper.password);
  return page;
}

export async function logIn(page: Page, { username }: Shopper, password: string): Promise<void> {
  await open(page, '/login');
  await fillIn(page, { Username: username, Password: password });
  await page.getByRole('button', { name: 'LOGIN TO' }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

/** Numbers of orders, by what the operator does with them. */
export type Orders = Awaited<ReturnType<typeof placeOrders>>;

export async function placeOrders(week: Week, mila: Page) {
  await week.shopper('mila').saveAddress('1 Mila Lane');
  await open(mila, '/');
  await card(mila, 'Tea Strainer').getByRole('button').click();
  await expect(mila.getByRole('link', { name: /^Cart, 1/ })).toBeVisible();
  await open(mila, '/checkout');
  await selectAddress(mila, '1 Mila Lane');
  await placeOrder(mila).click();
  await expect(mila).toHaveURL('/thanks');
  const [bought] = await week.ordersOf('mila');
  const orders = {
    mila: bought?.number ?? '',
    kettles: await week.order('ben', { kettle: 2 }),
    several: [
      ['ben', await week.order('ben', { tray: 1 })],
      ['cleo', await week.order('cleo', { mug: 2 })],
      ['cleo', await week.order('cleo', { card: 1 })],
    ] as [string, string][],
    table: [
      ['dan', await week.order('dan', { tray: 1, mug: 1 })],
      ['dan', await week.order('dan', { strainer: 2 })],
      ['eva', await week.order('eva', { tray: 1 })],
      ['eva', await week.order('eva', { mug: 1 })],
    ] as [string, string][],
    reduced: await week.order('cleo', { mug: 3, tray: 1 }),
    moved: await week.order('ben', { mug: 1 }, '7 Old Road'),
    cancelled: await week.order('dan', { mug: 4 }),
  };
  expect((await week.product('kettle'))?.available).toBe(false);
  return orders;
}

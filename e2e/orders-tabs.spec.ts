/** One order is placed once, even if several tabs or shoppers are involved (R6.8). */
import type { Page } from '@playwright/test';
import {
  expectOrdered,
  expectUnconfirmed,
  loseAnswers,
  PLACE,
  placeOrder,
  prepareOrder,
  readyToOrder,
  reconnect,
  summary,
} from './checkout.ts';
import { intercept } from './network.ts';
import { expect, expectToast, loggedInTest, stored } from './shop.ts';

loggedInTest.beforeEach(async ({ shopper }) => prepareOrder(shopper));

/** Opens a tab with a copy of this tab's session storage, as a browser duplicates it. */
async function duplicate(page: Page, path: string): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.evaluate((address) => void window.open(address), path);
  return opened;
}

loggedInTest(
  'two tabs that press PLACE ORDER at once: one order, and one message for the other @core',
  async ({ page, context, shopper }) => {
    const other = await context.newPage();
    const tabs = [page, other];
    const bothPressed = Promise.withResolvers<void>();
    let pressed = 0;
    for (const tab of tabs) {
      await readyToOrder(tab);
      await intercept(tab, PLACE, async (route) => {
        if (++pressed === tabs.length) bothPressed.resolve();
        await bothPressed.promise;
        await route.fallback();
      });
    }
    // The message leaves after five seconds, in which the other tab may not have come to /thanks.
    const told = Promise.any(
      tabs.map(async (tab) => {
        await expectToast(tab, 'Cart is empty', 'error');
        return tab;
      }),
    );
    await Promise.all(tabs.map((tab) => placeOrder(tab).click()));
    const isAt = (path: string) => tabs.filter((tab) => new URL(tab.url()).pathname === path);
    await expect.poll(() => isAt('/thanks').length).toBe(1);
    const [loser] = isAt('/checkout') as [Page];
    await expect(loser.getByText('This cart is no longer there.')).toBeVisible();
    expect(await told).toBe(loser);
    await expect(summary(loser)).toContainText('Cart is empty.');
    expect(await shopper.balance()).toBe(4722);
    for (const tab of tabs) expect((await stored(tab)).balance).toBe('4722');
  },
);

loggedInTest(
  'a tab that is duplicated while the order is unconfirmed ends with the same order',
  async ({ page, shopper }) => {
    await readyToOrder(page);
    await loseAnswers(page);
    await placeOrder(page).click();
    await expectUnconfirmed(page);
    const copy = await duplicate(page, '/checkout');
    const orderNumber = (tab: Page) => tab.getByText('Order number').textContent();
    await expectOrdered(copy, shopper);
    await reconnect(page);
    await expectOrdered(page, shopper);
    expect(await orderNumber(page)).toBe(await orderNumber(copy));
  },
);

loggedInTest('LOGOUT forgets it, in every tab', async ({ page, context }) => {
  await readyToOrder(page);
  await context.route('**/cart/checkout', (route) => route.abort('connectionrefused'));
  await placeOrder(page).click();
  await expectUnconfirmed(page);
  const copy = await duplicate(page, '/');
  await expect(copy.getByRole('link', { name: 'Check again' })).toBeVisible();
  await page.getByRole('button', { name: 'LOGOUT' }).click();
  await expect(page).toHaveURL('/');
  for (const tab of [page, copy]) {
    await expect(tab.getByRole('button', { name: 'LOGIN' })).toBeVisible();
    expect(await tab.evaluate(() => sessionStorage.getItem('order'))).toBeNull();
  }
});

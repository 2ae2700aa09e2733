/** The screen /orders in a real shop. What needs no server is in `web/routes/orders/`. */
import { HOME, sneakers } from './checkout.ts';
import { expect, expectToast, loggedInTest, open, stored } from './shop.ts';

loggedInTest(
  'an order that two tabs cancel fills the wallet once, also after a reload; LOGOUT goes to / @core',
  async ({ page, context, shopper }) => {
    await shopper.putInCart(sneakers, 2);
    const number = await shopper.order(HOME);
    await open(page, '/login');
    await page.evaluate(() => localStorage.setItem('balance', '4722'));
    const other = await context.newPage();
    for (const tab of [page, other]) {
      await open(tab, '/orders');
      await expect(tab.getByRole('article')).toContainText(`${number}`);
      await tab.getByRole('button', { name: 'Cancel order' }).click();
    }
    for (const tab of [page, other]) {
      await tab.getByRole('button', { name: 'Yes, cancel it' }).click();
      await expectToast(tab, 'Order cancelled. $278 is back in your wallet.', 'success');
      await expect(tab.getByRole('article')).toContainText('Cancelled');
      expect((await stored(tab)).balance).toBe('5000');
    }
    expect(await shopper.balance()).toBe(5000);
    await page.reload();
    await expect(page.getByRole('article')).toContainText('Cancelled');
    expect((await stored(page)).balance).toBe('5000');

    await page.getByRole('button', { name: 'LOGOUT' }).click();
    await expect(page.getByRole('button', { name: 'LOGIN' })).toBeVisible();
    await expect(page).toHaveURL('/');
  },
);

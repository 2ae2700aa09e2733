/** The session in two tabs of a real shop, and its end on the server (R2.8). */
import { HOME, placeOrder, selectAddress, sneakers } from './checkout.ts';
import { fillIn } from './forms.ts';
import {
  card,
  cartLine,
  cartPanel,
  expect,
  expectToast,
  loggedInTest,
  open,
  stepper,
  stored,
  test,
  toast,
} from './shop.ts';

test('two tabs show one session, cart and balance; the other leaves /checkout for / after a logout @core', async ({
  page,
  context,
  shopper,
}) => {
  await shopper.saveAddress(HOME);
  const other = await context.newPage();
  await open(other, '/');
  await open(page, '/login');
  await fillIn(page, { Username: shopper.username, Password: shopper.password });
  await page.getByRole('button', { name: 'LOGIN TO QKART' }).click();
  await expect(page).toHaveURL('/');
  await expect(other.getByRole('banner').getByText(shopper.username)).toBeVisible();
  await expect(cartPanel(other)).toContainText('Cart is empty.');

  await card(page, sneakers.name).getByRole('button').click();
  await expect(cartLine(page, sneakers.name)).toBeVisible();
  // Fire the event of a change to this tab, because in this browser every tab always has the focus.
  await other.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(stepper(cartLine(other, sneakers.name))).toHaveText('1');

  for (const tab of [other, page]) {
    await cartPanel(tab).getByRole('button', { name: 'Checkout' }).click();
    await expect(tab.getByText('Pay $139 of available $5000')).toBeVisible();
  }
  await selectAddress(page, HOME);
  await placeOrder(page).click();
  await expect(page).toHaveURL('/thanks');
  await expect(other.getByText('of available $4861')).toBeVisible();

  await page.getByRole('button', { name: 'LOGOUT' }).click();
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL('/');
    await expect(tab.getByRole('button', { name: 'LOGIN' })).toBeVisible();
    await expect(cartPanel(tab)).toHaveCount(0);
    await expect(toast(tab)).toHaveCount(0);
  }
});

for (const path of ['/', '/checkout']) {
  loggedInTest(
    `R2.8: an ended session on ${path} shows one message, and leads to /`,
    async ({ page, shopper }) => {
      await shopper.send('POST /auth/logout');
      const ended = 'Your session has ended. Log in again.';
      await Promise.all([open(page, path), expectToast(page, ended, 'error')]);
      await expect(page).toHaveURL('/');
      await expect(page.getByRole('button', { name: 'LOGIN' })).toBeVisible();
      await expect(cartPanel(page)).toHaveCount(0);
      expect(await stored(page)).toEqual({});
      // It goes by itself after five seconds.
      await expect(toast(page)).toHaveCount(0);
    },
  );
}

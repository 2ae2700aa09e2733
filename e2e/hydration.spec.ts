/** Every page hydrates without a warning, and works although a script or a refetch fails. */

import { screens } from '../contract/screens.ts';
import { untilAlive } from './alive.ts';
import { CHECK, prepareOrder } from './checkout.ts';
import { answer, cutOff } from './network.ts';
import { cardLink, rope } from './product-dialog.ts';
import { expect, expectToast, loggedInTest, open, test } from './shop.ts';

const SCREENS = ['/?value=bonsai', ...screens.map(({ path }) => path)];
const PRODUCT = `/?product=${rope._id}`;

test.describe('of a visitor', () => {
  test.use({ mayFail: /no-such-page|product=nothing/ });

  test('each page, also of an unknown address or product', async ({ page }) => {
    const unknown = ['/no-such-page', '/?product=nothing'];
    for (const path of [...SCREENS, PRODUCT, ...unknown]) {
      const response = await page.goto(path);
      expect(response?.status()).toBe(unknown.includes(path) ? 404 : 200);
      await untilAlive(page);
      await expect(page.getByRole('main')).not.toBeEmpty();
      await expect(page).toHaveTitle(/QKart/);
      await expect(page.getByRole('contentinfo')).toContainText('one-stop shop');
    }
  });
});

loggedInTest('each page of a logged-in shopper', async ({ page, shopper }) => {
  await prepareOrder(shopper);
  for (const path of SCREENS) {
    await open(page, path);
    await expect(page.getByRole('main')).not.toBeEmpty();
    await expect(page).toHaveURL(path);
  }
});

test('a search that the server rendered stays if its refetch fails', async ({ page }) => {
  await cutOff(page, 'GET /products/search?value=bonsai');
  await Promise.all([
    open(page, '/?value=bonsai'),
    expectToast(page, `Something went wrong. ${CHECK}`, 'error'),
  ]);
  await expect(page.getByRole('heading', { name: 'Results for “bonsai”' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
});

loggedInTest.describe('a screen that crashes', () => {
  loggedInTest.use({ mayFail: /Invalid time value/ });

  loggedInTest('keeps header and footer, and has a retry', async ({ page }) => {
    const unreadable = {
      id: 'order',
      status: 'placed',
      placedAt: 'some day',
      address: '',
      lines: [],
    };
    const order = { ...unreadable, total: 0, refunded: 0, deliverBy: '2026-11-20' };
    await answer(page, 'GET /orders', { json: [order] });
    await open(page, '/orders');
    await expect(page.getByRole('heading', { name: 'Sorry, something went wrong' })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('button', { name: 'LOGOUT' })).toBeVisible();
    await expect(page.getByRole('contentinfo')).toContainText('one-stop shop');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'You have not ordered' })).toBeVisible();
  });
});

test.describe('with scripts that are gone', () => {
  test.use({ mayFail: /viewport-|product-dialog-/ });

  test('a toast is shown plainly, and the link of a card leads to the page of the server', async ({
    page,
  }) => {
    await page.route(/assets\/(?:viewport|product-dialog)-.*\.js$/, (route) => route.abort());
    await page.goto('/');
    await expect(async () => {
      await page.getByRole('article').first().getByRole('button').click();
      await expectToast(page, 'Log in to add an item to the cart', 'warning');
    }).toPass();
    await page.evaluate(() =>
      addEventListener('beforeunload', () => sessionStorage.setItem('left', 'yes')),
    );
    await cardLink(page, rope).click();
    await expect(page).toHaveURL(PRODUCT);
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('left'))).toBe('yes');
  });
});

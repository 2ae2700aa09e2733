/** If the browser blocks storage, a shopper can still shop as long as the page is open. */

import { LIST_PAGE_SIZE } from '../contract/limits.ts';
import { fillIn } from './forms.ts';
import { card, cartPanel, expect, open, test } from './shop.ts';
import { demoProduct } from './shopper.ts';

const sneakers = demoProduct('Summit Leather High-Tops');

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('Access is denied', 'SecurityError');
      },
    });
  });
});

test('the products are shown, and a shopper logs in and adds to the cart', async ({
  page,
  shopper,
}) => {
  await open(page, '/');
  await expect(page.getByRole('article')).toHaveCount(LIST_PAGE_SIZE);
  await page.getByRole('button', { name: 'LOGIN' }).click();
  await fillIn(page, { Username: shopper.username, Password: shopper.password });
  await page.getByRole('button', { name: 'LOGIN TO QKART' }).click();
  await expect(page).toHaveURL('/');
  await card(page, sneakers.name).getByRole('button').click();
  await expect(cartPanel(page)).toContainText('$139');
  await page.getByRole('button', { name: 'LOGOUT' }).click();
  await expect(page.getByRole('button', { name: 'LOGIN' })).toBeVisible();
});

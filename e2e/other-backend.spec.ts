/** With a backend that has only the calls of spec 7, the journey works without an error message. */
import { HOME, placeOrder, selectAddress } from './checkout.ts';
import { cards, order, rating } from './filter-bar.ts';
import { fillIn } from './forms.ts';
import { refuse } from './network.ts';
import { card, cartPanel, expect, expectToast, open, searchBox, test, toast } from './shop.ts';

const ADDITIONS = [
  'POST /auth/logout',
  'GET /products/facets*',
  'GET /products/suggestions*',
  'GET /orders*',
  'POST /orders/*',
];

test('a shopper registers, searches, orders and logs out', async ({ page }) => {
  test.slow();
  const username = `elsewhere-${crypto.randomUUID()}`;
  const password = 'correct horse';
  for (const call of ADDITIONS) await refuse(page, call, 404, 'Not found');

  await open(page, '/register');
  await fillIn(page, { Username: username, Password: password, 'Confirm Password': password });
  await page.getByRole('button', { name: 'Register Now' }).click();
  await expectToast(page, 'Registered Successfully', 'success');
  await expect(page).toHaveURL('/login');
  await fillIn(page, { Username: username, Password: password });
  await page.getByRole('button', { name: 'LOGIN TO QKART' }).click();
  await expectToast(page, 'Logged in successfully', 'success');

  await searchBox(page).pressSequentially('hiking boots');
  await expect(page.getByRole('heading', { name: 'Results for “hiking boots”' })).toBeVisible();
  await card(page, 'Summit Hiking Boots').getByRole('button').click();
  await expect(cartPanel(page)).toContainText('Order total$139');
  await searchBox(page).press('Escape');
  await expect(cards(page)).toHaveCount(60);
  // The choices of categories and ratings come with the facets. Price and order need none.
  await expect(page.getByRole('list', { name: 'Categories' })).toHaveCount(0);
  await expect(rating(page)).toHaveCount(0);
  await order(page).selectOption('price');
  await expect(page).toHaveURL('/?sort=price');
  await expect(cards(page).first()).toContainText('$3.95');
  await expect(toast(page)).toHaveCount(0);

  await cartPanel(page).getByRole('button', { name: 'Checkout' }).click();
  await page.getByRole('button', { name: 'Add new address' }).click();
  await page.getByPlaceholder('Enter your complete address').fill(HOME);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await selectAddress(page, HOME);
  await expect(toast(page)).toHaveCount(0);
  await placeOrder(page).click();
  await expect(page).toHaveURL('/thanks');
  await expectToast(page, 'Order place succesfully!', 'success');
  await page.getByRole('button', { name: 'LOGOUT' }).click();
  await expect(page.getByRole('button', { name: 'LOGIN' })).toBeVisible();
  await expect(toast(page)).toHaveCount(0);
});

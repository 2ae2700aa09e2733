/** The whole journey of a new shopper, on a desktop and on a phone. */
import type { Page } from '@playwright/test';
import { API_BASE } from '../contract/calls.ts';
import { selectAddress } from './checkout.ts';
import { fillIn } from './forms.ts';
import {
  card,
  cartLine,
  cartPanel,
  expect,
  expectToast,
  open,
  openCart,
  searchBox,
  stepper,
  stored,
  test,
} from './shop.ts';

const SOFA = 'Cognac Leather Sofa';
const HOME = '12 Harbour Street, Portsmouth';
const PASSWORD = 'correct horse';

/** The calls of R8.3, and additional ones. */
const CALLS = [
  /^POST \/auth\/(register|login|logout)$/,
  /^GET \/products\?(ids|limit|cursor)=.*$/,
  /^GET \/products\/(search|suggestions)\?value=[^&]*$/,
  /^GET \/products\/facets(\?value=[^&]*)?$/,
  /^GET \/cart$/,
  /^GET \/user\/wallet$/,
  /^POST \/cart(\/checkout)?$/,
  /^(GET|POST) \/user\/addresses$/,
  /^DELETE \/user\/addresses\/[^/]+$/,
];

async function register(page: Page, username: string): Promise<void> {
  await page.getByRole('button', { name: 'REGISTER' }).click();
  await fillIn(page, { Username: username, Password: PASSWORD, 'Confirm Password': PASSWORD });
  await page.getByRole('button', { name: 'Register Now' }).click();
  await expectToast(page, 'Registered Successfully', 'success');
  await expect(page).toHaveURL('/login');
}

/** Logs in by the same name, typed in another way. */
async function logIn(page: Page, username: string): Promise<void> {
  await fillIn(page, { Username: ` ${username.toUpperCase()} `, Password: PASSWORD });
  await page.getByRole('button', { name: 'LOGIN TO QKART' }).click();
  await expectToast(page, 'Logged in successfully', 'success');
  await expect(page).toHaveURL('/');
}

test('a new shopper registers, searches, fills a cart, orders, and logs in again to the remaining balance @phone @core', async ({
  page,
}) => {
  test.slow();
  const calls: string[] = [];
  const addresses: string[] = [];
  page.on('request', (request) => {
    addresses.push(request.url());
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith(API_BASE)) {
      calls.push(`${request.method()} ${pathname.slice(API_BASE.length)}${search}`);
    }
  });
  const username = `journey-${crypto.randomUUID()}`;

  await open(page, '/');
  await register(page, username);
  expect(await stored(page)).toEqual({});
  await logIn(page, username);
  expect((await stored(page)).balance).toBe('5000');

  await searchBox(page).fill('sofa');
  await expect(page).toHaveURL('/?value=sofa');
  await card(page, SOFA).getByRole('button').click();
  const line = cartLine(page, SOFA);
  await expect(page.getByRole('link', { name: /^Cart, 1/ })).toBeVisible();
  await card(page, SOFA).getByRole('button').click();
  await expectToast(
    page,
    'Item already in cart. use the cart sidebar to update quantity or remove item',
    'warning',
  );

  await openCart(page);
  await expect(stepper(line)).toHaveText('1');
  await line.getByRole('button', { name: 'Increase' }).click();
  await expect(cartPanel(page)).toContainText('Order total$4799.98');
  await line.getByRole('button', { name: 'Decrease' }).click();
  await expect(cartPanel(page)).toContainText('Order total$2399.99');
  await line.getByRole('button', { name: 'Decrease' }).click();
  await expect(cartPanel(page)).toContainText('Cart is empty.');

  // On a phone the cart is a sheet over the products.
  await page.keyboard.press('Escape');
  // Three sofas cost more than the wallet's balance.
  await card(page, SOFA).getByRole('button').click();
  await openCart(page);
  await line.getByRole('button', { name: 'Increase' }).click();
  await line.getByRole('button', { name: 'Increase' }).click();
  await expect(cartPanel(page)).toContainText('Order total$7199.97');
  await cartPanel(page).getByRole('button', { name: 'Checkout' }).click();
  await expect(page).toHaveURL('/checkout');
  const place = page.getByRole('button', { name: 'PLACE ORDER' });
  await place.click();
  await expectToast(page, 'Please add a new address before proceeding', 'warning');
  await page.getByRole('button', { name: 'Add new address' }).click();
  await page.getByPlaceholder('Enter your complete address').fill('The Office');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('radio', { name: 'The Office' })).toBeChecked();
  await page.getByRole('button', { name: 'Add new address' }).click();
  await page.getByPlaceholder('Enter your complete address').fill(HOME);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('radio', { name: HOME })).toBeChecked();
  // Deleting the selected address selects nothing.
  await page.getByRole('button', { name: `Delete address ${HOME}` }).click();
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await place.click();
  await expectToast(page, 'select one shipping address', 'warning');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('radio', { name: HOME })).toBeChecked();
  await place.click();
  await expectToast(page, 'Not have enough balance', 'warning');

  // Two sofas cost less.
  await page.getByRole('link', { name: 'QKart' }).click();
  await openCart(page);
  await line.getByRole('button', { name: 'Decrease' }).click();
  await expect(cartPanel(page)).toContainText('Order total$4799.98');
  await cartPanel(page).getByRole('button', { name: 'Checkout' }).click();
  await expect(page.getByText('Pay $4799.98 of available $5000')).toBeVisible();
  await selectAddress(page, HOME);
  await place.click();
  await expectToast(page, 'Order place succesfully!', 'success');
  await expect(page).toHaveURL('/thanks');
  await expect(page.getByText('Wallet balance: $200.02')).toBeVisible();

  await page.getByRole('button', { name: 'LOGOUT' }).click();
  await expect(page).toHaveURL('/');
  await page.getByRole('button', { name: 'LOGIN' }).click();
  await logIn(page, username);
  expect(await stored(page)).toEqual({
    username,
    token: expect.stringMatching(/^[\w-]{43}$/),
    balance: '200.02',
  });
  expect(await page.evaluate(() => [sessionStorage.getItem('token'), document.cookie])).toEqual([
    null,
    '',
  ]);
  expect(addresses.filter((address) => /correct.{1,3}horse/.test(address))).toEqual([]);
  expect(calls.filter((call) => !CALLS.some((known) => known.test(call)))).toEqual([]);
});

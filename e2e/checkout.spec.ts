/** The checkout (spec 2, spec 5, spec 6): access, content, and the checks before an order. */
import { paths } from '../contract/paths.ts';
import {
  boots,
  HOME,
  headphones,
  PLACE,
  placeOrder,
  prepareOrder,
  selectAddress,
  summary,
} from './checkout.ts';
import { answer, cutOff, hold, watch } from './network.ts';
import { expect, expectToast, loggedInTest, open, stored, test } from './shop.ts';
import { demoProduct } from './shopper.ts';

test('spec 6: a visitor is told to log in, and sent to /', async ({ page }) => {
  await open(page, '/checkout');
  await expect(page).toHaveURL('/');
  await expectToast(page, 'You must be logged in to access checkout page', 'info');
});

test('spec 6: a visitor coming from another page is told, too', async ({ page }) => {
  await open(page, '/');
  await page.evaluate(() => {
    history.pushState({}, '', '/checkout');
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  });
  await expectToast(page, 'You must be logged in to access checkout page', 'info');
  await expect(page).toHaveURL('/');
});

loggedInTest('each request for its content is sent once', async ({ page, shopper }) => {
  await prepareOrder(shopper);
  const calls = watch(page, 'GET *');
  await open(page, '/checkout');
  await selectAddress(page, HOME);
  const asked = calls.map((call) => new URL(call.url()).pathname);
  expect(asked.sort()).toEqual([paths.cart, paths.products, paths.addresses]);
});

loggedInTest(
  'decisions, in the browser: with an empty cart the checkout shows its whole screen @phone',
  async ({ page, shopper }) => {
    await shopper.saveAddress('The Office');
    await open(page, '/checkout');
    await expect(page.getByText('Pay $0 of available $5000', { exact: true })).toBeVisible();
    await expect(
      summary(page).getByText('Cart is empty. Add more items to the cart to checkout.'),
    ).toBeVisible();
    expect(await summary(page).locator('dt, dd').allTextContents()).toEqual([
      ...['Products', '0'],
      ...['Subtotal', '$0'],
      ...['Shipping charges', '$0'],
      ...['Total', '$0'],
    ]);
    await page.getByRole('button', { name: 'Add new address' }).click();
    await page.getByPlaceholder('Enter your complete address').fill(HOME);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await selectAddress(page, HOME);
    await page.getByRole('button', { name: 'Delete address The Office' }).click();
    await expect(page.getByRole('radio')).toHaveCount(1);
    await expect(placeOrder(page)).toBeEnabled();
  },
);

loggedInTest(
  'decisions, in the browser: with an empty cart PLACE ORDER runs the checks of spec 5, then the call',
  async ({ page, shopper }) => {
    const calls = watch(page, PLACE);
    await open(page, '/checkout');
    await placeOrder(page).click();
    await expectToast(page, 'Please add a new address before proceeding', 'warning');
    await shopper.saveAddress(HOME);
    await open(page, '/checkout');
    await placeOrder(page).click();
    await expectToast(page, 'select one shipping address', 'warning');
    expect(calls).toEqual([]);
    await selectAddress(page, HOME);
    await placeOrder(page).click();
    await expectToast(page, 'Cart is empty', 'error');
    expect(calls).toHaveLength(1);
    // The cart was empty from the start, so no other tab has ordered it.
    await expect(page.getByText('Your order was not placed.')).toBeVisible();
    await expect(page.getByText('This cart is no longer there.')).toHaveCount(0);
    await expect(page).toHaveURL('/checkout');
    await expect(placeOrder(page)).toBeEnabled();
    expect((await stored(page)).balance).toBe('5000');
  },
);

loggedInTest(
  'hovering over Checkout prefetches the content of the checkout',
  async ({ page, shopper }) => {
    await prepareOrder(shopper);
    const calls = watch(page, 'GET /user/addresses');
    await open(page, '/');
    const checkout = page.getByRole('button', { name: 'Checkout', exact: true });
    const addresses = page.waitForResponse('**/user/addresses');
    await checkout.hover();
    await (await addresses).finished();
    await checkout.click();
    await expect(page.getByRole('radio', { name: HOME })).toBeVisible();
    expect(calls).toHaveLength(1);
  },
);

loggedInTest(
  "spec 2, checkout: Wallet, 'Pay $X of available $Y', and PLACE ORDER @phone",
  async ({ page, shopper }) => {
    await prepareOrder(shopper);
    await open(page, '/checkout');
    const payment = page.getByRole('region', { name: 'Payment' });
    await expect(payment.getByText('Wallet')).toBeVisible();
    await expect(payment.getByText('Pay $278 of available $5000', { exact: true })).toBeVisible();
    await expect(placeOrder(page)).toBeVisible();
  },
);

loggedInTest(
  'spec 2, checkout: the available balance is the stored one, to the cent',
  async ({ page, shopper }) => {
    await shopper.putInCart(headphones);
    await page.addInitScript(() => localStorage.setItem('balance', '1234.5'));
    await open(page, '/checkout');
    await expect(
      page.getByText('Pay $149.99 of available $1234.50', { exact: true }),
    ).toBeVisible();
  },
);

loggedInTest(
  'spec 2, checkout: the read-only summary shows the total quantity, subtotal, shipping and total @phone',
  async ({ page, shopper }) => {
    await shopper.putInCart(boots, 2);
    await shopper.putInCart(headphones, 3);
    await open(page, '/checkout');
    await expect(summary(page).getByRole('listitem')).toHaveCount(2);
    await expect(summary(page).getByRole('listitem').first()).toContainText('Qty: 2');
    await expect(summary(page).getByRole('listitem').last()).toContainText('Qty: 3');
    const figures = await summary(page).locator('dt, dd').allTextContents();
    expect(figures).toEqual([
      ...['Products', '5'],
      ...['Subtotal', '$727.97'],
      ...['Shipping charges', '$0'],
      ...['Total', '$727.97'],
    ]);
    // The summary has neither a Checkout button nor steppers.
    await expect(summary(page).getByRole('button')).toHaveCount(0);
  },
);

loggedInTest(
  'decisions, breakpoints: the summary stands on the side from 900 px',
  async ({ page, shopper }) => {
    await prepareOrder(shopper);
    await page.setViewportSize({ width: 900, height: 800 });
    await open(page, '/checkout');
    const payment = await page.getByRole('region', { name: 'Payment' }).boundingBox();
    const side = await summary(page).boundingBox();
    expect(side?.x).toBeGreaterThan((payment?.x ?? 0) + (payment?.width ?? 900));
  },
);

loggedInTest(
  "spec 5, checkout 1: no saved address: 'Please add a new address before proceeding'",
  async ({ page, shopper }) => {
    // Every later check fails, too.
    await shopper.putInCart(demoProduct('Aquamarine Engagement Ring'), 3);
    const calls = watch(page, PLACE);
    await open(page, '/checkout');
    await placeOrder(page).click();
    await expectToast(page, 'Please add a new address before proceeding', 'warning');
    expect(calls).toEqual([]);
  },
);

loggedInTest(
  "spec 5, checkout 2: no address selected: 'select one shipping address'",
  async ({ page, shopper }) => {
    await shopper.putInCart(demoProduct('Aquamarine Engagement Ring'), 3);
    await shopper.saveAddress(HOME);
    const calls = watch(page, PLACE);
    await open(page, '/checkout');
    await placeOrder(page).click();
    await expectToast(page, 'select one shipping address', 'warning');
    expect(calls).toEqual([]);
  },
);

loggedInTest(
  "spec 5, checkout 3: balance below the total: 'Not have enough balance' @core",
  async ({ page, shopper }) => {
    await shopper.putInCart(demoProduct('Aquamarine Engagement Ring'), 3);
    await shopper.saveAddress(HOME);
    const calls = watch(page, PLACE);
    await open(page, '/checkout');
    await selectAddress(page, HOME);
    await placeOrder(page).click();
    await expectToast(page, 'Not have enough balance', 'warning');
    expect(calls).toEqual([]);
    expect((await stored(page)).balance).toBe('5000');
  },
);

loggedInTest(
  'spec 5, checkout 3: a balance of exactly the total is enough',
  async ({ page, shopper }) => {
    await prepareOrder(shopper);
    await page.addInitScript(() => localStorage.setItem('balance', '278'));
    await answer(page, PLACE, { json: { success: true } });
    await open(page, '/checkout');
    await selectAddress(page, HOME);
    await placeOrder(page).click();
    await expect(page).toHaveURL('/thanks');
  },
);

loggedInTest('PLACE ORDER waits until addresses and cart are loaded', async ({ page, shopper }) => {
  await prepareOrder(shopper);
  const loading = await hold(page, 'GET /user/addresses');
  await open(page, '/checkout');
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading checkout');
  await expect(placeOrder(page)).toHaveCount(0);
  loading.release();
  await expect(placeOrder(page)).toBeEnabled();
});

loggedInTest(
  'a checkout whose cart cannot be loaded says so, and offers a retry',
  async ({ page }) => {
    await cutOff(page, 'GET /cart');
    await open(page, '/checkout');
    await expectToast(
      page,
      'Could not fetch cart details. Check that the backend is running, reachable and returns valid JSON.',
      'error',
    );
    await expect(page.getByRole('status').filter({ hasText: 'Loading checkout' })).toHaveCount(0);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Cart is empty.')).toBeVisible();
  },
);

loggedInTest('the focus goes to its heading', async ({ page, shopper }) => {
  await prepareOrder(shopper);
  await open(page, '/');
  await page.getByRole('button', { name: 'Checkout', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeFocused();
  await expect(placeOrder(page)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeFocused();
});

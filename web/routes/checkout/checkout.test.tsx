/** The checkout (R1.7, R6): access, content, and the checks before an order. */
import { vi } from 'vitest';
import { page } from 'vitest/browser';
import { CHECK } from '../../testing/api.ts';
import {
  addresses,
  factsIn,
  HOME,
  lamp,
  PLACE,
  placeOrder,
  selectAddress,
  sneakers,
  summary,
} from '../../testing/checkout.ts';
import { demoProduct } from '../../testing/demo-products.ts';
import {
  button,
  expect,
  expectAddress,
  expectCount,
  expectToast,
  goTo,
  loggedInTest,
  open,
  test,
} from '../../testing/screen.tsx';

const payment = () => page.getByRole('region', { name: 'Payment' });
const checkout = () => page.getByRole('button', { name: 'Checkout', exact: true });

async function addAddress(text: string): Promise<void> {
  await button('Add new address').click();
  await page.getByPlaceholder('Enter your complete address').fill(text);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
}

test('R1.7: a visitor coming from another page is told to log in, and sent to /', async () => {
  await open('/register');
  await goTo('/checkout');
  await expectToast('You must be logged in to access checkout page', 'info');
  await expectAddress('/');
});

loggedInTest(
  'a shop says when an order arrives in its own form, and its own sentence',
  async () => {
    vi.setSystemTime('2026-11-26T12:00:00Z');
    await open('/checkout', {
      locale: 'de-DE',
      delivery: { businessDays: 3, text: 'By bicycle.' },
    });
    const main = page.getByRole('main');
    await expect
      .element(main)
      .toMatchTextContent('Arrives by Dienstag, 1. Dezember 2026By bicycle.');
  },
);

loggedInTest.for([
  { stored: '1234.5', available: '$1234.50' },
  { stored: 'a lot', available: '$0' },
])(
  "R6.4: Wallet, 'Pay $X of available $Y' and PLACE ORDER; a stored balance of $stored is $available",
  async ({ stored, available }, { shop }) => {
    shop.putInCart(lamp);
    localStorage.setItem('balance', stored);
    shop.refuse('GET /user/wallet', 404, 'Not found');
    await open('/checkout');
    await expect.element(payment().getByRole('heading', { name: 'Wallet' })).toBeVisible();
    const pay = `Pay $149.99 of available ${available}`;
    await expect.element(payment().getByText(pay, { exact: true })).toBeVisible();
    await expect.element(placeOrder()).toBeVisible();
  },
);

loggedInTest(
  'R6.4: the read-only summary shows the total quantity, subtotal, shipping and total',
  async ({ shop }) => {
    shop.putInCart(sneakers, 2);
    shop.putInCart(lamp, 3);
    await open('/checkout');
    const lines = summary().getByRole('listitem');
    await expectCount(lines, 2);
    await expect.element(lines.first()).toMatchTextContent('Qty: 2');
    await expect.element(lines.last()).toMatchTextContent('Qty: 3');
    await expect
      .poll(() => factsIn(summary()))
      .toEqual([
        ...['Products', '5'],
        ...['Subtotal', '$727.97'],
        ...['Shipping charges', '$0'],
        ...['Total', '$727.97'],
      ]);
    // The summary has neither a Checkout button nor steppers.
    await expectCount(summary().getByRole('button'), 0);
  },
);

loggedInTest('R6.5: with an empty cart the checkout shows its whole screen', async ({ shop }) => {
  shop.saveAddress('The Office');
  await open('/checkout');
  await expect.element(page.getByText('Pay $0 of available $5000', { exact: true })).toBeVisible();
  await expect
    .element(summary())
    .toMatchTextContent('Cart is empty. Add more items to the cart to checkout.');
  await expect
    .element(summary().getByRole('button', { name: 'Continue Shopping' }))
    .toHaveAttribute('href', '/');
  expect(factsIn(summary())).toEqual([
    ...['Products', '0'],
    ...['Subtotal', '$0'],
    ...['Shipping charges', '$0'],
    ...['Total', '$0'],
  ]);
  await addAddress(HOME);
  await selectAddress(HOME);
  await button('Delete address The Office').click();
  await expectCount(addresses(), 1);
  await expect.element(placeOrder()).toBeEnabled();
});

loggedInTest(
  'R6.6: no address, none selected, balance too low; the first of them is a warning',
  async ({ shop }) => {
    const calls = shop.watch(PLACE);
    shop.putInCart(demoProduct('Cognac Leather Sofa'), 3);
    await open('/checkout');
    await placeOrder().click();
    await expectToast('Please add a new address before proceeding', 'warning');
    for (const text of [HOME, 'The Office']) await addAddress(text);
    await button('Delete address The Office').click();
    await expectCount(addresses(), 1);
    await placeOrder().click();
    await expectToast('select one shipping address', 'warning');
    await selectAddress(HOME);
    await placeOrder().click();
    await expectToast('Not have enough balance', 'warning');
    expect(calls).toEqual([]);
    expect(localStorage.getItem('balance')).toBe('5000');
  },
);

loggedInTest(
  'R6.5: with an empty cart PLACE ORDER sends the call after these checks',
  async ({ shop }) => {
    for (const text of [HOME, 'The Office']) shop.saveAddress(text);
    await open('/checkout');
    await placeOrder().click();
    await expectToast('select one shipping address', 'warning');
    await selectAddress(HOME);
    await placeOrder().click();
    await expectToast('Cart is empty', 'error');
    // The cart was empty from the start, so no other tab has ordered it.
    await expect.element(page.getByText('Your order was not placed.')).toBeVisible();
    await expectAddress('/checkout');
    expect(localStorage.getItem('balance')).toBe('5000');
  },
);

loggedInTest(
  'hovering over Checkout prefetches the content of the checkout, whose heading then gets the focus',
  async ({ shop }) => {
    shop.putInCart(sneakers);
    shop.saveAddress(HOME);
    const calls = shop.watch('GET /user/addresses');
    await open('/');
    await checkout().hover();
    await expect.poll(() => calls).toHaveLength(1);
    await checkout().click();
    await expectCount(addresses(), 1);
    await expect.element(page.getByRole('heading', { name: 'Checkout' })).toHaveFocus();
    expect(calls).toHaveLength(1);
  },
);

loggedInTest('PLACE ORDER waits until addresses and cart are loaded', async ({ shop }) => {
  const loading = shop.hold('GET /user/addresses');
  await open('/checkout');
  await expect
    .element(page.getByRole('main').getByRole('status'))
    .toHaveTextContent('Loading checkout');
  await expectCount(placeOrder(), 0);
  loading.release();
  await expect.element(placeOrder()).toBeEnabled();
});

loggedInTest(
  'a checkout whose cart cannot be loaded says so, and offers a retry',
  async ({ shop }) => {
    shop.cutOff('GET /cart');
    await open('/checkout');
    await expectToast(`Could not fetch cart details. ${CHECK}`, 'error');
    await expectCount(page.getByText('Loading checkout'), 0);
    shop.restore();
    await button('Try again').click();
    await expect.element(page.getByText('Cart is empty.')).toBeVisible();
  },
);

loggedInTest('R1.6: the summary stands on the side from 900 px', async () => {
  await page.viewport(900, 800);
  await open('/checkout');
  await expect.element(summary()).toBeVisible();
  const { right } = payment().element().getBoundingClientRect();
  expect(summary().element().getBoundingClientRect().left).toBeGreaterThan(right);
});

loggedInTest(
  'a wallet that is too small is said before the press, with the difference',
  async ({ shop }) => {
    shop.balance = 200.5;
    shop.putInCart(sneakers, 2);
    await open('/checkout');
    const sentence = 'Your wallet has $77.50 less than this order costs.';
    await expect.element(payment()).toMatchTextContent(sentence);
  },
);

loggedInTest('the summary says which tax prices include, if the shop has one', async ({ shop }) => {
  shop.putInCart(lamp);
  await open('/checkout');
  await expect.element(summary()).toMatchTextContent('Total$149.99');
  await expect.element(summary()).not.toMatchTextContent('include');
  await open('/checkout', { tax: '19% VAT' });
  await expect.element(summary()).toMatchTextContent('Prices include 19% VAT.');
});

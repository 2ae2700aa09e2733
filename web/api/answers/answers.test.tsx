/** An answer of the wrong shape is a failure like any other, and takes nothing else down. */

import { page, userEvent } from 'vitest/browser';
import { LIST_PAGE_SIZE } from '../../../contract/limits.ts';
import { CHECK } from '../../testing/api.ts';
import { HOME, openWithOrder, orderSneakers, readyToOrder } from '../../testing/checkout.ts';
import { demoProduct } from '../../testing/demo-products.ts';
import {
  button,
  card,
  cartPanel,
  expect,
  expectAddress,
  expectCount,
  expectToast,
  fillIn,
  loggedInTest,
  open,
  retryRepaired,
  searchBox,
  test,
  toast,
} from '../../testing/screen.tsx';

const GENERIC = `Something went wrong. ${CHECK}`;
const sneakers = demoProduct('Summit Leather High-Tops');
const cards = page.getByRole('article');
const { cost: _, ...withoutCost } = sneakers;

test.for([
  { list: { products: [sneakers] } },
  { list: [null] },
  { list: [withoutCost] },
  { list: [{ ...sneakers, name: { en: 'Sneakers' } }] },
  { list: [{ ...sneakers, cost: '139' }] },
  { list: [{ ...sneakers, option: 7 }] },
])('a list of products like $list says so, and can be retried', async ({ list }, { shop }) => {
  shop.answer('GET /products', { json: list });
  await open('/');
  await expectToast(GENERIC, 'error');
  await retryRepaired(shop);
  await expectCount(cards, LIST_PAGE_SIZE);
});

test('a search whose answer is no list says so, and restores the whole list', async ({ shop }) => {
  shop.answer('GET /products/search?value=*', { json: { message: 'not yet' } });
  await open('/?value=bonsai');
  await expectToast(GENERIC, 'error');
  await expectCount(cards, LIST_PAGE_SIZE);
});

test('products with further fields, and with no more than R9.4 names, are shown', async ({
  shop,
}) => {
  const { _id, name, cost } = sneakers;
  shop.answer('GET /products', { json: [{ _id, name, cost, size: 43, __v: 0 }] });
  await open('/');
  await expect.element(card(sneakers.name)).toMatchTextContent('$139');
  await expectCount(card(sneakers.name).getByRole('img', { name: 'stars' }), 0);
});

test.for([{ json: { count: 60 } }, { json: { categories: [{ name: 5 }] } }])(
  'without facets that can be read, the products are shown: $json',
  async (reply, { shop }) => {
    shop.answer('GET /products/facets', reply);
    await open('/');
    await expectCount(cards, LIST_PAGE_SIZE);
    await expectCount(page.getByRole('list', { name: 'Categories' }), 0);
    await expectCount(toast(), 0);
  },
);

test('suggestions that are no list are not shown, and the search works', async ({ shop }) => {
  const calls = shop.watch('GET /products/suggestions?value=sneakers');
  shop.answer('GET /products/suggestions*', { json: [{ text: 'sneakers', kind: 'magic' }] });
  // Results end the suggestions, also the second attempt.
  const searching = shop.hold('GET /products/search?value=sneakers');
  await open('/');
  await searchBox().fill('sneakers');
  await expect.poll(() => calls.length).toBe(2);
  await expectCount(page.getByRole('listbox'), 0);
  searching.release();
  await userEvent.keyboard('{Enter}');
  await expectCount(cards, 1);
});

test('details of a product that are no product say so, and can be retried', async ({ shop }) => {
  shop.answer('GET /product-details?product=*', { json: { ...sneakers, variants: 'none' } });
  await open(`/?product=${sneakers._id}`);
  const dialog = page.getByRole('dialog', { name: sneakers.name });
  await expect.element(dialog).toMatchTextContent('Its description could not be loaded.');
  await retryRepaired(shop, dialog);
  await expect.element(dialog).not.toMatchTextContent('could not be loaded');
});

test.for([{ json: {} }, { json: [] }, { json: { token: 5 } }])(
  'a login answered $json is a failure',
  async ({ json }, { shop }) => {
    shop.answer('POST /auth/login', { status: 201, json });
    await open('/login');
    await fillIn({ Username: 'somebody', Password: 'correct horse' });
    await button('LOGIN TO QKART').click();
    await expectToast(GENERIC, 'default');
    expect(localStorage.getItem('token')).toBeNull();
  },
);

loggedInTest.for([
  { json: { items: [] } },
  { json: [{ productId: sneakers._id }] },
  { json: [{ productId: 7, qty: 1 }] },
])('a cart like $json says so, and can be retried', async (reply, { shop }) => {
  shop.putInCart(sneakers, 2);
  shop.answer('GET /cart', reply);
  await open('/');
  await expectToast(`Could not fetch cart details. ${CHECK}`, 'error');
  await expectCount(cards, LIST_PAGE_SIZE);
  await retryRepaired(shop, cartPanel());
  await expect.element(cartPanel()).toMatchTextContent('$278');
});

loggedInTest('a change that is not answered with a cart leaves the cart', async ({ shop }) => {
  shop.putInCart(demoProduct('Studio Pendant Lamp'));
  shop.answer('POST /cart', { json: { message: 'Added' } });
  await open('/');
  await button('ADD TO CART', card(sneakers.name)).click();
  await expectToast(`Could not fetch products. ${CHECK}`, 'error');
  await expectCount(cartPanel().getByRole('listitem'), 1);
});

loggedInTest('addresses that are no list say so, and can be retried', async ({ shop }) => {
  shop.saveAddress(HOME);
  shop.answer('GET /user/addresses', { json: { addresses: [] } });
  await open('/checkout');
  await expectToast(`Could not fetch addresses. ${CHECK}`, 'error');
  await retryRepaired(shop);
  await expect.element(page.getByText(HOME)).toBeVisible();
});

loggedInTest.for([
  { call: 'POST /user/addresses', message: `Could not add this address. ${CHECK}` },
  { call: 'DELETE /user/addresses/*', message: `Could not delete this address. ${CHECK}` },
])('$call without a list as its answer leaves the list', async ({ call, message }, { shop }) => {
  shop.saveAddress(HOME);
  shop.answer(call, { json: [HOME] });
  await open('/checkout');
  if (call.startsWith('POST')) {
    await button('Add new address').click();
    await page.getByPlaceholder('Enter your complete address').fill('1 Lane');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
  } else {
    await button('Delete').click();
  }
  await expectToast(message, 'error');
  await expect.element(page.getByText(HOME)).toBeVisible();
});

loggedInTest.for([{ json: 'ordered' }, { json: [] }, { json: { balance: '7', lines: {} } }])(
  'an order answered $json is placed',
  async (reply, { shop }) => {
    await readyToOrder(shop);
    shop.answer('POST /cart/checkout', reply);
    shop.refuse('GET /user/wallet', 404, 'Not found');
    await button('PLACE ORDER').click();
    await expectAddress('/thanks');
    await expect.element(page.getByRole('main')).toMatchTextContent('Wallet balance: $4722');
  },
);

loggedInTest('a wallet that is no number leaves the balance', async ({ shop }) => {
  const calls = shop.watch('GET /user/wallet');
  shop.answer('GET /user/wallet', { json: { balance: null } });
  await open('/');
  await expect.poll(() => calls.length).toBe(2);
  await expect.element(page.getByRole('banner')).toMatchTextContent('$5000');
  expect(localStorage.getItem('balance')).toBe('5000');
});

loggedInTest('orders that are no list say so, and can be retried', async ({ shop }) => {
  orderSneakers(shop);
  shop.answer('GET /orders', { json: [{ id: 'one' }] });
  await open('/orders');
  await expectToast(`Could not fetch your orders. ${CHECK}`, 'error');
  await retryRepaired(shop);
  await expectCount(cards, 1);
});

loggedInTest('a cancellation answered with no order is a failure', async ({ shop }) => {
  await openWithOrder(shop);
  shop.answer('POST /orders/*/cancel', { json: { status: 'cancelled' } });
  await button('Cancel order').click();
  await button('Yes, cancel it').click();
  await expectToast(`Could not cancel this order. ${CHECK}`, 'error');
  await expectCount(cards, 1);
});

/** A failed request removes nothing from the screen, and every failed view has a retry that works. */

import { page, userEvent } from 'vitest/browser';
import { LIST_PAGE_SIZE } from '../../contract/limits.ts';
import { CHECK } from '../testing/api.ts';
import { demoProduct } from '../testing/demo-products.ts';
import {
  button,
  cartLine,
  cartPanel,
  expect,
  expectAddress,
  expectCount,
  expectToast,
  goTo,
  loggedInTest,
  open,
  retryRepaired,
  searchBox,
  stepper,
  test,
  toast,
} from '../testing/screen.tsx';

const GENERIC = `Something went wrong. ${CHECK}`;
const BONSAI = 'GET /products/search?value=bonsai';
const BY_IDS = 'GET /products?ids=*';
const HOME = '12 Harbour Street, Portsmouth';
const sneakers = demoProduct('Summit Leather High-Tops');
const cards = page.getByRole('article');

test.for([
  { address: '/', failing: 'GET /products' },
  { address: '/?value=bonsai', failing: 'GET /products*' },
])('a retry loads the products of $address, if $failing failed', async (list, { shop }) => {
  shop.cutOff(list.failing);
  await open(list.address);
  await expectToast(GENERIC, 'error');
  await retryRepaired(shop);
  await expectCount(cards, LIST_PAGE_SIZE);
});

test('Enter with the same text retries a failed search', async ({ shop }) => {
  await open('/');
  await expectCount(cards, LIST_PAGE_SIZE);
  shop.cutOff(BONSAI);
  await searchBox().fill('bonsai');
  await userEvent.keyboard('{Enter}');
  await expectToast(GENERIC, 'error');
  await expectCount(cards, LIST_PAGE_SIZE);
  shop.restore();
  await userEvent.keyboard('{Enter}');
  await expectCount(cards, 1);
});

test('a GET without a reply is retried once before a toast', async ({ shop }) => {
  await open('/');
  const calls = shop.watch(BONSAI);
  let isFirst = true;
  shop.intercept(BONSAI, (_sent, next) => {
    if (!isFirst) return next();
    isFirst = false;
    throw new TypeError('Failed to fetch');
  });
  await goTo('/?value=bonsai');
  await expectCount(cards, 1);
  expect(calls).toHaveLength(2);
  await expectCount(toast(), 0);
});

loggedInTest(
  'a cart whose products failed at the checkout has pending amounts, and a retry',
  async ({ shop }) => {
    shop.putInCart(sneakers, 2);
    shop.saveAddress(HOME);
    shop.cutOff(BY_IDS);
    await open('/checkout');
    await expectToast(GENERIC, 'error');
    const payment = page.getByRole('region', { name: 'Payment' });
    await expect.element(payment).toMatchTextContent(/Pay …not known yet of available \$5000/);
    await page.getByText(HOME).click();
    await retryRepaired(shop);
    await expect.element(payment).toMatchTextContent('Pay $278 of available $5000');
    const summary = page.getByRole('region', { name: 'Order details' });
    await expect.element(summary).toMatchTextContent(sneakers.name);
    await button('PLACE ORDER').click();
    await expectAddress('/thanks');
  },
);

loggedInTest('lines whose products are not known yet have pending amounts', async ({ shop }) => {
  shop.putInCart(sneakers, 2);
  const answering = shop.hold(BY_IDS);
  await open('/?value=bonsai');
  await expect.element(cartPanel()).toMatchTextContent(/Order total…not known yet/);
  await expect.element(cartPanel()).not.toMatchTextContent('$0');
  await expectCount(cartPanel().getByRole('group'), 0);
  answering.release();
  await expect.element(cartPanel()).toMatchTextContent('Order total$278');
  await expect.element(stepper(cartLine(sneakers.name))).toHaveTextContent('2');
  const quantity = cartPanel().getByRole('group', { name: `Quantity of ${sneakers.name}` });
  await expect.element(quantity).toBeVisible();
});

loggedInTest('a cart that could not be loaded is loaded by a retry', async ({ shop }) => {
  shop.putInCart(sneakers, 2);
  shop.cutOff('GET /cart');
  await open('/');
  await expectToast(`Could not fetch cart details. ${CHECK}`, 'error');
  await retryRepaired(shop);
  await expect.element(cartPanel()).toMatchTextContent('$278');
});

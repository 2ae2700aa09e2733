/** The screen /orders: the list of a shopper's orders. */
import { page } from 'vitest/browser';
import type { Order } from '../../../contract/orders.ts';
import {
  HOME,
  lamp,
  openWithOrder,
  orderSneakers,
  orders,
  placeOrder,
  selectAddress,
  sneakers,
} from '../../testing/checkout.ts';
import {
  button,
  expect,
  expectAddress,
  expectCount,
  expectToast,
  goTo,
  loggedInTest,
  open,
  toast,
} from '../../testing/screen.tsx';

const LIST = 'GET /orders*';

loggedInTest('an order shows its parcel as a link, and its history', async ({ shop }) => {
  orderSneakers(shop);
  const url = 'https://carrier.example/1Z';
  const tracking = { carrier: 'UPS', number: '1Z' };
  shop.orders = shop.orders.map((order) => ({
    ...order,
    status: 'shipped',
    refunded: 10,
    tracking: { ...tracking, url },
    history: [
      { status: 'placed', at: '2026-11-11T10:00:00.000Z' },
      { status: 'shipped', at: '2026-11-12T10:00:00.000Z', tracking },
      { status: 'shipped', at: '2026-11-13T10:00:00.000Z', tracking: { ...tracking, url } },
      { status: 'refunded', at: '2026-11-14T10:00:00.000Z', amount: 10 },
    ],
  }));
  await open('/orders');
  const card = orders().first();
  const link = card.getByRole('link', { name: 'UPS 1Z' });
  await expectCount(link, 2);
  await expect.element(link.first()).toHaveAttribute('href', url);
  const steps = card.getByRole('list').last().getByRole('listitem');
  await expectCount(steps, 4);
  for (const [place, text] of [
    'Placed November 11, 2026',
    'Shipped November 12, 2026',
    'Shipped November 13, 2026',
    'Refunded November 14, 2026',
  ].entries()) {
    await expect.element(steps.nth(place)).toMatchTextContent(text);
  }
  await expect.element(steps.nth(3)).toMatchTextContent('$10');
});

loggedInTest('all parcels of an order are shown', async ({ shop }) => {
  orderSneakers(shop);
  const parcels = ['1Z', '2Z'].map((number) => ({ carrier: 'UPS', number }));
  shop.orders = shop.orders.map((order) => ({
    ...order,
    tracking: { carrier: 'UPS', number: '2Z' },
    parcels,
  }));
  await open('/orders');
  await expect.element(orders().first()).toMatchTextContent('ParcelUPS 1ZParcelUPS 2Z');
});

loggedInTest('an address that could run a script is no link', async ({ shop }) => {
  orderSneakers(shop);
  const tracking = { carrier: 'UPS', number: '1Z', url: 'javascript:alert(1)' };
  shop.orders = shop.orders.map((order) => ({ ...order, tracking }));
  await open('/orders');
  await expect.element(orders().first()).toMatchTextContent('ParcelUPS 1Z');
  await expectCount(orders().first().getByRole('link', { name: 'UPS 1Z' }), 0);
});

loggedInTest(
  'an order is a row that opens, the newest one at first; it says what was bought, for how much, when, where it goes and when it arrives; the newest is first',
  async ({ shop }) => {
    shop.putInCart(lamp);
    shop.order('1 Low Road\nOxford');
    orderSneakers(shop);
    await open('/orders');
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Your orders');
    await expectCount(orders(), 2);
    const newest = orders().first();
    for (const text of [
      'Placed',
      '2 × $139',
      'Total$278',
      'Arrives byFriday, November 20',
      `Address${HOME}`,
      '20EB-0001',
    ]) {
      await expect.element(newest).toMatchTextContent(text);
    }
    const product = newest.getByRole('link', { name: sneakers.name });
    await expect.element(product).toHaveAttribute('href', `/?product=${sneakers._id}`);
    expect(newest.element().querySelector('img')?.getAttribute('src')).toBe(sneakers.image);
    await expectCount(orders().last().getByRole('link'), 0);
    await orders().last().getByText('Order of').click();
    await expect.element(orders().last().getByRole('link', { name: lamp.name })).toBeVisible();
    await expect.element(orders().last()).toMatchTextContent('20EB-0000');
  },
);

loggedInTest.for<Partial<Order> & { words: string; back?: string }>([
  { status: 'shipped', refunded: 0, words: 'Shipped' },
  { status: 'shipped', refunded: 8.5, words: 'Shipped, partly refunded', back: '$8.50' },
  { status: 'refunded', refunded: 278, words: 'Refunded', back: '$278' },
])(
  'a shipped order is described in words: $words',
  async ({ words, back, ...change }, { shop }) => {
    orderSneakers(shop);
    shop.orders = shop.orders.map((order) => ({ ...order, ...change }));
    await open('/orders');
    await expect.element(page.getByText(words, { exact: true })).toBeVisible();
    await expectCount(page.getByText('Back in your wallet'), back ? 1 : 0);
    if (back) await expect.element(orders()).toMatchTextContent(`Back in your wallet${back}`);
    await expectCount(button('Cancel order'), 0);
  },
);

loggedInTest(
  'an order that was changed before it is shipped says what is left of it',
  async ({ shop }) => {
    orderSneakers(shop);
    shop.orders = shop.orders.map((order) => ({
      ...order,
      refunded: 8.5,
      lines: order.lines.map((line) => ({ ...line, qty: 2, cancelled: 1 })),
      history: [
        { status: 'placed', at: order.placedAt },
        { status: 'placed', at: order.placedAt },
        { status: 'placed', at: order.placedAt, amount: 8.5 },
      ],
    }));
    await open('/orders');
    await expect.element(page.getByText('Placed, partly cancelled', { exact: true })).toBeVisible();
    await expect.element(orders()).toMatchTextContent('1 of 2 cancelled');
    await expect.element(orders()).toMatchTextContent('Address changed');
    await expect.element(orders()).toMatchTextContent('Partly cancelled');
  },
);

loggedInTest('a shopper who ordered nothing is led to the products', async () => {
  await open('/orders');
  await expect
    .element(page.getByRole('heading', { level: 2 }))
    .toHaveTextContent('You have not ordered anything yet');
  await button('Explore the products').click();
  await expectAddress('/');
});

loggedInTest.for([1280, 390])(
  'avatar and username in the header lead there, at a width of %i px',
  async (width, { shop }) => {
    await page.viewport(width, 800);
    await open('/');
    await page
      .getByRole('link', { name: `${shop.username} $5000 in your wallet, your orders` })
      .click();
    await expectAddress('/orders');
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Your orders');
  },
);

loggedInTest('more than a page of orders is loaded page by page', async ({ shop }) => {
  for (let n = 0; n < 4; n++) orderSneakers(shop);
  await open('/orders');
  await expectCount(orders(), 3);
  await button('Show more orders').click();
  await expectCount(orders(), 4);
  await expectCount(button('Show more orders'), 0);
});

loggedInTest('an order that was just placed is in the list', async ({ shop }) => {
  await openWithOrder(shop);
  shop.putInCart(sneakers);
  shop.saveAddress(HOME);
  await goTo('/checkout');
  await selectAddress(HOME);
  await placeOrder().click();
  await expectAddress('/thanks');
  await page.getByRole('link', { name: 'Your orders', exact: true }).click();
  await expectCount(orders(), 2);
});

loggedInTest('a list that fails says so, and its retry works', async ({ shop }) => {
  orderSneakers(shop);
  shop.refuse(LIST, 500, 'Something went wrong on our side.');
  await open('/orders');
  await expectToast('Something went wrong on our side.', 'error');
  await expect.element(page.getByText('Your orders could not be loaded.')).toBeVisible();
  shop.restore();
  await button('Try again').click();
  await expectCount(orders(), 1);
});

loggedInTest('while it is loading it says so', async ({ shop }) => {
  orderSneakers(shop);
  const held = shop.hold(LIST);
  await open('/orders');
  await expect
    .element(page.getByRole('main').getByRole('status'))
    .toHaveTextContent('Loading your orders');
  held.release();
  await expectCount(orders(), 1);
});

loggedInTest(
  'if another backend has no list, the page claims nothing and shows no toast',
  async ({ shop }) => {
    shop.refuse(LIST, 404, 'Not found');
    await open('/orders');
    await expect
      .element(page.getByRole('heading', { level: 2 }))
      .toHaveTextContent('There is no list of orders here');
    await expectCount(toast(), 0);
  },
);

loggedInTest('a session that has ended leads to /login', async ({ shop }) => {
  shop.refuse(LIST, 401, 'Session expired');
  await open('/orders');
  await expectAddress('/login');
  await expectToast('Your session has ended. Log in again.', 'error');
});

loggedInTest(
  'a shop with a time zone tells by its clock when an order was placed',
  async ({ shop }) => {
    orderSneakers(shop);
    const [order] = shop.orders;
    if (order === undefined) throw new Error('There is no order');
    order.placedAt = '2026-07-01T22:30:00.000Z';
    await open('/orders', { timeZone: 'Asia/Tokyo' });
    await expect.element(orders().first()).toMatchTextContent('July 2, 2026 at 7:30');
  },
);

loggedInTest('a shop with a locale writes days and times in its form', async ({ shop }) => {
  orderSneakers(shop);
  const [order] = shop.orders;
  if (order === undefined) throw new Error('There is no order');
  order.placedAt = '2026-07-01T22:30:00.000Z';
  await open('/orders', { timeZone: 'Europe/Berlin', locale: 'de-DE' });
  const first = orders().first();
  await expect.element(first).toMatchTextContent('Order of 2. Juli 2026 um 00:30');
  await expect.element(first).toMatchTextContent('Arrives byFreitag, 20. November 2026');
});

/** An order whose reply was lost is repeated, and placed once (R6.8). */
import { vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ShopApi } from '../../testing/api.ts';
import {
  address,
  addresses,
  expectNoOrder,
  expectOrdered,
  HOME,
  PLACE,
  placeOrder,
  readyToOrder,
  sneakers,
  summary,
} from '../../testing/checkout.ts';
import { stopClock } from '../../testing/clock.ts';
import { demoProduct } from '../../testing/demo-products.ts';
import {
  button,
  expect,
  expectAddress,
  expectCount,
  expectToast,
  goTo,
  loggedInTest,
  pressQuickly,
  toast,
} from '../../testing/screen.tsx';
import type { Sent } from '../../testing/shop-answers.ts';

const HALF_AN_HOUR = 30 * 60_000;
const OFFICE = 'The Office';
const checkAgain = () => button('Check again');
const noteElsewhere = () => page.getByRole('link', { name: 'Check again' });
const note = () => page.getByRole('main').getByRole('status');

/** Loses the reply to the next order. Later requests get through. */
function loseNext(shop: ShopApi, { isPlaced }: { isPlaced: boolean }): void {
  let isLost = false;
  shop.intercept(PLACE, async (_sent, next) => {
    if (isLost) return next();
    isLost = true;
    if (isPlaced) await next();
    throw new TypeError('Failed to fetch');
  });
}

/** Stops the clock, and presses PLACE ORDER, whose reply gets lost. @returns the requests for the order, and the clock */
async function orderWithoutReply(shop: ShopApi, { isPlaced }: { isPlaced: boolean }) {
  const calls = shop.watch(PLACE);
  loseNext(shop, { isPlaced });
  await readyToOrder(shop);
  const clock = stopClock();
  await placeOrder().click();
  await expectUnconfirmed();
  return { calls, clock };
}

async function expectUnconfirmed(): Promise<void> {
  await expect.element(note()).toMatchTextContent('We did not hear back about your order.');
}

function setBalance(dollars: string): void {
  localStorage.setItem('balance', dollars);
  dispatchEvent(new StorageEvent('storage', { key: 'balance' }));
}

loggedInTest('on a phone no toast lies on the button that checks again', async ({ shop }) => {
  await page.viewport(390, 664);
  await orderWithoutReply(shop, { isPlaced: false });
  await expect.element(toast()).toBeVisible();
  await expect
    .poll(() => checkAgain().element().getBoundingClientRect().bottom)
    .toBeLessThan(toast().element().getBoundingClientRect().top);
});

const onlyIfPlaced = (call: Sent | undefined) => call?.headers.get('only-if-placed');
const keysOf = (calls: Sent[]) =>
  new Set(calls.map(({ headers }) => headers.get('idempotency-key')));

loggedInTest(
  'an order without a reply is sent again after a pause, with the same key, to the same address',
  async ({ shop }) => {
    shop.saveAddress(OFFICE);
    const { calls, clock } = await orderWithoutReply(shop, { isPlaced: false });
    await expectNoOrder(shop);
    // The address of the order can't be changed any more.
    await expect.element(address(HOME)).toBeChecked();
    await expect.element(address(OFFICE)).toBeDisabled();
    clock.advance(3_900);
    expect(calls).toHaveLength(1);
    clock.advance(200);
    await expectOrdered(shop);
    expect(calls).toHaveLength(2);
    expect(keysOf(calls).size).toBe(1);
    expect(calls[1]?.body).toEqual(calls[0]?.body);
    expect(calls.map(onlyIfPlaced)).toEqual([null, null]);
  },
);

loggedInTest('more presses on PLACE ORDER meanwhile repeat the same order', async ({ shop }) => {
  const { calls, clock } = await orderWithoutReply(shop, { isPlaced: true });
  await pressQuickly(placeOrder(), 3);
  clock.advance(10);
  await expectOrdered(shop);
  expect(keysOf(calls).size).toBe(1);
  expect(calls).toHaveLength(2);
});

loggedInTest('an order is not repeated before the Retry-After of a busy shop', async ({ shop }) => {
  const calls = shop.watch(PLACE);
  shop.answer(PLACE, { status: 503, headers: { 'retry-after': '30' }, body: '' });
  await readyToOrder(shop);
  const clock = stopClock();
  await placeOrder().click();
  await expectUnconfirmed();
  shop.restore();
  clock.advance(29_000);
  dispatchEvent(new Event('focus'));
  expect(calls).toHaveLength(1);
  clock.advance(1_500);
  await expectOrdered(shop);
  expect(calls).toHaveLength(2);
});

loggedInTest(
  'a reply that takes longer than 20 seconds is lost; coming back to the tab repeats the order',
  async ({ shop }) => {
    let tries = 0;
    shop.intercept(PLACE, async (_sent, next) => {
      const reply = await next();
      return tries++ === 0 ? new Promise(() => {}) : reply;
    });
    await readyToOrder(shop);
    const clock = stopClock();
    await placeOrder().click();
    await expect.poll(() => tries).toBe(1);
    clock.advance(19_000);
    await expect.element(button('PLACING ORDER…')).toBeVisible();
    clock.advance(2_000);
    await expectUnconfirmed();
    dispatchEvent(new Event('focus'));
    await expectOrdered(shop);
  },
);

/** Another cart of $278. */
const sameTotal = ['Pencil-Light Stylus', 'Limewashed Bar Stool', 'Sunflower Shell Chair'].map(
  demoProduct,
);

loggedInTest.for<{ what: string; change: (shop: ShopApi) => void }>([
  { what: 'if the cart is another one', change: (shop) => shop.putInCart(sneakers, 3) },
  {
    what: 'if another cart has the same total',
    change(shop) {
      shop.putInCart(sneakers, 0);
      for (const product of sameTotal) shop.putInCart(product);
    },
  },
  { what: 'if another tab has ordered since', change: () => setBalance('4722') },
  {
    what: 'after half an hour',
    change: () => void vi.setSystemTime(Date.now() + HALF_AN_HOUR),
  },
])(
  'a repeated request orders nothing $what, and the next press does',
  async ({ change }, { shop }) => {
    const { calls } = await orderWithoutReply(shop, { isPlaced: false });
    change(shop);
    await checkAgain().click();
    const message = 'Nothing was ordered. Check your cart and try again.';
    await expectToast(message, 'error');
    await expect.element(note()).toMatchTextContent(`Your order was not placed.${message}`);
    expect(calls.map(onlyIfPlaced)).toEqual([null, 'true']);
    await placeOrder().click();
    await expectAddress('/thanks');
    expect(keysOf(calls).size).toBe(2);
  },
);

loggedInTest(
  'a late reply does not overwrite the balance after a later order in another tab',
  async ({ shop }) => {
    await orderWithoutReply(shop, { isPlaced: true });
    shop.balance = 4572.01;
    setBalance('4572.01');
    await checkAgain().click();
    await expectAddress('/thanks');
    await expect.poll(() => localStorage.getItem('balance')).toBe('4572.01');
  },
);

loggedInTest('the note stays if the cart is empty by then', async ({ shop }) => {
  const { calls } = await orderWithoutReply(shop, { isPlaced: true });
  shop.cutOff(PLACE);
  dispatchEvent(new Event('focus'));
  await expect.poll(() => calls).toHaveLength(2);
  await expect.element(summary()).toMatchTextContent('Cart is empty.');
  await expectUnconfirmed();
  shop.restore();
  await checkAgain().click();
  await expectOrdered(shop);
});

/** Ends the session while an order is unconfirmed, and logs in. */
async function logInAgain(shop: ShopApi, username: string): Promise<void> {
  shop.refuse('GET /cart', 401, 'Session expired. Log in again.');
  dispatchEvent(new Event('online'));
  await expectToast('Your session has ended. Log in again.', 'error');
  await expectAddress('/');
  shop.restore();
  await button('LOGIN').click();
  await page.getByRole('textbox', { name: 'Username' }).fill(username);
  await page.getByLabelText('Password', { exact: true }).fill('correct horse');
  await button('LOGIN TO QKART').click();
  await expectAddress('/');
}

loggedInTest('it is sent again on any screen that says so', async ({ shop }) => {
  const { calls, clock } = await orderWithoutReply(shop, { isPlaced: false });
  clock.start();
  await goTo('/orders');
  await expectOrdered(shop);
  expect(calls).toHaveLength(2);
  expect(keysOf(calls).size).toBe(1);
});

loggedInTest(
  'a session that ends meanwhile: the same shopper finds out after logging in again',
  async ({ shop }) => {
    const { clock } = await orderWithoutReply(shop, { isPlaced: true });
    await logInAgain(shop, shop.username);
    await expect.element(noteElsewhere()).toBeVisible();
    // Its script may still be loading.
    await expect
      .poll(() => {
        clock.advance(10);
        return location.pathname;
      })
      .toBe('/thanks');
    await expectOrdered(shop);
  },
);

loggedInTest(
  'another shopper in the same tab neither sees nor sends the order',
  async ({ shop }) => {
    shop.saveAddress(OFFICE);
    const { calls } = await orderWithoutReply(shop, { isPlaced: false });
    await logInAgain(shop, 'somebody-else');
    await expect.element(page.getByText('somebody-else')).toBeVisible();
    await expectCount(noteElsewhere(), 0);
    expect(JSON.stringify(sessionStorage)).not.toContain(sneakers._id);
    await button('Checkout').click();
    await expectCount(addresses(), 2);
    await expectCount(page.getByRole('radio', { checked: true }), 0);
    await expect.element(note()).toHaveTextContent('');
    expect(calls).toHaveLength(1);
  },
);

loggedInTest('a reply for the previous shopper shows nothing to the next one', async ({ shop }) => {
  const answering = shop.hold(PLACE);
  await readyToOrder(shop);
  await placeOrder().click();
  for (const call of ['GET /cart', 'GET /user/addresses']) shop.answer(call, { json: [] });
  shop.answer('GET /user/wallet', { json: { balance: 5000 } });
  Object.assign(localStorage, { username: 'somebody-else', token: 'of-somebody-else' });
  dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  answering.release();
  await expect.poll(() => shop.balance).toBe(4722);
  await expect.element(page.getByText('Pay $0 of available $5000')).toBeVisible();
  await expectAddress('/checkout');
  await expectToast('You are logged in as somebody-else now.', 'info');
});

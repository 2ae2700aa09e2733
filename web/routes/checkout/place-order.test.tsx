/** Placing an order (R2.6, R2.7, R6.7). */
import { page } from 'vitest/browser';
import { CHECK } from '../../testing/api.ts';
import {
  expectNoOrder,
  expectOrdered,
  HOME,
  PLACE,
  placeOrder,
  readyToOrder,
  selectAddress,
  sneakers,
  summary,
} from '../../testing/checkout.ts';
import {
  button,
  expect,
  expectAddress,
  expectToast,
  goTo,
  loggedInTest,
  pressQuickly,
} from '../../testing/screen.tsx';

const SUCCESS = 'Order place succesfully!';

loggedInTest(
  'R9.8: the call carries the address, the token, a key and the total shown; a crashed tab could repeat it',
  async ({ shop }) => {
    const calls = shop.watch(PLACE);
    let stored: string | null = null;
    shop.intercept(PLACE, (_sent, next) => {
      stored = sessionStorage.getItem('order');
      return next();
    });
    await readyToOrder(shop);
    await placeOrder().click();
    await expectOrdered(shop);
    const [call] = calls;
    expect(call?.body).toEqual({ addressId: shop.addresses[0]?._id });
    expect(Object.fromEntries(call?.headers ?? [])).toMatchObject({
      authorization: `Bearer ${shop.token}`,
      'idempotency-key': expect.stringMatching(/^[!-~]{16,128}$/),
      'expected-total': '278',
    });
    expect(stored).toContain(call?.headers.get('idempotency-key'));
  },
);

async function pressTwiceAtOnce(): Promise<void> {
  const element = (await placeOrder().findElement()) as HTMLElement;
  element.click();
  element.click();
}

loggedInTest.for([
  { presses: 'a double click', press: () => placeOrder().dblClick() },
  { presses: 'two presses before a rendering', press: pressTwiceAtOnce },
  { presses: 'ten quick presses', press: () => pressQuickly(placeOrder(), 10) },
])('known defects: one order after $presses', async ({ press }, { shop }) => {
  const calls = shop.watch(PLACE);
  await readyToOrder(shop);
  await press();
  await expectOrdered(shop);
  expect(calls).toHaveLength(1);
});

loggedInTest(
  'while the order is pending, the button says so and does nothing',
  async ({ shop }) => {
    const calls = shop.watch(PLACE);
    const answering = shop.hold(PLACE);
    await readyToOrder(shop);
    await placeOrder().click();
    await expect.element(button('PLACING ORDER…')).toBeDisabled();
    await pressQuickly(button('PLACING ORDER…'), 2);
    answering.release();
    await expectOrdered(shop);
    expect(calls).toHaveLength(1);
  },
);

loggedInTest('the checkout stays as it is until /thanks is on the screen', async ({ shop }) => {
  await readyToOrder(shop);
  const seen = new Set<string>();
  const main = page.getByRole('main').element();
  const observer = new MutationObserver(() => {
    const [button, cart] = [placeOrder().query(), page.getByText('Cart is empty.').query()];
    if (button) seen.add(`${button.textContent}${cart ? ', empty' : ''}`);
  });
  observer.observe(main, { childList: true, subtree: true, characterData: true });
  await placeOrder().click();
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent("Yay! It's ordered");
  observer.disconnect();
  expect([...seen]).toEqual(['PLACING ORDER…']);
  await expectOrdered(shop);
});

loggedInTest(
  'another order can begin when /thanks was on the screen before the reply',
  async ({ shop }) => {
    const orders = shop.watch(PLACE);
    const answering = shop.hold(PLACE);
    await readyToOrder(shop);
    await placeOrder().click();
    await expect.poll(() => orders.length).toBe(1);
    await goTo('/thanks');
    await expect.element(page.getByText('Wallet balance: $5000')).toBeVisible();
    answering.release();
    await expect.element(page.getByText('Wallet balance: $4722')).toBeVisible();
    shop.putInCart(sneakers, 1);
    await goTo('/checkout');
    await selectAddress(HOME);
    await placeOrder().click();
    await expect.poll(() => orders.length).toBe(2);
    await expectAddress('/thanks');
  },
);

/** If the reply has no balance, the page subtracts the total, $278. */
loggedInTest.for([
  { what: 'an empty body', reply: { body: '' }, before: '5000', after: '4722' },
  { what: 'a page', reply: { body: '<h1>Thanks</h1>' }, before: '5000', after: '4722' },
  { what: 'true', reply: { status: 201, json: true }, before: '5000', after: '4722' },
  { what: 'other fields', reply: { json: { order: { id: 7 } } }, before: '5000', after: '4722' },
  { what: 'a balance', reply: { json: { balance: 17.25 } }, before: '5000', after: '17.25' },
  { what: 'success, at a balance of $278', reply: { json: {} }, before: '278', after: '0' },
])('R6.7: any 2xx reply is a success, with $what', async ({ reply, before, after }, { shop }) => {
  localStorage.setItem('balance', before);
  shop.refuse('GET /user/wallet', 404, 'Not found');
  shop.answer(PLACE, reply);
  await readyToOrder(shop);
  await placeOrder().click();
  await expectToast(SUCCESS, 'success');
  await expectAddress('/thanks');
  expect(localStorage.getItem('balance')).toBe(after);
  await expect.element(page.getByText('2 × $139')).toBeVisible();
});

loggedInTest.for([
  { status: 400, message: 'Not have enough balance' },
  { status: 404, message: 'Address does not exist' },
  { status: 409, message: `${sneakers.name} is out of stock` },
  { status: 422, message: 'This Idempotency-Key belongs to an order to another address' },
])(
  'R2.7: after $status the message is an error, and balance, page and cart stay',
  async ({ status, message }, { shop }) => {
    shop.refuse(PLACE, status, message);
    await readyToOrder(shop);
    await placeOrder().click();
    await expectToast(message, 'error');
    await expect.element(page.getByText('Your order was not placed.')).toBeVisible();
    await expectNoOrder(shop);
    expect(sessionStorage.getItem('order')).toBeNull();
  },
);

loggedInTest.for([
  { status: 0, body: '', says: `Could not placed order.${CHECK}` },
  { status: 502, body: '<h1>Bad gateway</h1>', says: `Could not placed order.${CHECK}` },
  { status: 500, body: '{"message":"Not today."}', says: 'Not today.' },
])(
  "R2.6: with status $status the server's message or 'Could not placed order.…'",
  async ({ status, body, says }, { shop }) => {
    if (status === 0) shop.cutOff(PLACE);
    else shop.answer(PLACE, { status, body });
    await readyToOrder(shop);
    await placeOrder().click();
    await expectToast(says, 'error');
    await expectNoOrder(shop);
  },
);

loggedInTest(
  'known defects: a quantity that another tab changed is not ordered before it is shown',
  async ({ shop }) => {
    await readyToOrder(shop);
    shop.putInCart(sneakers, 4);
    shop.refuse(PLACE, 409, 'Prices have changed. Check your cart and try again.');
    await placeOrder().click();
    await expectToast('Prices have changed. Check your cart and try again.', 'error');
    await expect.element(summary()).toMatchTextContent('$556');
    shop.restore();
    const calls = shop.watch(PLACE);
    await placeOrder().click();
    await expectAddress('/thanks');
    expect(calls[0]?.headers.get('expected-total')).toBe('556');
    expect(shop.balance).toBe(4444);
  },
);

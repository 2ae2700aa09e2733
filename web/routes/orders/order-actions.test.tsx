/** Cancelling an order, and buying it again. */
import { page, userEvent } from 'vitest/browser';
import { CHECK, type ShopApi } from '../../testing/api.ts';
import { lamp, openWithOrder, orderSneakers, orders, sneakers } from '../../testing/checkout.ts';
import {
  button,
  expect,
  expectCount,
  expectToast,
  loggedInTest,
  open,
  pressQuickly,
} from '../../testing/screen.tsx';

const CANCEL = 'POST /orders/*/cancel';

const cancelButton = () => button('Cancel order');
const question = () => page.getByRole('dialog', { name: 'Cancel this order?' });
const confirm = () => button('Yes, cancel it', question());
const balance = () => localStorage.getItem('balance');

loggedInTest(
  'cancelling asks first, then cancels once, and updates wallet and list',
  async ({ shop }) => {
    const calls = shop.watch(CANCEL);
    await openWithOrder(shop);
    await cancelButton().click();
    await expect.element(question()).toMatchTextContent('$278 goes back to your wallet.');
    await pressQuickly(confirm(), 2);
    await expectToast('Order cancelled. $278 is back in your wallet.', 'success');
    await expect.element(orders()).toMatchTextContent('Cancelled');
    await expect.element(orders()).toMatchTextContent('Back in your wallet$278');
    await expect.element(orders()).not.toMatchTextContent('Arrives by');
    await expectCount(cancelButton(), 0);
    await expect.element(page.getByRole('heading', { level: 2 })).toHaveFocus();
    expect(balance()).toBe('5000');
    expect(calls).toHaveLength(1);
  },
);

loggedInTest(
  'cancelling can be aborted by button and by Escape; the focus comes back',
  async ({ shop }) => {
    const calls = shop.watch(CANCEL);
    await openWithOrder(shop);
    (cancelButton().element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Keep order', question())).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expectCount(question(), 0);
    await expect.element(cancelButton()).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Keep order', question())).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expectCount(question(), 0);
    await expect.element(orders()).toMatchTextContent('Placed');
    expect(calls).toEqual([]);
  },
);

const UNREACHABLE = `Could not cancel this order. ${CHECK}`;
const refuse = (shop: ShopApi) => shop.refuse(CANCEL, 409, 'Order has already been shipped');
const cutOff = (shop: ShopApi) => shop.cutOff(CANCEL);

/** The shop cancels the order, but its reply is lost. */
function loseReply(shop: ShopApi): void {
  shop.intercept(CANCEL, async (_sent, next) => {
    await next();
    throw new TypeError('Failed to fetch');
  });
}

loggedInTest.for([
  { fail: refuse, says: 'Order has already been shipped', status: 'Placed', wallet: '4722' },
  { fail: cutOff, says: UNREACHABLE, status: 'Placed', wallet: '4722' },
  { fail: loseReply, says: UNREACHABLE, status: 'Cancelled', wallet: '5000' },
])(
  'a failed cancellation ($fail.name) is shown; the refetched list says $status, and the wallet has $wallet',
  async ({ fail, says, status, wallet }, { shop }) => {
    await openWithOrder(shop);
    fail(shop);
    const calls = shop.watch('GET /orders*');
    await cancelButton().click();
    await confirm().click();
    await expectToast(says, 'error');
    await expect.poll(() => calls).toHaveLength(1);
    await expect.element(orders()).toMatchTextContent(status);
    await expect.poll(balance).toBe(wallet);
  },
);

loggedInTest(
  "buying again adds to the cart at today's prices, and says what is gone",
  async ({ shop }) => {
    shop.putInCart(lamp);
    orderSneakers(shop);
    shop.products = shop.products
      .filter(({ _id }) => _id !== lamp._id)
      .map((product) => (product._id === sneakers._id ? { ...product, cost: 100 } : product));
    shop.putInCart(sneakers);
    await open('/orders');
    await expect.element(orders()).toMatchTextContent('No longer available');
    await button('Buy again').click();
    const outcome = orders().getByRole('status');
    await expect
      .element(outcome)
      .toMatchTextContent("1 product is in your cart at today's prices.");
    await expect.element(outcome).toMatchTextContent(`No longer available: ${lamp.name}.`);
    expect(shop.cart).toEqual([{ productId: sneakers._id, qty: 3 }]);
    await outcome.getByRole('link', { name: 'Go to checkout' }).click();
    const summary = page.getByRole('region', { name: 'Order details' });
    await expect.element(summary).toMatchTextContent('Total$300');
  },
);

loggedInTest('buying again says what could not be added', async ({ shop }) => {
  await openWithOrder(shop);
  shop.refuse('POST /cart', 400, 'A cart can hold at most 500 different products');
  await button('Buy again').click();
  await expectToast('A cart can hold at most 500 different products', 'error');
  await expect
    .element(orders().getByRole('status'))
    .toHaveTextContent(`Could not be added: ${sneakers.name}.`);
});

/** Cancelling an order, and buying it again. */
import { page, userEvent } from 'vitest/browser';
import { CHECK } from '../../testing/api.ts';
import { boots, headphones, openWithOrder, orderBoots, orders } from '../../testing/checkout.ts';
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

async function cancel(): Promise<void> {
  await cancelButton().click();
  await confirm().click();
}

loggedInTest('cancelling asks first, then updates wallet and list', async ({ shop }) => {
  await openWithOrder(shop);
  await cancelButton().click();
  await expect.element(question()).toMatchTextContent('$278 goes back to your wallet.');
  await confirm().click();
  await expectToast('Order cancelled. $278 is back in your wallet.', 'success');
  await expect.element(orders()).toMatchTextContent('Cancelled');
  await expect.element(orders()).toMatchTextContent('Back in your wallet$278');
  await expect.element(orders()).not.toMatchTextContent('Arrives by');
  await expectCount(cancelButton(), 0);
  await expect.element(page.getByRole('heading', { level: 2 })).toHaveFocus();
  expect(balance()).toBe('5000');
});

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

loggedInTest('a double click cancels once', async ({ shop }) => {
  const calls = shop.watch(CANCEL);
  await openWithOrder(shop);
  await cancelButton().click();
  await pressQuickly(confirm(), 2);
  await expect.element(orders()).toMatchTextContent('Cancelled');
  expect(calls).toHaveLength(1);
  expect(balance()).toBe('5000');
});

loggedInTest(
  'a cancellation that is refused says so, and the list is refetched',
  async ({ shop }) => {
    await openWithOrder(shop);
    shop.refuse(CANCEL, 409, 'Order has already been shipped');
    const calls = shop.watch('GET /orders*');
    await cancel();
    await expectToast('Order has already been shipped', 'error');
    await expect.poll(() => calls).toHaveLength(1);
    expect(balance()).toBe('4722');
  },
);

loggedInTest.for([
  { isDone: false, status: 'Placed', wallet: '4722' },
  { isDone: true, status: 'Cancelled', wallet: '5000' },
])(
  'without a reply to the cancellation the refetched list says $status, and the wallet $wallet',
  async ({ isDone, status, wallet }, { shop }) => {
    await openWithOrder(shop);
    shop.intercept(CANCEL, async (_sent, next) => {
      if (isDone) await next();
      throw new TypeError('Failed to fetch');
    });
    await cancel();
    await expectToast(`Could not cancel this order. ${CHECK}`, 'error');
    await expect.element(orders()).toMatchTextContent(status);
    await expect.poll(balance).toBe(wallet);
  },
);

loggedInTest(
  "buying again adds to the cart at today's prices, and says what is gone",
  async ({ shop }) => {
    shop.putInCart(headphones);
    orderBoots(shop);
    shop.products = shop.products
      .filter(({ _id }) => _id !== headphones._id)
      .map((product) => (product._id === boots._id ? { ...product, cost: 100 } : product));
    shop.putInCart(boots);
    await open('/orders');
    await expect.element(orders()).toMatchTextContent('No longer available');
    await button('Buy again').click();
    const outcome = orders().getByRole('status');
    await expect
      .element(outcome)
      .toMatchTextContent("1 product is in your cart at today's prices.");
    await expect.element(outcome).toMatchTextContent(`No longer available: ${headphones.name}.`);
    expect(shop.cart).toEqual([{ productId: boots._id, qty: 3 }]);
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
    .toHaveTextContent(`Could not be added: ${boots.name}.`);
});

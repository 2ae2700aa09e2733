/** The screen /orders: a shopper's orders, their cancellation, and buying again. */
import type { Page } from '@playwright/test';
import { boots, HOME, headphones } from './checkout.ts';
import { importProducts } from './feed.ts';
import { answer, cutOff, hold, refuse, watch } from './network.ts';
import {
  card,
  expect,
  expectToast,
  loggedInTest,
  open,
  ownShopTest,
  pressQuickly,
  test,
  toast,
} from './shop.ts';
import type { Shopper } from './shopper.ts';

// The tests that change the shop share one.
ownShopTest.describe.configure({ mode: 'default' });

const LIST = 'GET /orders*';
const CANCEL = 'POST /orders/*/cancel';

const orders = (page: Page) => page.getByRole('article', { name: /^Order of / });
const cancelButton = (page: Page) => page.getByRole('button', { name: 'Cancel order' });
const question = (page: Page) => page.getByRole('dialog', { name: 'Cancel this order?' });
const confirm = (page: Page) => question(page).getByRole('button', { name: 'Yes, cancel it' });
const balanceOf = (page: Page) => page.evaluate(() => localStorage.getItem('balance'));

/** Orders two pairs of boots for $278. */
async function orderBoots(shopper: Shopper): Promise<string> {
  await shopper.putInCart(boots, 2);
  return shopper.order(HOME);
}

/** Opens the orders with the wallet's current balance stored, as after a login. */
async function openOrders(page: Page, shopper: Shopper): Promise<void> {
  const left = String(await shopper.balance());
  await page.addInitScript((balance) => {
    if (sessionStorage.getItem('begun') === null) localStorage.setItem('balance', balance);
    sessionStorage.setItem('begun', 'yes');
  }, left);
  await open(page, '/orders');
}

loggedInTest(
  'an order says what was bought, for how much, when, where it goes and when it arrives @core @phone',
  async ({ page, shopper }) => {
    await shopper.putInCart(headphones);
    const first = await shopper.order('1 Low Road\nOxford');
    const second = await orderBoots(shopper);
    await openOrders(page, shopper);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your orders');
    await expect(orders(page)).toHaveCount(2);
    const newest = orders(page).first();
    await expect(newest).toContainText('Placed');
    await expect(newest).toContainText(`2 × $139`);
    await expect(newest).toContainText('Total$278');
    await expect(newest).toContainText(/Arrives by\w+day, /);
    await expect(newest).toContainText(`Address${HOME}`);
    await expect(newest).toContainText(`Order number${second}`);
    await expect(newest.getByRole('link', { name: boots.name })).toHaveAttribute(
      'href',
      `/?product=${boots._id}`,
    );
    await expect(newest.locator('img')).toHaveAttribute('src', boots.image);
    await expect(orders(page).last()).toContainText(`Order number${first}`);
  },
);

loggedInTest('a shopper who ordered nothing is led to the products', async ({ page }) => {
  await open(page, '/orders');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(
    'You have not ordered anything yet',
  );
  await page.getByRole('button', { name: 'Explore the products' }).click();
  await expect(page).toHaveURL('/');
});

test('without a token /orders leads to /login', async ({ page }) => {
  await open(page, '/orders');
  await expect(page).toHaveURL('/login');
  await expect(toast(page)).toHaveCount(0);
});

loggedInTest('avatar and username in the header lead there @phone', async ({ page, shopper }) => {
  await orderBoots(shopper);
  await open(page, '/');
  await page.getByRole('link', { name: `${shopper.username}, your orders` }).click();
  await expect(page).toHaveURL('/orders');
  await expect(orders(page)).toHaveCount(1);
});

loggedInTest('LOGOUT there goes to /', async ({ page, shopper }) => {
  await orderBoots(shopper);
  await open(page, '/orders');
  await page.getByRole('button', { name: 'LOGOUT' }).click();
  await expect(page.getByRole('button', { name: 'LOGIN' })).toBeVisible();
  await expect(page).toHaveURL('/');
});

loggedInTest('more than a page of orders is loaded page by page', async ({ page, shopper }) => {
  loggedInTest.slow();
  for (let n = 0; n < 21; n++) {
    await shopper.putInCart(boots);
    if (n === 0) await shopper.saveAddress(HOME);
    const [{ _id: addressId }] = await shopper.send('GET /user/addresses').then((r) => r.json());
    expect((await shopper.send('POST /cart/checkout', { addressId })).status).toBe(200);
  }
  await open(page, '/orders');
  await expect(orders(page)).toHaveCount(20);
  await page.getByRole('button', { name: 'Show more orders' }).click();
  await expect(orders(page)).toHaveCount(21);
  await expect(page.getByRole('button', { name: 'Show more orders' })).toHaveCount(0);
});

loggedInTest.describe('cancelling an order', () => {
  loggedInTest.beforeEach(({ shopper }) => orderBoots(shopper).then(() => undefined));

  loggedInTest('asks first, then updates wallet and list @core', async ({ page, shopper }) => {
    await openOrders(page, shopper);
    await cancelButton(page).click();
    await expect(question(page)).toContainText('$278 goes back to your wallet.');
    await confirm(page).click();
    await expectToast(page, 'Order cancelled. $278 is back in your wallet.', 'success');
    await expect(orders(page)).toContainText('Cancelled');
    await expect(orders(page)).toContainText('Back in your wallet$278');
    await expect(orders(page)).not.toContainText('Arrives by');
    await expect(cancelButton(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 2 })).toBeFocused();
    expect(await balanceOf(page)).toBe('5000');
    expect(await shopper.balance()).toBe(5000);
    await page.reload();
    await expect(orders(page)).toContainText('Cancelled');
    expect(await balanceOf(page)).toBe('5000');
  });

  loggedInTest('can be aborted by button and by Escape; the focus comes back', async ({ page }) => {
    const calls = watch(page, CANCEL);
    await open(page, '/orders');
    await cancelButton(page).focus();
    await page.keyboard.press('Enter');
    await expect(question(page).getByRole('button', { name: 'Keep order' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(question(page)).toHaveCount(0);
    await expect(cancelButton(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(question(page)).toHaveCount(0);
    await expect(orders(page)).toContainText('Placed');
    expect(calls).toEqual([]);
  });

  loggedInTest('a double click cancels once', async ({ page, shopper }) => {
    const calls = watch(page, CANCEL);
    await openOrders(page, shopper);
    await cancelButton(page).click();
    await pressQuickly(confirm(page), 2);
    await expect(orders(page)).toContainText('Cancelled');
    expect(calls).toHaveLength(1);
    expect(await balanceOf(page)).toBe('5000');
  });

  loggedInTest('in two tabs the wallet grows once', async ({ page, context, shopper }) => {
    await openOrders(page, shopper);
    const other = await context.newPage();
    await open(other, '/orders');
    await cancelButton(page).click();
    await cancelButton(other).click();
    await confirm(page).click();
    await expect(orders(page)).toContainText('Cancelled');
    await confirm(other).click();
    await expect(orders(other)).toContainText('Cancelled');
    expect(await balanceOf(other)).toBe('5000');
  });

  loggedInTest('a refusal is shown, and the list is refetched', async ({ page, shopper }) => {
    await openOrders(page, shopper);
    await refuse(page, CANCEL, 409, 'Order has already been shipped');
    const calls = watch(page, LIST);
    await cancelButton(page).click();
    await confirm(page).click();
    await expectToast(page, 'Order has already been shipped', 'error');
    await expect.poll(() => calls.length).toBe(1);
    expect(await balanceOf(page)).toBe('4722');
  });

  loggedInTest('without a reply the page claims nothing', async ({ page, shopper }) => {
    await openOrders(page, shopper);
    await cutOff(page, CANCEL);
    await cancelButton(page).click();
    await confirm(page).click();
    await expectToast(
      page,
      'Could not cancel this order. Check that the backend is running, reachable and returns valid JSON.',
      'error',
    );
    await expect(orders(page)).toContainText('Placed');
    expect(await balanceOf(page)).toBe('4722');
  });
});

ownShopTest('shipments and refunds are described in words', async ({ page, shopper, ownShop }) => {
  ownShopTest.slow();
  const id = await orderBoots(shopper);
  await ownShop.qkart('orders', 'ship', id);
  await ownShop.qkart('orders', 'refund', id, '--amount', '8.50');
  await open(page, '/orders');
  await expect(orders(page)).toContainText('Shipped, partly refunded');
  await expect(orders(page)).toContainText('Back in your wallet$8.50');
  await expect(cancelButton(page)).toHaveCount(0);
  await ownShop.qkart('orders', 'refund', id);
  await page.reload();
  await expect(orders(page)).toContainText('Refunded');
  await expect(orders(page)).toContainText('Back in your wallet$278');
});

ownShopTest(
  "buying again adds to the cart at today's prices, and says what is gone",
  async ({ page, shopper, ownShop }) => {
    ownShopTest.slow();
    const shelf = (cost: number) => ({
      _id: 'shelf',
      name: 'Oak Shelf',
      category: 'Furniture',
      cost,
      rating: 4,
      image: '/pictures/1f3a7.webp',
    });
    const stool = { ...shelf(5), _id: 'stool', name: 'Elm Stool' };
    await importProducts(ownShop, [shelf(10), stool]);
    await shopper.putInCart({ _id: 'shelf' }, 2);
    await shopper.putInCart({ _id: 'stool' });
    await shopper.order(HOME);
    await importProducts(ownShop, [shelf(12)]);
    await ownShop.qkart('catalogue', 'remove', 'stool');
    await shopper.putInCart({ _id: 'shelf' });

    await open(page, '/orders');
    await expect(orders(page)).toContainText('No longer available');
    await page.getByRole('button', { name: 'Buy again' }).click();
    const outcome = orders(page).getByRole('status');
    await expect(outcome).toContainText("1 product is in your cart at today's prices.");
    await expect(outcome).toContainText('No longer available: Elm Stool.');
    expect(await shopper.cart()).toEqual([{ productId: 'shelf', qty: 3 }]);
    await outcome.getByRole('link', { name: 'Go to checkout' }).click();
    await expect(page.getByRole('region', { name: 'Order details' })).toContainText('$36');
  },
);

loggedInTest('buying again says what could not be added', async ({ page, shopper }) => {
  await orderBoots(shopper);
  await open(page, '/orders');
  await refuse(page, 'POST /cart', 400, 'A cart can hold at most 500 different products');
  await page.getByRole('button', { name: 'Buy again' }).click();
  await expectToast(page, 'A cart can hold at most 500 different products', 'error');
  await expect(orders(page).getByRole('status')).toHaveText(`Could not be added: ${boots.name}.`);
});

loggedInTest('a list that fails says so, and its retry works', async ({ page, shopper }) => {
  await orderBoots(shopper);
  await refuse(page, LIST, 500, 'Something went wrong on our side.');
  await open(page, '/orders');
  await expectToast(page, 'Something went wrong on our side.', 'error');
  await expect(page.getByText('Your orders could not be loaded.')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(orders(page)).toHaveCount(1);
});

loggedInTest('while it is loading it says so', async ({ page, shopper }) => {
  await orderBoots(shopper);
  const held = await hold(page, LIST);
  await page.goto('/orders');
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading your orders');
  held.release();
  await expect(orders(page)).toHaveCount(1);
});

loggedInTest(
  'if another backend has no list, the page claims nothing and shows no toast',
  async ({ page }) => {
    await refuse(page, LIST, 404, 'Not found');
    await open(page, '/orders');
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(
      'There is no list of orders here',
    );
    await expect(toast(page)).toHaveCount(0);
  },
);

loggedInTest('a session that has ended leads to /login', async ({ page }) => {
  await answer(page, LIST, { status: 401, json: { success: false, message: 'Session expired' } });
  await open(page, '/orders');
  await expect(page).toHaveURL('/login');
  await expectToast(page, 'Your session has ended. Log in again.', 'error');
});

loggedInTest('an order that was just placed is in the list', async ({ page, shopper }) => {
  await orderBoots(shopper);
  await open(page, '/orders');
  await expect(orders(page)).toHaveCount(1);
  await page.getByRole('link', { name: 'QKart, to all products' }).click();
  await card(page, boots.name).getByRole('button', { name: 'ADD TO CART' }).click();
  await page.getByRole('button', { name: 'Checkout' }).first().click();
  await page.getByText(HOME, { exact: true }).first().click();
  await page.getByRole('button', { name: 'PLACE ORDER' }).click();
  await expect(page).toHaveURL('/thanks');
  await page.getByRole('link', { name: 'Your orders', exact: true }).click();
  await expect(page).toHaveURL('/orders');
  await expect(orders(page)).toHaveCount(2);
});

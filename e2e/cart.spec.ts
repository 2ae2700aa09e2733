/** Adding to the cart, and the cart panel (spec 2, spec 4, spec 5). */
import type { Page } from '@playwright/test';
import { answer, hold, watch } from './network.ts';
import {
  card,
  cartLine,
  cartPanel,
  expect,
  expectToast,
  loggedInTest,
  open,
  pressQuickly,
  stepper,
  test,
} from './shop.ts';
import { demoProduct } from './shopper.ts';

const CHANGE = 'POST /cart';
const boots = demoProduct('Summit Hiking Boots');
const guitar = demoProduct('Backstage Electric Guitar');
const yoYo = demoProduct('Lucky Star Yo-Yo');

const add = (page: Page, name: string) => card(page, name).getByRole('button').click();
const total = (page: Page) => cartPanel(page).getByText('Order total').locator('..');

test("spec 5: a visitor who adds is told 'Log in to add an item to the cart'", async ({ page }) => {
  const calls = watch(page, CHANGE);
  await open(page, '/');
  await add(page, boots.name);
  await expectToast(page, 'Log in to add an item to the cart', 'warning');
  expect(calls).toEqual([]);
});

test('spec 4: the cart is loaded only if a token exists', async ({ page }) => {
  const calls = watch(page, 'GET /cart');
  const healed = page.waitForResponse('**/api/v1/products?*');
  await open(page, '/');
  await healed;
  expect(calls).toEqual([]);
});

loggedInTest(
  'spec 6: the cart is asked for with the token as a bearer authorization header',
  async ({ page, shopper }) => {
    const calls = watch(page, 'GET /cart');
    await open(page, '/');
    await expect(cartPanel(page)).toBeVisible();
    expect(await calls[0]?.headerValue('authorization')).toBe(`Bearer ${shopper.token}`);
  },
);

loggedInTest(
  "spec 2, cart panel: empty, it says 'Cart is empty. …' and has no Checkout button",
  async ({ page }) => {
    await open(page, '/');
    await expect(cartPanel(page)).toContainText(
      'Cart is empty. Add more items to the cart to checkout.',
    );
    await expect(cartPanel(page).getByRole('button')).toHaveCount(0);
  },
);

loggedInTest(
  'spec 4: adding from a card posts quantity 1, and the answer is the cart @phone @core',
  async ({ page, shopper }) => {
    const calls = watch(page, CHANGE);
    await open(page, '/');
    await add(page, boots.name);
    const line = cartLine(page, boots.name);
    await expect(stepper(line)).toHaveText('1');
    await expect(line.getByText('$139', { exact: true })).toBeVisible();
    await expect(line.locator('img')).toBeVisible();
    expect(calls.map((request) => request.postDataJSON())).toEqual([
      { productId: boots._id, qty: 1 },
    ]);
    expect(await calls[0]?.headerValue('authorization')).toBe(`Bearer ${shopper.token}`);
    expect(await shopper.cart()).toEqual([{ productId: boots._id, qty: 1 }]);
  },
);

loggedInTest(
  'spec 4: the answer of the server replaces the cart, whatever it holds',
  async ({ page }) => {
    const json = [
      { productId: guitar._id, qty: 3 },
      { productId: boots._id, qty: 1 },
    ];
    await answer(page, CHANGE, { json });
    await open(page, '/');
    await add(page, boots.name);
    await expect(stepper(cartLine(page, guitar.name))).toHaveText('3');
    await expect(total(page)).toHaveText('Order total$1426');
  },
);

loggedInTest('spec 5: adding again is blocked with a warning', async ({ page, shopper }) => {
  await shopper.putInCart(boots, 2);
  const calls = watch(page, CHANGE);
  await open(page, '/');
  await add(page, boots.name);
  await expectToast(
    page,
    'Item already in cart. use the cart sidebar to update quantity or remove item',
    'warning',
  );
  expect(calls).toEqual([]);
  await expect(stepper(cartLine(page, boots.name))).toHaveText('2');
});

loggedInTest('spec 5: adding before the cart is here waits for it', async ({ page, shopper }) => {
  await shopper.putInCart(boots);
  const calls = watch(page, CHANGE);
  const loading = await hold(page, 'GET /cart');
  await open(page, '/');
  await add(page, boots.name);
  loading.release();
  await expectToast(
    page,
    'Item already in cart. use the cart sidebar to update quantity or remove item',
  );
  expect(calls).toEqual([]);
});

loggedInTest('two quick presses of ADD TO CART add once', async ({ page }) => {
  const calls = watch(page, CHANGE);
  await open(page, '/');
  await expect(cartPanel(page)).toBeVisible();
  await pressQuickly(card(page, boots.name).getByRole('button'), 2);
  await expect(stepper(cartLine(page, boots.name))).toHaveText('1');
  expect(calls).toHaveLength(1);
});

loggedInTest(
  'spec 4: the stepper posts the new quantity @phone @core',
  async ({ page, shopper }) => {
    await shopper.putInCart(boots, 2);
    const calls = watch(page, CHANGE);
    await open(page, '/');
    const line = cartLine(page, boots.name);
    await line.getByRole('button', { name: 'Increase' }).click();
    await expect(total(page)).toHaveText('Order total$417');
    await line.getByRole('button', { name: 'Decrease' }).click();
    await expect(total(page)).toHaveText('Order total$278');
    expect(calls.map((request) => request.postDataJSON().qty)).toEqual([3, 2]);
  },
);

loggedInTest(
  'spec 4: down to 0, the line is hidden and the cart says that it is empty @core',
  async ({ page, shopper }) => {
    await shopper.putInCart(boots);
    await open(page, '/');
    const line = cartLine(page, boots.name);
    await line.getByRole('button', { name: 'Decrease' }).click();
    await expect(line).toHaveCount(0);
    await expect(cartPanel(page)).toContainText('Cart is empty.');
    await expect.poll(() => shopper.cart()).toEqual([]);
  },
);

loggedInTest(
  'what is on its way out of the cart can be added again at once',
  async ({ page, shopper }) => {
    await shopper.putInCart(boots, 1);
    const calls = watch(page, CHANGE);
    await open(page, '/');
    const line = cartLine(page, boots.name);
    const removing = await hold(page, CHANGE);
    await line.getByRole('button', { name: 'Decrease' }).click();
    await expect(cartPanel(page)).toContainText('Cart is empty.');
    await card(page, boots.name).getByRole('button').click();
    await expect(stepper(line)).toHaveText('1');
    removing.release();
    await expect.poll(() => calls.map((request) => request.postDataJSON().qty)).toEqual([0, 1]);
    await expect.poll(() => shopper.cart()).toEqual([{ productId: boots._id, qty: 1 }]);
    await expect(stepper(line)).toHaveText('1');
  },
);

loggedInTest('rapid clicks end at the last value @core', async ({ page, shopper }) => {
  await shopper.putInCart(boots);
  const calls = watch(page, CHANGE);
  await open(page, '/');
  const line = cartLine(page, boots.name);
  await pressQuickly(line.getByRole('button', { name: 'Increase' }), 6);
  await expect(stepper(line)).toHaveText('7');
  await expect(total(page)).toHaveText('Order total$973');
  await pressQuickly(line.getByRole('button', { name: 'Decrease' }), 2);
  await expect(total(page)).toHaveText('Order total$695');
  await expect(stepper(line)).toHaveText('5');
  expect(calls[0]?.postDataJSON().qty).toBe(2);
  expect(calls.at(-1)?.postDataJSON().qty).toBe(5);
  expect(await shopper.cart()).toEqual([{ productId: boots._id, qty: 5 }]);
});

loggedInTest(
  'the quantity is shown at once, while money waits for the server',
  async ({ page, shopper }) => {
    await shopper.putInCart(boots);
    const answering = await hold(page, CHANGE);
    await open(page, '/');
    const line = cartLine(page, boots.name);
    await line.getByRole('button', { name: 'Increase' }).click();
    await expect(stepper(line)).toHaveText('2');
    await expect(total(page)).toHaveText('Order total$139');
    answering.release();
    await expect(total(page)).toHaveText('Order total$278');
  },
);

loggedInTest('contract: at 99 there is no more', async ({ page, shopper }) => {
  await shopper.putInCart(yoYo, 98);
  const calls = watch(page, CHANGE);
  await open(page, '/');
  const more = cartLine(page, yoYo.name).getByRole('button', { name: 'Increase' });
  await more.click();
  await expect(more).toBeDisabled();
  await more.click({ force: true });
  await expect(total(page)).toHaveText('Order total$643.50');
  expect(calls).toHaveLength(1);
});

loggedInTest(
  "spec 2, cart panel: 'Order total' is the sum of cost times qty",
  async ({ page, shopper }) => {
    await shopper.putInCart(boots, 2);
    await shopper.putInCart(demoProduct('Studio Wireless Headphones'), 3);
    await shopper.putInCart(yoYo);
    await open(page, '/');
    await expect(total(page)).toHaveText('Order total$734.47');
    await expect(cartPanel(page).getByRole('listitem')).toHaveCount(3);
  },
);

loggedInTest(
  'known defects: a line that the server sends with quantity 0 is hidden',
  async ({ page }) => {
    const json = [
      { productId: boots._id, qty: 0 },
      { productId: guitar._id, qty: 1 },
    ];
    await answer(page, 'GET /cart', { json });
    await open(page, '/');
    await expect(cartPanel(page).getByRole('listitem')).toHaveCount(1);
    await expect(total(page)).toHaveText('Order total$429');
    await cartPanel(page).getByRole('button', { name: 'Checkout' }).click();
    const summary = page.getByRole('region', { name: 'Order details' });
    await expect(summary.getByRole('listitem')).toHaveCount(1);
  },
);

loggedInTest(
  'spec 2, products: the Checkout button goes to /checkout',
  async ({ page, shopper }) => {
    await shopper.putInCart(boots);
    await open(page, '/');
    await cartPanel(page).getByRole('button', { name: 'Checkout' }).click();
    await expect(page).toHaveURL('/checkout');
  },
);

/** Adding to the cart (R5.1, R5.2). */
import { onTestFinished, vi } from 'vitest';
import {
  ALREADY_THERE,
  add,
  bonsai,
  CHANGE,
  decrease,
  expectQuantity,
  expectTotal,
  sneakers,
} from '../testing/cart.ts';
import {
  cartPanel,
  expect,
  expectCount,
  expectToast,
  loggedInTest,
  open,
  pressQuickly,
  test,
  toast,
} from '../testing/screen.tsx';
import { movePicture } from '../ui/moved-picture.ts';
import { CART_LINK_ID } from './cart-address.ts';

test("R5.2: a visitor who adds is told 'Log in to add an item to the cart'", async ({ shop }) => {
  const calls = shop.watch(CHANGE);
  await open('/');
  await add().click();
  await expectToast('Log in to add an item to the cart', 'warning');
  expect(calls).toEqual([]);
});

loggedInTest(
  'R5.1: the answer of the server replaces the cart, whatever it holds',
  async ({ shop }) => {
    const calls = shop.watch(CHANGE);
    const json = [
      { productId: bonsai._id, qty: 3 },
      { productId: sneakers._id, qty: 1 },
    ];
    shop.answer(CHANGE, { json });
    await open('/');
    await add().click();
    await expectQuantity(bonsai.name, 3);
    await expectTotal('$1426');
    expect(calls.map(({ body }) => body)).toEqual([{ productId: sneakers._id, qty: 1 }]);
  },
);

loggedInTest('R5.2: adding again is blocked with a warning', async ({ shop }) => {
  shop.putInCart(sneakers, 2);
  const calls = shop.watch(CHANGE);
  await open('/');
  await expectQuantity(sneakers.name, 2);
  await add().click();
  await expectToast(ALREADY_THERE, 'warning');
  expect(calls).toEqual([]);
  // It goes with its reason.
  await decrease(sneakers.name).click();
  await expectCount(toast(), 0);
});

loggedInTest('R5.2: adding before the cart is here waits for it', async ({ shop }) => {
  shop.putInCart(sneakers);
  const calls = shop.watch(CHANGE);
  const loading = shop.hold('GET /cart');
  await open('/');
  await add().click();
  loading.release();
  await expectToast(ALREADY_THERE);
  expect(calls).toEqual([]);
});

loggedInTest('two quick presses of ADD TO CART add once', async ({ shop }) => {
  const calls = shop.watch(CHANGE);
  await open('/');
  await expect.element(cartPanel()).toBeVisible();
  await pressQuickly(add(), 2);
  await expectQuantity(sneakers.name, 1);
  expect(calls).toHaveLength(1);
});

loggedInTest('a press is sent before the products are rendered for it', async () => {
  await open('/');
  await expect.element(cartPanel()).toMatchTextContent('Cart is empty.');
  await expect.element(add()).toBeVisible();
  const fetches = vi.spyOn(window, 'fetch');
  onTestFinished(() => fetches.mockRestore());
  const button = add().element() as HTMLElement;
  const sentBefore = new Promise((resolve) => {
    const observer = new MutationObserver(() =>
      resolve(fetches.mock.calls.map(([, init]) => init?.method)),
    );
    observer.observe(button, { characterData: true, childList: true, subtree: true });
  });
  button.click();
  expect(await sentBefore).toContain('POST');
  await expectQuantity(sneakers.name, 1);
});

loggedInTest('what is on its way out of the cart can be added again at once', async ({ shop }) => {
  shop.putInCart(sneakers);
  const calls = shop.watch(CHANGE);
  await open('/');
  const removing = shop.hold(CHANGE);
  await decrease(sneakers.name).click();
  await expect.element(cartPanel()).toMatchTextContent('Cart is empty.');
  await add().click();
  await expectQuantity(sneakers.name, 1);
  removing.release();
  await expect.poll(() => calls.map(({ body }) => body.qty)).toEqual([0, 1]);
  await expect.poll(() => shop.cart).toEqual([{ productId: sneakers._id, qty: 1 }]);
  await expectQuantity(sneakers.name, 1);
});

loggedInTest('a movement to the cart that the next one ends is no error', async () => {
  const rejected: unknown[] = [];
  const record = ({ reason }: PromiseRejectionEvent) => rejected.push(reason);
  addEventListener('unhandledrejection', record);
  onTestFinished(() => removeEventListener('unhandledrejection', record));
  await open('/');
  await expect.element(add()).toBeVisible();
  const [first, second] = document.querySelectorAll<HTMLElement>('main img');
  const findLink = () => document.getElementById(CART_LINK_ID);
  movePicture(first, findLink);
  movePicture(second, findLink);
  await expect.poll(() => document.getAnimations().length).toBe(0);
  expect(rejected).toEqual([]);
});

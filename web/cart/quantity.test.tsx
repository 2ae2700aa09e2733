/** Changes of a quantity, and their requests (R5.3). */
import { vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CHECK } from '../testing/api.ts';
import {
  bonsai,
  CHANGE,
  decrease,
  expectQuantity,
  expectTotal,
  increase,
  sneakers,
  tennisBall,
} from '../testing/cart.ts';
import { lamp } from '../testing/checkout.ts';
import {
  cartLine,
  expect,
  expectToast,
  loggedInTest,
  open,
  pressQuickly,
} from '../testing/screen.tsx';

loggedInTest('R5.3: rapid clicks end at the last value', async ({ shop }) => {
  shop.putInCart(sneakers);
  const calls = shop.watch(CHANGE);
  await open('/');
  await pressQuickly(increase(sneakers.name), 6);
  await expectQuantity(sneakers.name, 7);
  await expectTotal('$973');
  await pressQuickly(decrease(sneakers.name), 2);
  await expectTotal('$695');
  await expectQuantity(sneakers.name, 5);
  expect(calls[0]?.body.qty).toBe(2);
  expect(calls.at(-1)?.body.qty).toBe(5);
});

loggedInTest(
  'the quantity is shown at once, while money waits for the server',
  async ({ shop }) => {
    shop.putInCart(sneakers);
    const answering = shop.hold(CHANGE);
    await open('/');
    await increase(sneakers.name).click();
    await expectQuantity(sneakers.name, 2);
    await expectTotal('$139');
    answering.release();
    await expectTotal('$278');
  },
);

loggedInTest('contract: at 99 there is no more', async ({ shop }) => {
  shop.putInCart(tennisBall, 98);
  await open('/');
  await increase(tennisBall.name).click();
  await expect.element(increase(tennisBall.name)).toBeDisabled();
  await expectTotal('$643.50');
});

loggedInTest('ten quick clicks make two requests', async ({ shop }) => {
  shop.putInCart(sneakers);
  const calls = shop.watch(CHANGE);
  const answering = shop.hold(CHANGE);
  await open('/');
  await pressQuickly(increase(sneakers.name), 10);
  await expectQuantity(sneakers.name, 11);
  answering.release();
  await expect.poll(() => shop.cart).toEqual([{ productId: sneakers._id, qty: 11 }]);
  expect(calls.map(({ body }) => body.qty)).toEqual([2, 11]);
});

loggedInTest(
  'a change that hangs ends after a while, and the next one is sent',
  async ({ shop }) => {
    shop.putInCart(sneakers);
    shop.putInCart(bonsai);
    let isFirst = true;
    shop.intercept(CHANGE, (_sent, next) => {
      if (!isFirst) return next();
      isFirst = false;
      return new Promise(() => {});
    });
    await open('/');
    await expectQuantity(bonsai.name, 1);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await increase(sneakers.name).click();
    await increase(bonsai.name).click();
    vi.advanceTimersByTime(16_000);
    await expectToast(`Could not fetch products. ${CHECK}`, 'error');
    await expectQuantity(sneakers.name, 1);
    await expectQuantity(bonsai.name, 2);
  },
);

loggedInTest('a change that waits is sent for the shopper who made it', async ({ shop }) => {
  shop.putInCart(sneakers);
  shop.putInCart(bonsai);
  const calls = shop.watch(CHANGE);
  const answering = shop.hold(CHANGE);
  await open('/');
  await increase(sneakers.name).click();
  await increase(bonsai.name).click();
  // Somebody else logs in in another tab.
  Object.assign(localStorage, { username: 'someone-else', token: 'of-another-shopper' });
  dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  await expect.element(page.getByRole('banner').getByText('someone-else')).toBeVisible();
  answering.release();
  await expect.poll(() => calls.length).toBe(2);
  for (const { headers } of calls) {
    expect(headers.get('authorization')).toBe(`Bearer ${shop.token}`);
  }
});

loggedInTest.for([900, 1280, 390])(
  'a second one of a product moves no other line, %s px wide',
  async (width, { shop }) => {
    await page.viewport(width, 800);
    shop.putInCart(lamp);
    shop.putInCart(sneakers);
    await open(width < 900 ? '/#cart' : '/');
    await expectTotal('$288.99');
    const heightOf = () => cartLine(lamp.name).element().getBoundingClientRect().height;
    const height = heightOf();
    await increase(lamp.name).click();
    await expectTotal('$438.98');
    expect(heightOf()).toBe(height);
  },
);

loggedInTest(
  'a quantity can be typed; a larger one than 99 becomes that, and what is none gives way to it',
  async ({ shop }) => {
    shop.putInCart(sneakers, 2);
    const calls = shop.watch(CHANGE);
    await open('/');
    const field = cartLine(sneakers.name).getByRole('textbox', { name: 'Quantity of' });
    for (const text of ['', '0', 'x']) {
      await field.fill(text);
      await userEvent.keyboard('{Enter}');
      await expect.element(field).toHaveValue('2');
    }
    await field.fill('15');
    await userEvent.keyboard('{Enter}');
    await expectTotal('$2085');
    await field.fill('3');
    await userEvent.keyboard('{Tab}');
    await expectTotal('$417');
    // Not the first two digits of it.
    await field.click();
    await userEvent.keyboard('150{Enter}');
    await expectTotal('$13761');
    expect(calls.map(({ body }) => body.qty)).toEqual([15, 3, 99]);
  },
);

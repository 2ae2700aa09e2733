/** Changes of the cart while others are pending. */
import { hold, intercept, watch } from './network.ts';
import {
  cartLine,
  expect,
  expectToast,
  loggedInTest,
  logInElsewhere,
  open,
  pressQuickly,
  stepper,
} from './shop.ts';
import { demoProduct, newShopper } from './shopper.ts';

const CHANGE = 'POST /cart';
const CHECK = 'Check that the backend is running, reachable and returns valid JSON.';
const boots = demoProduct('Summit Hiking Boots');
const guitar = demoProduct('Backstage Electric Guitar');

loggedInTest('ten quick clicks make two requests', async ({ page, shopper }) => {
  await shopper.putInCart(boots);
  const calls = watch(page, CHANGE);
  const answering = await hold(page, CHANGE);
  await open(page, '/');
  const line = cartLine(page, boots.name);
  await pressQuickly(line.getByRole('button', { name: 'Increase' }), 10);
  await expect(stepper(line)).toHaveText('11');
  answering.release();
  await expect.poll(() => shopper.cart()).toEqual([{ productId: boots._id, qty: 11 }]);
  expect(calls.map((request) => request.postDataJSON().qty)).toEqual([2, 11]);
});

loggedInTest(
  'a change that hangs ends after a while, and the next one is sent',
  async ({ page, shopper }) => {
    await shopper.putInCart(boots);
    await shopper.putInCart(guitar);
    let isFirst = true;
    await intercept(page, CHANGE, async (route) => {
      if (!isFirst) return route.fallback();
      // The first request never gets a reply.
      isFirst = false;
    });
    await page.clock.install();
    await open(page, '/');
    await cartLine(page, boots.name).getByRole('button', { name: 'Increase' }).click();
    await cartLine(page, guitar.name).getByRole('button', { name: 'Increase' }).click();
    await page.clock.fastForward(16_000);
    await expectToast(page, `Could not fetch products. ${CHECK}`, 'error');
    await expect
      .poll(() => shopper.cart())
      .toEqual([
        { productId: boots._id, qty: 1 },
        { productId: guitar._id, qty: 2 },
      ]);
  },
);

loggedInTest(
  'a change that waits is sent for the shopper who made it',
  async ({ page, shopper, baseURL }) => {
    await shopper.putInCart(boots);
    await shopper.putInCart(guitar);
    const someone = await newShopper(baseURL);
    const calls = watch(page, CHANGE);
    const answering = await hold(page, CHANGE);
    await open(page, '/');
    await cartLine(page, boots.name).getByRole('button', { name: 'Increase' }).click();
    await cartLine(page, guitar.name).getByRole('button', { name: 'Increase' }).click();
    await logInElsewhere(page, someone);
    await expect(page.getByText(someone.username)).toBeVisible();
    answering.release();
    await expect.poll(() => calls.length).toBe(2);
    for (const call of calls) {
      expect(await call.headerValue('authorization')).toBe(`Bearer ${shopper.token}`);
    }
    expect(await someone.cart()).toEqual([]);
  },
);

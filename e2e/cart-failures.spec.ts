/** The cart when the server refuses a request or sends no reply, and when products are missing (spec 8). */
import { answer, cutOff, hold, intercept, refuse, watch } from './network.ts';
import {
  card,
  cartLine,
  cartPanel,
  expect,
  expectToast,
  loggedInTest,
  open,
  stepper,
  toast,
} from './shop.ts';
import { demoProduct } from './shopper.ts';

const CHECK = 'Check that the backend is running, reachable and returns valid JSON.';
const boots = demoProduct('Summit Hiking Boots');
const guitar = demoProduct('Backstage Electric Guitar');

loggedInTest(
  'spec 8, cart fetch: on status 400 the server’s message, otherwise one of its own',
  async ({ page }) => {
    for (const [fail, message] of [
      [() => refuse(page, 'GET /cart', 400, 'This cart is closed.'), 'This cart is closed.'],
      [
        () => refuse(page, 'GET /cart', 500, 'Not today.'),
        `Could not fetch cart details. ${CHECK}`,
      ],
      [() => cutOff(page, 'GET /cart'), `Could not fetch cart details. ${CHECK}`],
    ] as const) {
      await page.unrouteAll();
      await fail();
      await open(page, '/');
      await expectToast(page, message, 'error');
      await expect(cartPanel(page)).toHaveCount(0);
    }
  },
);

loggedInTest(
  'spec 8, cart add: the server’s message, and the cart stays',
  async ({ page, shopper }) => {
    await shopper.putInCart(guitar);
    await refuse(page, 'POST /cart', 404, 'Product does not exist');
    await open(page, '/');
    await card(page, boots.name).getByRole('button').click();
    await expectToast(page, 'Product does not exist', 'error');
    await expect(cartPanel(page).getByRole('listitem')).toHaveCount(1);
    await expect(card(page, boots.name).getByRole('button')).toHaveText(/^ADD TO CART/);
  },
);

loggedInTest(
  "spec 8, cart add: without a response 'Could not fetch products. …'",
  async ({ page }) => {
    await cutOff(page, 'POST /cart');
    await open(page, '/');
    await card(page, boots.name).getByRole('button').click();
    await expectToast(page, `Could not fetch products. ${CHECK}`, 'error');
  },
);

loggedInTest(
  'the quantity falls back to the server’s when its change fails',
  async ({ page, shopper }) => {
    await shopper.putInCart(boots, 2);
    await refuse(page, 'POST /cart', 400, 'The total of a cart must be at most $100000000');
    const answering = await hold(page, 'POST /cart');
    await open(page, '/');
    const line = cartLine(page, boots.name);
    await line.getByRole('button', { name: 'Increase' }).click();
    await expect(stepper(line)).toHaveText('3');
    answering.release();
    await expectToast(page, 'The total of a cart must be at most $100000000', 'error');
    await expect(stepper(line)).toHaveText('2');
  },
);

loggedInTest('a change after one that failed still arrives', async ({ page, shopper }) => {
  await shopper.putInCart(boots, 2);
  let tries = 0;
  await intercept(page, 'POST /cart', (route) =>
    tries++ === 0 ? route.abort('connectionrefused') : route.fallback(),
  );
  await open(page, '/');
  const line = cartLine(page, boots.name);
  await line.getByRole('button', { name: 'Increase' }).click();
  await expectToast(page, `Could not fetch products. ${CHECK}`);
  await expect(stepper(line)).toHaveText('2');
  await line.getByRole('button', { name: 'Increase' }).click();
  await expect(cartPanel(page)).toContainText('$417');
  expect(await shopper.cart()).toEqual([{ productId: boots._id, qty: 3 }]);
});

loggedInTest(
  'decisions, joining the cart: products that are not loaded are asked for with ?ids=',
  async ({ page, shopper }) => {
    await shopper.putInCart(boots, 2);
    await shopper.putInCart(guitar);
    const calls = watch(page, 'GET /products?ids=*');
    await answer(page, 'GET /products', { json: [guitar] });
    await open(page, '/login');
    await page.getByRole('button', { name: 'Back to explore' }).click();
    const line = cartLine(page, boots.name);
    await expect(line).toContainText('$139');
    await expect(line.locator('img')).toHaveAttribute('src', boots.image);
    await expect(cartPanel(page)).toContainText('$707');
    expect(calls.map((request) => new URL(request.url()).search)).toEqual([`?ids=${boots._id}`]);
  },
);

loggedInTest(
  'decisions, joining the cart: by _id, whatever else the answer contains',
  async ({ page, shopper }) => {
    await shopper.putInCart(boots, 2);
    await answer(page, 'GET /products', { json: [] });
    await answer(page, 'GET /products?ids=*', {
      json: [{ ...guitar, cost: 1 }, { ...boots, cost: 100 }, demoProduct('Peony Bath Soap')],
    });
    await open(page, '/login');
    await page.getByRole('button', { name: 'Back to explore' }).click();
    await expect(cartPanel(page)).toContainText('$200');
    await expect(cartPanel(page).getByRole('listitem')).toHaveCount(1);
  },
);

loggedInTest(
  'a cart whose products can not be asked for says so, and shows no wrong total',
  async ({ page, shopper }) => {
    await shopper.putInCart(boots, 2);
    await answer(page, 'GET /products', { json: [guitar] });
    await cutOff(page, 'GET /products?ids=*');
    await open(page, '/');
    await expectToast(page, `Something went wrong. ${CHECK}`, 'error');
    await expect(cartPanel(page)).not.toContainText('NaN');
    await expect(toast(page)).toHaveCount(1);
  },
);

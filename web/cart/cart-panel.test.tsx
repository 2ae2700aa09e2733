/** Adding to the cart, and the cart panel (spec 2, spec 4, spec 5). */
import { vi } from 'vitest';
import { page } from 'vitest/browser';
import { CHECK, demoProduct } from '../testing/api.ts';
import {
  button,
  card,
  cartLine,
  cartPanel,
  expect,
  expectAddress,
  expectCount,
  expectToast,
  loggedInTest,
  open,
  pressQuickly,
  stepper,
  test,
} from '../testing/screen.tsx';

const CHANGE = 'POST /cart';
const ALREADY_THERE =
  'Item already in cart. use the cart sidebar to update quantity or remove item';
const boots = demoProduct('Summit Hiking Boots');
const guitar = demoProduct('Backstage Electric Guitar');
const yoYo = demoProduct('Lucky Star Yo-Yo');

const add = () => button('ADD TO CART', card(boots.name));
const increase = (name: string) => button('Increase', cartLine(name));
const decrease = (name: string) => button('Decrease', cartLine(name));
const lines = () => cartPanel().getByRole('listitem');

async function expectTotal(amount: string): Promise<void> {
  await expect.element(cartPanel()).toMatchTextContent(`Order total${amount}`);
}

async function expectQuantity(name: string, qty: number): Promise<void> {
  await expect.element(stepper(cartLine(name))).toHaveTextContent(qty);
}

test("spec 5: a visitor who adds is told 'Log in to add an item to the cart'", async ({ shop }) => {
  const calls = shop.watch(CHANGE);
  await open('/');
  await add().click();
  await expectToast('Log in to add an item to the cart', 'warning');
  expect(calls).toEqual([]);
});

test('spec 4: the cart is loaded only if a token exists', async ({ shop }) => {
  const calls = shop.watch('GET /cart');
  await open('/');
  await expect.element(card(boots.name)).toBeVisible();
  expect(calls).toEqual([]);
});

loggedInTest(
  "spec 2, cart panel: empty, it says 'Cart is empty. …' and has no Checkout button",
  async ({ shop }) => {
    const calls = shop.watch('GET /cart');
    await open('/');
    await expect
      .element(cartPanel())
      .toMatchTextContent('Cart is empty. Add more items to the cart to checkout.');
    await expectCount(cartPanel().getByRole('button'), 0);
    expect(calls[0]?.headers.get('authorization')).toBe(`Bearer ${shop.token}`);
  },
);

loggedInTest(
  'spec 4: the answer of the server replaces the cart, whatever it holds',
  async ({ shop }) => {
    const calls = shop.watch(CHANGE);
    const json = [
      { productId: guitar._id, qty: 3 },
      { productId: boots._id, qty: 1 },
    ];
    shop.answer(CHANGE, { json });
    await open('/');
    await add().click();
    await expectQuantity(guitar.name, 3);
    await expectTotal('$1426');
    expect(calls.map(({ body }) => body)).toEqual([{ productId: boots._id, qty: 1 }]);
  },
);

loggedInTest('spec 5: adding again is blocked with a warning', async ({ shop }) => {
  shop.putInCart(boots, 2);
  const calls = shop.watch(CHANGE);
  await open('/');
  await expectQuantity(boots.name, 2);
  await add().click();
  await expectToast(ALREADY_THERE, 'warning');
  expect(calls).toEqual([]);
});

loggedInTest('spec 5: adding before the cart is here waits for it', async ({ shop }) => {
  shop.putInCart(boots);
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
  await expectQuantity(boots.name, 1);
  expect(calls).toHaveLength(1);
});

loggedInTest(
  'spec 4: down to 0, the line is hidden, and the cart gets the focus and says that it is empty',
  async ({ shop }) => {
    shop.putInCart(boots);
    await open('/');
    await decrease(boots.name).click();
    await expectCount(lines(), 0);
    await expect.element(cartPanel()).toMatchTextContent('Cart is empty.');
    await expect.element(cartPanel().getByRole('heading', { name: 'Cart' })).toHaveFocus();
    expect(shop.cart).toEqual([]);
  },
);

loggedInTest('what is on its way out of the cart can be added again at once', async ({ shop }) => {
  shop.putInCart(boots);
  const calls = shop.watch(CHANGE);
  await open('/');
  const removing = shop.hold(CHANGE);
  await decrease(boots.name).click();
  await expect.element(cartPanel()).toMatchTextContent('Cart is empty.');
  await add().click();
  await expectQuantity(boots.name, 1);
  removing.release();
  await expect.poll(() => calls.map(({ body }) => body.qty)).toEqual([0, 1]);
  await expect.poll(() => shop.cart).toEqual([{ productId: boots._id, qty: 1 }]);
  await expectQuantity(boots.name, 1);
});

loggedInTest('spec 4: rapid clicks end at the last value', async ({ shop }) => {
  shop.putInCart(boots);
  const calls = shop.watch(CHANGE);
  await open('/');
  await pressQuickly(increase(boots.name), 6);
  await expectQuantity(boots.name, 7);
  await expectTotal('$973');
  await pressQuickly(decrease(boots.name), 2);
  await expectTotal('$695');
  await expectQuantity(boots.name, 5);
  expect(calls[0]?.body.qty).toBe(2);
  expect(calls.at(-1)?.body.qty).toBe(5);
});

loggedInTest(
  'the quantity is shown at once, while money waits for the server',
  async ({ shop }) => {
    shop.putInCart(boots);
    const answering = shop.hold(CHANGE);
    await open('/');
    await increase(boots.name).click();
    await expectQuantity(boots.name, 2);
    await expectTotal('$139');
    answering.release();
    await expectTotal('$278');
  },
);

loggedInTest('contract: at 99 there is no more', async ({ shop }) => {
  shop.putInCart(yoYo, 98);
  await open('/');
  await increase(yoYo.name).click();
  await expect.element(increase(yoYo.name)).toBeDisabled();
  await expectTotal('$643.50');
});

loggedInTest("spec 2, cart panel: 'Order total' is the sum of cost times qty", async ({ shop }) => {
  shop.putInCart(boots, 2);
  shop.putInCart(demoProduct('Studio Wireless Headphones'), 3);
  shop.putInCart(yoYo);
  await open('/');
  await expectTotal('$734.47');
  await expectCount(lines(), 3);
});

loggedInTest(
  'known defects: a line that the server sends with quantity 0 is hidden, at checkout, too',
  async ({ shop }) => {
    const json = [
      { productId: boots._id, qty: 0 },
      { productId: guitar._id, qty: 1 },
    ];
    shop.answer('GET /cart', { json });
    await open('/');
    await expectTotal('$429');
    await expectCount(lines(), 1);
    await button('Checkout', cartPanel()).click();
    await expectAddress('/checkout');
    const summary = page.getByRole('region', { name: 'Order details' });
    await expectCount(summary.getByRole('listitem'), 1);
  },
);

loggedInTest('ten quick clicks make two requests', async ({ shop }) => {
  shop.putInCart(boots);
  const calls = shop.watch(CHANGE);
  const answering = shop.hold(CHANGE);
  await open('/');
  await pressQuickly(increase(boots.name), 10);
  await expectQuantity(boots.name, 11);
  answering.release();
  await expect.poll(() => shop.cart).toEqual([{ productId: boots._id, qty: 11 }]);
  expect(calls.map(({ body }) => body.qty)).toEqual([2, 11]);
});

loggedInTest(
  'a change that hangs ends after a while, and the next one is sent',
  async ({ shop }) => {
    shop.putInCart(boots);
    shop.putInCart(guitar);
    let isFirst = true;
    shop.intercept(CHANGE, (_sent, next) => {
      if (!isFirst) return next();
      isFirst = false;
      return new Promise(() => {});
    });
    await open('/');
    await expectQuantity(guitar.name, 1);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await increase(boots.name).click();
    await increase(guitar.name).click();
    vi.advanceTimersByTime(16_000);
    await expectToast(`Could not fetch products. ${CHECK}`, 'error');
    await expectQuantity(boots.name, 1);
    await expectQuantity(guitar.name, 2);
  },
);

loggedInTest('a change that waits is sent for the shopper who made it', async ({ shop }) => {
  shop.putInCart(boots);
  shop.putInCart(guitar);
  const calls = shop.watch(CHANGE);
  const answering = shop.hold(CHANGE);
  await open('/');
  await increase(boots.name).click();
  await increase(guitar.name).click();
  // Somebody else logs in in another tab.
  Object.assign(localStorage, { username: 'someone-else', token: 'of-another-shopper' });
  dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  await expect.element(page.getByText('someone-else')).toBeVisible();
  answering.release();
  await expect.poll(() => calls.length).toBe(2);
  for (const { headers } of calls) {
    expect(headers.get('authorization')).toBe(`Bearer ${shop.token}`);
  }
});

test.for([
  { status: 400, message: 'This cart is closed.', says: 'This cart is closed.' },
  { status: 500, message: 'Not today.', says: `Could not fetch cart details. ${CHECK}` },
  { status: 0, message: '', says: `Could not fetch cart details. ${CHECK}` },
])(
  'spec 8, cart fetch: status $status says $says',
  async ({ status, message, says }, { shop, logIn }) => {
    logIn();
    if (status === 0) shop.cutOff('GET /cart');
    else shop.refuse('GET /cart', status, message);
    await open('/');
    await expectToast(says, 'error');
    await expect.element(cartPanel()).toMatchTextContent('Your cart could not be loaded.');
    shop.restore();
    await button('Try again', cartPanel()).click();
    await expect.element(cartPanel()).toMatchTextContent('Cart is empty.');
  },
);

loggedInTest('spec 8, cart add: the server’s message, and the cart stays', async ({ shop }) => {
  shop.putInCart(guitar);
  shop.refuse(CHANGE, 404, 'Product does not exist');
  await open('/');
  await add().click();
  await expectToast('Product does not exist', 'error');
  await expectCount(lines(), 1);
  await expect.element(add()).toMatchTextContent(/^ADD TO CART/);
});

loggedInTest(
  "spec 8, cart add: without a response 'Could not fetch products. …'; the next change arrives",
  async ({ shop }) => {
    shop.putInCart(boots, 2);
    let tries = 0;
    shop.intercept(CHANGE, (_sent, next) => {
      if (tries++ === 0) throw new TypeError('Failed to fetch');
      return next();
    });
    await open('/');
    await increase(boots.name).click();
    await expectToast(`Could not fetch products. ${CHECK}`, 'error');
    await expectQuantity(boots.name, 2);
    await increase(boots.name).click();
    await expectTotal('$417');
  },
);

loggedInTest('the quantity falls back to the server’s when its change fails', async ({ shop }) => {
  shop.putInCart(boots, 2);
  shop.refuse(CHANGE, 400, 'The total of a cart must be at most $100000000');
  const answering = shop.hold(CHANGE);
  await open('/');
  await increase(boots.name).click();
  await expectQuantity(boots.name, 3);
  answering.release();
  await expectToast('The total of a cart must be at most $100000000', 'error');
  await expectQuantity(boots.name, 2);
});

loggedInTest(
  'decisions, joining the cart: products that are not loaded are asked for with ?ids=',
  async ({ shop }) => {
    shop.putInCart(boots, 2);
    shop.putInCart(guitar);
    const calls = shop.watch('GET /products?ids=*');
    shop.answer('GET /products', { json: [guitar] });
    await open('/login');
    await button('Back to explore').click();
    await expect.element(cartLine(boots.name)).toMatchTextContent('$139');
    await expect
      .element(cartLine(boots.name).getByRole('presentation'))
      .toHaveAttribute('src', boots.image);
    await expectTotal('$707');
    expect(calls.map(({ parameters }) => parameters.get('ids'))).toEqual([boots._id]);
  },
);

loggedInTest(
  'decisions, joining the cart: by _id, whatever else the answer contains',
  async ({ shop }) => {
    shop.putInCart(boots, 2);
    shop.answer('GET /products', { json: [] });
    shop.answer('GET /products?ids=*', {
      json: [{ ...guitar, cost: 1 }, { ...boots, cost: 100 }, yoYo],
    });
    await open('/login');
    await button('Back to explore').click();
    await expectTotal('$200');
    await expectCount(lines(), 1);
  },
);

loggedInTest(
  'a cart whose products can not be asked for says so, and shows no wrong total',
  async ({ shop }) => {
    shop.putInCart(boots, 2);
    shop.answer('GET /products', { json: [guitar] });
    shop.cutOff('GET /products?ids=*');
    await open('/');
    await expectToast(`Something went wrong. ${CHECK}`, 'error');
    await expect.element(cartPanel()).not.toMatchTextContent('NaN');
  },
);

/** The cart panel: when it is loaded, its lines and its total (R5). */
import { page } from 'vitest/browser';
import { CHECK } from '../testing/api.ts';
import { bonsai, decrease, expectTotal, lines, sneakers, tennisBall } from '../testing/cart.ts';
import { demoProduct } from '../testing/demo-products.ts';
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
  test,
} from '../testing/screen.tsx';

test('R5.1: the cart is loaded only if a token exists', async ({ shop }) => {
  const calls = shop.watch('GET /cart');
  await open('/');
  await expect.element(card(sneakers.name)).toBeVisible();
  expect(calls).toEqual([]);
});

loggedInTest(
  "R5.5: empty, it says 'Cart is empty. …' and has no Checkout button",
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
  'R5.3: down to 0, the line is hidden, and the cart gets the focus and says that it is empty',
  async ({ shop }) => {
    shop.putInCart(sneakers);
    await open('/');
    await decrease(sneakers.name).click();
    await expectCount(lines(), 0);
    await expect.element(cartPanel()).toMatchTextContent('Cart is empty.');
    await expect.element(cartPanel().getByRole('heading', { name: 'Cart' })).toHaveFocus();
    await expect.poll(() => shop.cart).toEqual([]);
  },
);

loggedInTest("R5.4: 'Order total' is the sum of cost times qty", async ({ shop }) => {
  shop.putInCart(sneakers, 2);
  shop.putInCart(demoProduct('Studio Pendant Lamp'), 3);
  shop.putInCart(tennisBall);
  await open('/');
  await expectTotal('$734.47');
  await expectCount(lines(), 3);
});

loggedInTest(
  'known defects: a line that the server sends with quantity 0 is hidden, at checkout, too',
  async ({ shop }) => {
    const json = [
      { productId: sneakers._id, qty: 0 },
      { productId: bonsai._id, qty: 1 },
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

loggedInTest('R5.1: products that are not loaded are asked for with ?ids=', async ({ shop }) => {
  shop.putInCart(sneakers, 2);
  shop.putInCart(bonsai);
  const calls = shop.watch('GET /products?ids=*');
  shop.answer('GET /products', { json: [bonsai] });
  await open('/login');
  await button('Back to explore').click();
  await expect.element(cartLine(sneakers.name)).toMatchTextContent('$139');
  await expect
    .element(cartLine(sneakers.name).getByRole('presentation'))
    .toHaveAttribute('src', sneakers.image);
  await expectTotal('$707');
  expect(calls.map(({ parameters }) => parameters.get('ids'))).toEqual([sneakers._id]);
});

loggedInTest('R5.1: by _id, whatever else the answer contains', async ({ shop }) => {
  shop.putInCart(sneakers, 2);
  shop.answer('GET /products', { json: [] });
  shop.answer('GET /products?ids=*', {
    json: [{ ...bonsai, cost: 1 }, { ...sneakers, cost: 100 }, tennisBall],
  });
  await open('/login');
  await button('Back to explore').click();
  await expectTotal('$200');
  await expectCount(lines(), 1);
});

loggedInTest(
  'a cart whose products can not be asked for says so, and shows no wrong total',
  async ({ shop }) => {
    shop.putInCart(sneakers, 2);
    shop.answer('GET /products', { json: [bonsai] });
    shop.cutOff('GET /products?ids=*');
    await open('/');
    await expectToast(`Something went wrong. ${CHECK}`, 'error');
    await expect.element(cartPanel()).not.toMatchTextContent('NaN');
  },
);

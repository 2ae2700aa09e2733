/** What the cart panel says when a request fails (R2.4). */
import { CHECK } from '../testing/api.ts';
import {
  add,
  bonsai,
  CHANGE,
  expectQuantity,
  expectTotal,
  increase,
  lines,
  sneakers,
} from '../testing/cart.ts';
import {
  button,
  cartPanel,
  expect,
  expectCount,
  expectToast,
  loggedInTest,
  open,
  test,
} from '../testing/screen.tsx';

test.for([
  { status: 400, message: 'This cart is closed.', says: 'This cart is closed.' },
  { status: 500, message: 'Not today.', says: `Could not fetch cart details. ${CHECK}` },
  { status: 0, message: '', says: `Could not fetch cart details. ${CHECK}` },
])('R2.4: status $status says $says', async ({ status, message, says }, { shop, logIn }) => {
  logIn();
  if (status === 0) shop.cutOff('GET /cart');
  else shop.refuse('GET /cart', status, message);
  await open('/');
  await expectToast(says, 'error');
  await expect.element(cartPanel()).toMatchTextContent('Your cart could not be loaded.');
  shop.restore();
  await button('Try again', cartPanel()).click();
  await expect.element(cartPanel()).toMatchTextContent('Cart is empty.');
});

loggedInTest('R2.4: the server’s message, and the cart stays', async ({ shop }) => {
  shop.putInCart(bonsai);
  shop.refuse(CHANGE, 404, 'Product does not exist');
  await open('/');
  await add().click();
  await expectToast('Product does not exist', 'error');
  await expectCount(lines(), 1);
  await expect.element(add()).toMatchTextContent(/^ADD TO CART/);
});

loggedInTest(
  "R2.4: without a response 'Could not fetch products. …'; the next change arrives",
  async ({ shop }) => {
    shop.putInCart(sneakers, 2);
    let tries = 0;
    shop.intercept(CHANGE, (_sent, next) => {
      if (tries++ === 0) throw new TypeError('Failed to fetch');
      return next();
    });
    await open('/');
    await increase(sneakers.name).click();
    await expectToast(`Could not fetch products. ${CHECK}`, 'error');
    await expectQuantity(sneakers.name, 2);
    await increase(sneakers.name).click();
    await expectTotal('$417');
  },
);

loggedInTest('the quantity falls back to the server’s when its change fails', async ({ shop }) => {
  shop.putInCart(sneakers, 2);
  shop.refuse(CHANGE, 400, 'The total of a cart must be at most $100000000');
  const answering = shop.hold(CHANGE);
  await open('/');
  await increase(sneakers.name).click();
  await expectQuantity(sneakers.name, 3);
  answering.release();
  await expectToast('The total of a cart must be at most $100000000', 'error');
  await expectQuantity(sneakers.name, 2);
});

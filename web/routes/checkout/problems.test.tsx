/** What keeps an order from being placed: marked, focused and said beside the field until it is mended. */
import { page } from 'vitest/browser';
import {
  addresses,
  HOME,
  PLACE,
  placeOrder,
  readyToOrder,
  selectAddress,
  sneakers,
  summary,
} from '../../testing/checkout.ts';
import { demoProduct } from '../../testing/demo-products.ts';
import {
  button,
  cartLine,
  dismissToast,
  expect,
  expectAddress,
  expectCount,
  expectToast,
  type Locator,
  loggedInTest,
  open,
} from '../../testing/screen.tsx';

const sofa = demoProduct('Cognac Leather Sofa');
const wallet = () => page.getByRole('region', { name: 'Payment' });
const shipping = () => page.getByRole('region', { name: 'Shipping' });
const input = () => page.getByPlaceholder('Enter your complete address');

/** Expects the sentence in this part of the screen, and the focus on what it describes, or on this field. */
async function expectProblem(part: Locator, message: string, field?: Locator): Promise<void> {
  const sentence = part.getByText(message, { exact: true });
  await expect.element(sentence).toBeVisible();
  await expect.poll(() => document.activeElement).toHaveAccessibleDescription(message);
  expect(part.element().contains(document.activeElement)).toBe(true);
  if (field) await expect.element(field).toHaveFocus();
  await expectToast(message);
  await dismissToast();
  await expect.element(sentence).toBeVisible();
}

loggedInTest(
  'each check of the addresses and the wallet says in its field what is missing, until it is there',
  async ({ shop }) => {
    shop.putInCart(sofa, 3);
    await open('/checkout');
    await placeOrder().click();
    await expectProblem(
      shipping(),
      'Please add a new address before proceeding',
      button('Add new address'),
    );

    await button('Add new address').click();
    await input().fill(HOME);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expectCount(addresses(), 1);
    await expectCount(shipping().getByText('Please add a new address before proceeding'), 0);

    // Deleting the selected address selects nothing.
    shop.saveAddress('The Office');
    await button(`Delete address ${HOME}`).click();
    await placeOrder().click();
    await expectProblem(shipping(), 'select one shipping address', addresses().first());
    await selectAddress('The Office');
    await expectCount(shipping().getByText('select one shipping address'), 0);

    await placeOrder().click();
    await expectProblem(wallet(), 'Not have enough balance');
    await wallet().getByRole('link', { name: 'Change your cart' }).click();
    await expectAddress('/');
    expect(location.hash).toBe('#cart');
  },
);

loggedInTest('addresses that failed to load get the focus with their retry', async ({ shop }) => {
  shop.refuse('GET /user/addresses', 500, 'Not today.');
  shop.putInCart(sneakers);
  await open('/checkout');
  await placeOrder().click();
  const message =
    'Could not fetch addresses. Check that the backend is running, reachable and returns valid JSON.';
  await expectProblem(shipping(), message);
});

loggedInTest(
  'a refused new address is marked and focused, with the reason beside it until the text changes',
  async () => {
    await open('/checkout');
    await button('Add new address').click();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expectProblem(shipping(), 'Address must not be empty', input());
    await expect.element(input()).toHaveAttribute('aria-invalid', 'true');
    await input().fill('1');
    await expectCount(shipping().getByText('Address must not be empty'), 0);
    await expect.element(input()).toHaveAttribute('aria-invalid', 'false');
  },
);

loggedInTest.for([
  {
    what: 'of which one is left, can be ordered once',
    message: `Only 1 of ${sneakers.name} left`,
    press: `Order 1 of ${sneakers.name}`,
    qty: 1,
  },
  {
    what: 'that is sold out, can be removed',
    message: `${sneakers.name} is out of stock`,
    press: `Remove ${sneakers.name}`,
    qty: 0,
  },
])('a refused line $what', async ({ message, press, qty }, { shop }) => {
  for (const name of ['Studio Pendant Lamp', 'Windswept Hillside Bonsai', sofa.name]) {
    shop.putInCart(demoProduct(name));
  }
  await readyToOrder(shop);
  await expectCount(summary().getByRole('button'), 0);
  const details = { product: sneakers._id, left: String(qty) };
  shop.refuse(PLACE, 409, message, { code: 'STOCK_TOO_LOW', details });
  await placeOrder().click();
  const line = cartLine(sneakers.name);
  await expectProblem(line, message, line);
  await expect.element(line).toBeInViewport({ ratio: 0.9 });
  await button(press, line).click();
  await expect
    .poll(() => shop.cart.find(({ productId }) => productId === sneakers._id)?.qty ?? 0)
    .toBe(qty);
  await expectCount(summary().getByRole('button'), 0);
  await expect.element(page.getByRole('heading', { name: 'Order details' })).toHaveFocus();
});

loggedInTest('a line whose product is gone can be removed where it is said', async ({ shop }) => {
  shop.putInCart({ _id: 'gone' });
  await readyToOrder(shop);
  await placeOrder().click();
  const message = 'A product in your cart is no longer available. Remove it and try again.';
  await expectProblem(cartLine('No longer available'), message);
  await button('Remove product').click();
  await expectCount(cartLine('No longer available'), 0);
  await placeOrder().click();
  await expectAddress('/thanks');
});

loggedInTest.for([
  { message: 'Address does not exist', status: 404, code: 'ADDRESS_MISSING', part: shipping },
  { message: 'Not have enough balance', status: 400, code: 'BALANCE_TOO_LOW', part: wallet },
] as const)(
  'a refusal of the server, $message, is said in its field',
  async (refusal, { shop }) => {
    const { message, status, code, part } = refusal;
    await readyToOrder(shop);
    shop.refuse(PLACE, status, message, { code });
    await placeOrder().click();
    await expectProblem(part(), message);
  },
);

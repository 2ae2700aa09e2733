/** The way to the cart: the sheet on a small window, the sidebar, and the header's link (R1.6). */
import { page, userEvent } from 'vitest/browser';
import { demoProduct } from '../testing/demo-products.ts';
import {
  button,
  card,
  cartLine,
  cartPanel,
  expect,
  expectAddress,
  expectCount,
  loggedInTest,
  open,
  pressQuickly,
} from '../testing/screen.tsx';

const sneakers = demoProduct('Summit Leather High-Tops');
const bar = () => page.getByRole('link', { name: 'View cart' });
const cartLink = (items: string) => page.getByRole('link', { name: `Cart, ${items}`, exact: true });
const sheet = () => page.getByRole('dialog', { name: 'Cart' });

const phoneTest = loggedInTest.extend('phone', { auto: true }, async () => {
  await page.viewport(390, 844);
});

phoneTest('of 3,000 products, a phone opens the cart in a sheet over them', async ({ shop }) => {
  shop.products = Array.from({ length: 3_000 }, (_, i) => ({ ...sneakers, _id: `sneakers-${i}` }));
  shop.cart = [{ productId: 'sneakers-2999', qty: 2 }];
  await open('/');
  const pages = shop.watch('GET /products?*cursor=*');
  await bar().click();
  await expect.element(sheet()).toBeVisible();
  await expect.element(cartLine(sneakers.name)).toBeVisible();
  await expect.element(button('Checkout', sheet())).toBeInViewport();
  expect(pages).toEqual([]);
});

phoneTest('going back closes the sheet, and so do its button and Escape', async ({ shop }) => {
  shop.putInCart(sneakers);
  await open('/?category=Footwear');
  await bar().click();
  await expect.element(sheet()).toBeVisible();
  history.back();
  await expectCount(sheet(), 0);
  await bar().click();
  await button('Close cart', sheet()).click();
  await expectCount(sheet(), 0);
  await expectAddress('/?category=Footwear');
  await expect.poll(() => location.hash).toBe('');
  await cartLink('1 item').click();
  await expect.element(sheet()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expectCount(sheet(), 0);
  await expect.element(cartLink('1 item')).toHaveFocus();
});

phoneTest('a cart that could not be loaded has its retry in the sheet', async ({ shop }) => {
  shop.cutOff('GET /cart');
  await open('/');
  await page.getByRole('link', { name: 'Your cart could not be loaded' }).click();
  await expect.element(sheet()).toMatchTextContent('Your cart could not be loaded.');
  shop.restore();
  await button('Try again', sheet()).click();
  await expect.element(sheet()).toMatchTextContent('Cart is empty.');
});

phoneTest('a change and a removal in the sheet are announced', async ({ shop }) => {
  shop.putInCart(sneakers);
  await open('/');
  await bar().click();
  const announced = sheet().getByRole('status').filter({ hasText: 'in your cart' });
  await expect.element(announced).toHaveTextContent('1 item in your cart');
  await button('Increase', sheet()).click();
  await expect.element(announced).toHaveTextContent('2 items in your cart');
  await button(`Remove ${sneakers.name}`, sheet()).click();
  await expect.element(announced).toHaveTextContent('0 items in your cart');
});

loggedInTest('the link in the header and the skip link focus the sidebar', async ({ shop }) => {
  shop.putInCart(sneakers, 2);
  await open('/');
  await cartLink('2 items').click();
  await expect.element(cartPanel()).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.poll(() => cartPanel().element().contains(document.activeElement)).toBe(true);
  const skip = page.getByRole('link', { name: 'Skip to cart' });
  ((await skip.findElement()) as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(cartPanel()).toHaveFocus();
  // On a small window there is no cart on the page to skip to.
  await page.viewport(390, 844);
  await expectCount(skip, 0);
});

loggedInTest(
  'a line is removed by one press, and its name leads to the product',
  async ({ shop }) => {
    shop.putInCart(sneakers, 5);
    await open('/');
    await cartLine(sneakers.name).getByRole('link', { name: sneakers.name }).click();
    await expectAddress(`/?product=${sneakers._id}`);
    await expect.element(page.getByRole('dialog', { name: sneakers.name })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expectAddress('/');
    await button(`Remove ${sneakers.name}`, cartPanel()).click();
    await expect.element(cartPanel()).toMatchTextContent('Cart is empty.');
    await expect.poll(() => shop.cart).toEqual([]);
  },
);

loggedInTest('a card says how many are in the cart, also after ADDED is gone', async ({ shop }) => {
  await open('/');
  await button('ADD TO CART', card(sneakers.name)).click();
  await expect.element(card(sneakers.name)).toMatchTextContent('1 in cart');
  await expect.element(page.getByText('1 item in your cart')).toBeInTheDocument();
  await expect.element(button('ADD TO CART', card(sneakers.name))).toBeVisible();
  await expect.element(card(sneakers.name)).toMatchTextContent('1 in cart');
  expect(shop.cart).toEqual([{ productId: sneakers._id, qty: 1 }]);
});

loggedInTest(
  'while the cart is loading, the sidebar and a pressed button say so',
  async ({ shop }) => {
    const loading = shop.hold('GET /cart');
    await open('/');
    await expect.element(cartPanel().getByText('Loading your cart')).toBeInTheDocument();
    await pressQuickly(button('ADD TO CART', card(sneakers.name)), 1);
    await expect.element(card(sneakers.name)).toMatchTextContent('ADDING…');
    loading.release();
    await expect.element(cartLine(sneakers.name)).toBeVisible();
  },
);

loggedInTest(
  'what is sold out is said by card, dialog, cart line and summary',
  async ({ shop }) => {
    shop.products = shop.products.map((product) =>
      product._id === sneakers._id ? { ...product, available: false } : product,
    );
    shop.details[sneakers._id] = { stock: 0 };
    shop.putInCart(sneakers);
    await open('/');
    const add = () => card(sneakers.name).getByRole('button', { name: /^OUT OF STOCK/ });
    await expect.element(add()).toHaveAttribute('aria-disabled', 'true');
    await expect.element(cartLine(sneakers.name)).toMatchTextContent('Out of stock');
    await card(sneakers.name).getByRole('link').click();
    const dialog = page.getByRole('dialog', { name: sneakers.name });
    await expect.element(dialog.getByRole('button', { name: /^OUT OF STOCK/ })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await button('Checkout', cartPanel()).click();
    await expect.element(cartLine(sneakers.name)).toMatchTextContent('Out of stock');
  },
);

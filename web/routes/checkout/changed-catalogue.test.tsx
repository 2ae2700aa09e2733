/** A catalogue that has changed since the cart was filled (R5.6). */
import { page } from 'vitest/browser';
import { demoProduct } from '../../testing/demo-products.ts';
import {
  button,
  cartLine,
  cartPanel,
  expect,
  expectAddress,
  expectCount,
  expectToast,
  loggedInTest,
  open,
} from '../../testing/screen.tsx';

const HOME = '12 Harbour Street, Portsmouth';
const sneakers = demoProduct('Summit Leather High-Tops');

loggedInTest(
  'a product that is gone counts nothing, and keeps the order from being placed',
  async ({ shop }) => {
    shop.putInCart({ _id: 'gone' }, 3);
    shop.putInCart(sneakers);
    shop.saveAddress(HOME);
    const calls = shop.watch('POST /cart/checkout');
    await open('/');
    const line = cartLine('No longer available');
    await expect.element(line.getByRole('button')).toHaveTextContent('Remove');
    await expect.element(cartPanel()).toMatchTextContent('Order total$139');
    await button('Checkout', cartPanel()).click();
    const summary = page.getByRole('region', { name: 'Order details' });
    await expect.element(summary).toMatchTextContent('No longer available');
    expect(summary.element().querySelector('dd')?.textContent).toBe('1');
    await page.getByText(HOME, { exact: true }).click();
    await button('PLACE ORDER').click();
    await expectToast(
      'A product in your cart is no longer available. Remove it and try again.',
      'warning',
    );
    expect(calls).toEqual([]);

    history.back();
    await button('Remove', line).click();
    await expectCount(line, 0);
    await button('Checkout', cartPanel()).click();
    await page.getByText(HOME, { exact: true }).click();
    await button('PLACE ORDER').click();
    await expectAddress('/thanks');
    expect(calls).toHaveLength(1);
  },
);

loggedInTest(
  'a changed price is shown once it has refused the order, also to a shopper who came from the list',
  async ({ shop }) => {
    shop.putInCart(sneakers, 2);
    shop.saveAddress(HOME);
    await open('/');
    await button('Checkout', cartPanel()).click();
    await page.getByText(HOME, { exact: true }).click();
    shop.products = [{ ...sneakers, cost: 150 }];
    shop.refuse('POST /cart/checkout', 409, 'Prices have changed. Check your cart and try again.');
    await button('PLACE ORDER').click();
    await expectToast('Prices have changed. Check your cart and try again.', 'error');
    await expect.element(page.getByText('Pay $300 of available $5000')).toBeVisible();
  },
);

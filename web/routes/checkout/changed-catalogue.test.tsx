/** A catalogue that has changed since the cart was filled (R5.6). */
import { page } from 'vitest/browser';
import { HOME, sneakers, summary } from '../../testing/checkout.ts';
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
    await expect.element(summary()).toMatchTextContent('No longer available');
    expect(summary().element().querySelector('dd')?.textContent).toBe('1');
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

loggedInTest('a press that comes with a changed price is not about it', async ({ shop }) => {
  shop.putInCart(sneakers, 2);
  shop.saveAddress(HOME);
  await open('/checkout');
  const calls = shop.watch('POST /cart/checkout');
  const press = button('PLACE ORDER').element() as HTMLElement;
  const isPressedAgain = new Promise<void>((done) => {
    const observer = new MutationObserver(() => {
      if (!document.body.textContent?.includes('now $150')) return;
      observer.disconnect();
      shop.restore();
      press.click();
      done();
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  shop.products = [{ ...sneakers, cost: 150 }];
  shop.refuse('POST /cart/checkout', 409, 'Prices have changed. Check your cart and try again.');
  press.click();
  await isPressedAgain;
  await expect.element(summary()).toMatchTextContent('Totalwas $278, now $300');
  expect(calls).toHaveLength(1);
  await expectAddress('/checkout');
});

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
    const line = cartLine(sneakers.name);
    await expect.element(line).toMatchTextContent('was $139, now $150');
    await expect.element(summary()).toMatchTextContent('Totalwas $278, now $300');
    const calls = shop.watch('POST /cart/checkout');
    await page.viewport(390, 844);
    await expect.element(line).toMatchTextContent('was $139, now $150');
    shop.restore();
    await expect
      .poll(() => {
        (button('PLACE ORDER').query() as HTMLElement | null)?.click();
        return location.pathname;
      })
      .toBe('/thanks');
    expect(calls.map(({ headers }) => headers.get('expected-total'))).toEqual(['300']);
  },
);

/** If a part of the page fails, the rest stays usable. Here the pictures of one part can't be rendered. */
import { vi } from 'vitest';
import { page } from 'vitest/browser';
import { LIST_PAGE_SIZE } from '../../contract/limits.ts';
import { demoProduct } from '../testing/demo-products.ts';
import {
  button,
  cartPanel,
  expect,
  expectCount,
  loggedInTest,
  open,
  searchBox,
} from '../testing/screen.tsx';

const sneakers = demoProduct('Summit Leather High-Tops');
const cards = page.getByRole('article');
const failingTest = loggedInTest.extend({ mayFail: /broken picture/ });

/** @returns a function that repairs them */
function breakPicturesIn(part: string): () => void {
  const spy = vi.spyOn(HTMLImageElement.prototype, 'complete', 'get');
  spy.mockImplementation(function (this: HTMLImageElement) {
    if (this.closest(part)) throw new Error('broken picture');
    return false;
  });
  return () => spy.mockRestore();
}

failingTest('a list that fails leaves search and cart, and a retry shows it', async ({ shop }) => {
  shop.putInCart(sneakers);
  const repair = breakPicturesIn('article');
  await open('/');
  await expect.element(page.getByText('The list of products could not be')).toBeVisible();
  await expect.element(cartPanel()).toMatchTextContent('Order total$139');
  await searchBox().fill('bonsai');
  repair();
  await button('Try again').click();
  await expectCount(cards, 1);
});

failingTest('a cart that fails leaves the products, and a retry shows it', async ({ shop }) => {
  shop.putInCart(sneakers);
  const repair = breakPicturesIn('#cart');
  await open('/');
  await expect.element(page.getByText('Your cart could not be')).toBeVisible();
  await expectCount(cards, LIST_PAGE_SIZE);
  repair();
  await button('Try again').click();
  await expect.element(cartPanel()).toMatchTextContent('Order total$139');
});

/** A cart of 100 lines, in the sheet of a phone and in the sidebar. */
import { onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ShopApi } from '../testing/api.ts';
import { demoProduct } from '../testing/demo-products.ts';
import { button, expect, loggedInTest, open } from '../testing/screen.tsx';
import { CART_ID } from './cart-address.ts';

const sneakers = demoProduct('Summit Leather High-Tops');
const LINES = 100;

const lines = () => [...document.querySelectorAll(`#${CART_ID} li`)];

/** Each line has a different product. */
function fillCart(shop: ShopApi): void {
  shop.products = Array.from({ length: LINES }, (_, i) => ({ ...sneakers, _id: `sneakers-${i}` }));
  shop.pageSize = 20;
  shop.cart = shop.products.map(({ _id }) => ({ productId: _id, qty: 1 }));
}

loggedInTest(
  'its first lines are shown before the others, which are laid out when they are near',
  async ({ shop }) => {
    await page.viewport(390, 844);
    fillCart(shop);
    await open('/');
    await expect.element(page.getByText(`${LINES} items`, { exact: true })).toBeVisible();
    const counts: number[] = [];
    const observer = new MutationObserver(() => {
      if (lines().length > 0) counts.push(lines().length);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    await page.getByRole('link', { name: 'View cart' }).click();
    const sheet = page.getByRole('dialog', { name: 'Cart' });
    await expect.element(button('Checkout', sheet)).toBeInViewport();
    await expect.poll(() => lines().length).toBe(LINES);
    observer.disconnect();
    // The sheet and its first lines are one change of the document.
    expect(counts[0]).toBeLessThan(50);
    const isLaidOut = (line: Element | undefined) =>
      line?.querySelector('button')?.checkVisibility({ contentVisibilityAuto: true });
    expect(isLaidOut(lines().at(0))).toBe(true);
    expect(isLaidOut(lines().at(-1))).toBe(false);
  },
);

loggedInTest('a press on a quantity renders its own line alone', async ({ shop }) => {
  fillCart(shop);
  await open('/');
  await expect.poll(() => lines().length).toBe(LINES);
  await expect.poll(() => lines().filter((line) => !line.querySelector('output'))).toEqual([]);
  const increase = () => lines()[0]?.querySelector<HTMLElement>('[aria-label^=Increase]')?.click();
  // React ends what it renders of the other lines before it renders the first press.
  increase();
  await expect.poll(() => lines()[0]?.textContent).toContain('2 ×');
  const rendered = new Set<Element | null>();
  // A line that is rendered looks whether its picture has failed.
  const complete = vi.spyOn(HTMLImageElement.prototype, 'complete', 'get');
  complete.mockImplementation(function (this: Element) {
    rendered.add(this.closest('li'));
    return false;
  });
  onTestFinished(() => complete.mockRestore());
  increase();
  await expect.poll(() => lines()[0]?.textContent).toContain('3 ×');
  expect(lines().flatMap((line, n) => (rendered.has(line) ? [n] : []))).toEqual([0]);
});

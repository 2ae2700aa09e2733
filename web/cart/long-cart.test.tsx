/** A cart of 100 lines in the sheet of a phone. */
import { page } from 'vitest/browser';
import { demoProduct } from '../testing/demo-products.ts';
import { button, expect, loggedInTest, open } from '../testing/screen.tsx';

const boots = demoProduct('Summit Hiking Boots');
const LINES = 100;

loggedInTest(
  'its first lines are shown before the others, which are laid out when they are near',
  async ({ shop }) => {
    await page.viewport(390, 844);
    shop.products = Array.from({ length: LINES }, (_, i) => ({ ...boots, _id: `boots-${i}` }));
    shop.pageSize = 20;
    shop.cart = shop.products.map(({ _id }) => ({ productId: _id, qty: 1 }));
    await open('/');
    await expect.element(page.getByText(`${LINES} items`, { exact: true })).toBeVisible();
    const lines = () => document.querySelectorAll('dialog li');
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
    expect(isLaidOut([...lines()].at(0))).toBe(true);
    expect(isLaidOut([...lines()].at(-1))).toBe(false);
  },
);

/** Total and PLACE ORDER are in view with any length of the cart and any size of the window. */
import { page } from 'vitest/browser';
import type { ShopApi } from '../../testing/api.ts';
import { placeOrder, summary } from '../../testing/checkout.ts';
import { demoProducts } from '../../testing/demo-products.ts';
import {
  expect,
  expectCount,
  expectToast,
  type Locator,
  loggedInTest,
  open,
  toast,
} from '../../testing/screen.tsx';

/** Fills the cart with as many different products, which cost a dollar each. */
function fillCart(shop: ShopApi, count: number): void {
  const [first] = demoProducts;
  if (first === undefined) throw new Error('The demo catalogue is empty');
  shop.products = Array.from({ length: count }, (_, n) => ({
    ...first,
    _id: `product-${n}`,
    name: `Product ${n}`,
    cost: 1,
  }));
  for (const product of shop.products) shop.putInCart(product);
}

loggedInTest('on a phone, a toast leaves PLACE ORDER in view', async () => {
  await page.viewport(390, 844);
  await open('/checkout');
  await placeOrder().click();
  await expectToast('Please add a new address before proceeding');
  for (const scroll of [0, document.documentElement.scrollHeight]) {
    window.scrollTo(0, scroll);
    expectInView(placeOrder());
    const { bottom } = toast().element().getBoundingClientRect();
    expect(bottom).toBeLessThanOrEqual(placeOrder().element().getBoundingClientRect().top);
  }
});

/** Expects an element between the header and the end of the window, with nothing on top of it. */
function expectInView(locator: Locator): void {
  const element = locator.element();
  const { left, width, top, bottom } = element.getBoundingClientRect();
  const header = page.getByRole('banner').element().getBoundingClientRect();
  expect(top).toBeGreaterThanOrEqual(header.bottom);
  expect(bottom).toBeLessThanOrEqual(innerHeight);
  const hit = document.elementFromPoint(left + width / 2, (top + bottom) / 2);
  expect(element.contains(hit)).toBe(true);
}

const sizes = [
  [390, 844],
  [768, 1024],
  [1280, 800],
  [1920, 1080],
  [1280, 500],
] as const;

loggedInTest.for(
  [1, 12, 500].flatMap((count) => sizes.map(([width, height]) => ({ count, width, height }))),
)(
  'with $count lines at $width x $height, total and PLACE ORDER are in view at both ends of the page',
  async ({ count, width, height }, { shop }) => {
    fillCart(shop, count);
    await page.viewport(width, height);
    await open('/checkout');
    if (width < 900) await page.getByText(/^Order summary · /).click();
    await expectCount(summary().getByRole('listitem'), count);
    const total = page.getByRole('main').getByText(`$${count}`, { exact: true });
    const visible = () => total.elements().filter((element) => element.checkVisibility());
    await expect.poll(() => visible().length).toBeGreaterThan(0);
    for (const scroll of [0, document.documentElement.scrollHeight]) {
      window.scrollTo(0, scroll);
      expectInView(placeOrder());
      // The last one is the total, in the summary or in the bar.
      const last = visible().at(-1);
      if (last === undefined) throw new Error('There is no total');
      expectInView(page.elementLocator(last));
    }
    const { bottom } = summary().element().getBoundingClientRect();
    const { top } = page.getByRole('contentinfo').element().getBoundingClientRect();
    expect(bottom).toBeLessThanOrEqual(top);
  },
);

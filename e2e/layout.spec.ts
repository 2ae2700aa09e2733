/** Measures the 12 columns (R1.6). */

import type { Page } from '@playwright/test';
import { LIST_PAGE_SIZE } from '../contract/limits.ts';
import { hold } from './network.ts';
import { cartPanel, expect, loggedInTest, open, test } from './shop.ts';

const WIDTHS = [
  [390, 2],
  [899, 2],
  [900, 4],
  [1280, 4],
] as const;

/** The number of cards in the first row. */
async function cardsPerRow(page: Page): Promise<number> {
  await expect(page.getByRole('article')).toHaveCount(LIST_PAGE_SIZE);
  const tops = await page
    .getByRole('article')
    .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().top));
  return tops.filter((top) => Math.abs(top - (tops[0] ?? 0)) < 4).length;
}

async function boxOf(locator: ReturnType<Page['locator']>) {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('It is not on the page');
  return box;
}

async function expectColumns(page: Page): Promise<void> {
  for (const [width, columns] of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => cardsPerRow(page)).toBe(columns);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
}

test('R1.6: 2 cards in a row below 900 px, 4 from there on, and nothing wider than the window', async ({
  page,
}) => {
  await open(page, '/');
  await expectColumns(page);
  await expect(cartPanel(page)).toHaveCount(0);
});

loggedInTest(
  'R1.6: the cart is a quarter of the width from 900 px on; a bar opens its sheet on a phone',
  async ({ page, shopper }) => {
    await shopper.putInCart({ _id: 'summit-leather-high-tops' }, 2);
    await open(page, '/');
    await expect(cartPanel(page)).toBeVisible();
    await expectColumns(page);
    for (const width of [900, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const products = await boxOf(page.getByRole('article').first().locator('xpath=ancestor::ul'));
      const sidebar = await boxOf(cartPanel(page));
      const whole = sidebar.x + sidebar.width - products.x;
      expect(sidebar.x).toBeGreaterThan(products.x + products.width);
      expect(sidebar.width / whole).toBeGreaterThan(0.235);
      expect(sidebar.width / whole).toBeLessThan(0.26);
    }
    await page.setViewportSize({ width: 899, height: 800 });
    await expect(cartPanel(page)).toHaveCount(0);

    await page.setViewportSize({ width: 390, height: 844 });
    const bar = page.getByRole('link', { name: 'View cart' });
    await expect(bar).toHaveText(/2 items.*\$278/);
    await bar.click();
    await expect(cartPanel(page)).toBeInViewport();
  },
);

for (const [width, rows] of [
  [320, 12],
  [390, 12],
  [768, 12],
  [1280, 6],
] as const) {
  test(`look: the page is as long before its cards are laid out as after, at ${width} px`, async ({
    page,
  }) => {
    // The next page would make it longer.
    await hold(page, 'GET /products?*cursor=*');
    await page.setViewportSize({ width, height: 800 });
    await open(page, '/');
    await expect(page.getByRole('article')).toHaveCount(LIST_PAGE_SIZE);
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    const before = await height();
    for (const card of await page.getByRole('article').all()) await card.scrollIntoViewIfNeeded();
    await expect(page.getByRole('article').last()).toBeInViewport();
    expect(Math.abs((await height()) - before)).toBeLessThanOrEqual(2 * rows);
  });
}

loggedInTest('look: beside the cart, a search begins at the top', async ({ page, shopper }) => {
  await shopper.putInCart({ _id: 'summit-leather-high-tops' }, 2);
  for (const text of ['zzqwx', 'pendant']) {
    await open(page, `/?value=${text}`);
    await expect(cartPanel(page)).toBeVisible();
    const { y } = await boxOf(page.getByRole('heading', { name: /^(Results|No)/ }).first());
    expect(y).toBeLessThan(250);
  }
});

test('look: a single result is as wide as a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/?value=bonsai');
  expect((await boxOf(page.getByRole('article'))).width).toBeGreaterThan(350);
});

for (const standard of [24, 32]) {
  loggedInTest(
    `with browser text of ${standard} px nothing is wider than the window, and the header’s controls stay apart`,
    async ({ page, shopper }) => {
      await shopper.putInCart({ _id: 'cognac-leather-sofa' });
      await shopper.order('12 Harbour Road\nSpringfield 40012');
      await shopper.putInCart({ _id: 'cognac-leather-sofa' }, 2);
      const browser = await page.context().newCDPSession(page);
      await browser.send('Page.setFontSizes', { fontSizes: { standard } });
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 844 });
        for (const path of [
          '/',
          '/checkout',
          '/?product=summit-leather-high-tops',
          '/orders',
          '/account',
        ]) {
          await open(page, path);
          await expect(page.getByRole('banner').getByText('$2600.01')).toBeVisible();
          const where = `${path} at ${width} px`;
          const wide = await page.evaluate(() => document.documentElement.scrollWidth);
          expect(wide, where).toBe(width);
          const cart = await boxOf(
            page.getByRole('link', { name: /^Cart, 2/, includeHidden: true }),
          );
          const name = await boxOf(page.locator('header a[href="/orders"]'));
          const isApart = cart.x >= name.x + name.width || cart.y >= name.y + name.height;
          expect(isApart, where).toBe(true);
        }
        await open(page, '/');
        await page.getByRole('button', { name: 'Filters' }).click();
        const show = await boxOf(page.getByRole('button', { name: 'Show 60 products' }));
        expect(show.x + show.width).toBeLessThanOrEqual(width);
      }
    },
  );
}

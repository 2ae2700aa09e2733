/** A shopper who comes back to a long list finds the place where they were. */
import type { Page } from '@playwright/test';
import { LIST_PAGE_SIZE } from '../contract/limits.ts';
import { untilAlive } from './alive.ts';
import { importProducts, untilListed } from './feed.ts';
import { expect, open, ownShopTest } from './shop.ts';

// All tests of this file share one shop.
ownShopTest.describe.configure({ mode: 'default' });

const many = Array.from({ length: 320 }, (_, index) => ({
  _id: `walnut-${index}`,
  name: `Walnut Shelf ${index}`,
  category: 'Furniture',
  cost: 10,
  rating: 4,
  image: '/favicon.svg',
}));

const cards = (page: Page) => page.getByRole('article');
const deep = (page: Page) => page.getByRole('heading', { name: 'Walnut Shelf 60', exact: true });

/** Opens the list and loads pages until this card is in view. @returns its distance from the window's top */
async function goDeep(page: Page): Promise<number> {
  await untilListed(page, 'Furniture', many.length);
  await open(page, '/?category=Furniture');
  await expect(cards(page)).toHaveCount(LIST_PAGE_SIZE);
  for (const count of [2 * LIST_PAGE_SIZE, 3 * LIST_PAGE_SIZE]) {
    // A click of the mouse would scroll to the button, which loads pages, too.
    await page
      .getByRole('button', { name: 'Show more products' })
      .evaluate((button: HTMLElement) => button.click());
    await expect(cards(page)).toHaveCount(count);
  }
  await deep(page).scrollIntoViewIfNeeded();
  return topOf(page);
}

async function topOf(page: Page): Promise<number> {
  return Math.round((await deep(page).boundingBox())?.y ?? Number.NaN);
}

/** Rows that have not been drawn have an estimated height, and a card under the pointer is lifted. */
const TOLERANCE = 60;

async function expectSamePlace(page: Page, top: number): Promise<void> {
  await expect(cards(page)).toHaveCount(3 * LIST_PAGE_SIZE);
  await expect.poll(async () => Math.abs((await topOf(page)) - top)).toBeLessThan(TOLERANCE);
}

ownShopTest(
  'reload deep in a list restores its pages and the place @phone',
  async ({ page, ownShop }) => {
    await importProducts(ownShop, many);
    const top = await goDeep(page);
    await page.reload();
    await untilAlive(page);
    await expectSamePlace(page, top);
  },
);

ownShopTest(
  'back from the checkout restores the place in the list',
  async ({ page, shopper, ownShop }) => {
    await importProducts(ownShop, many);
    await shopper.putInCart({ _id: 'walnut-3' }, 2);
    await page.setViewportSize({ width: 1280, height: 800 });
    const top = await goDeep(page);
    await page.getByRole('button', { name: 'Checkout' }).click();
    await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible();
    await page.goBack();
    await expectSamePlace(page, top);
  },
);

ownShopTest('closing a product restores the place in the list', async ({ page, ownShop }) => {
  await importProducts(ownShop, many);
  const top = await goDeep(page);
  await deep(page).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectSamePlace(page, top);
});

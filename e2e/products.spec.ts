/** Loading and showing the products (spec 2, spec 8). */

import type { Page } from '@playwright/test';
import { answer, cutOff, hold, refuse, watch } from './network.ts';
import { card, expect, expectToast, open, test } from './shop.ts';
import { demoProduct } from './shopper.ts';

const LIST = 'GET /products';
const GENERIC =
  'Something went wrong. Check that the backend is running, reachable and returns valid JSON.';
const kite = demoProduct('Rainbow Diamond Kite');

/** Opens the products from another screen, so that only the browser requests them. */
async function comeFromLogin(page: Page): Promise<void> {
  await open(page, '/login');
  await page.getByRole('button', { name: 'Back to explore' }).click();
  await expect(page).toHaveURL('/');
}

test('spec 1: the hero promises fast delivery', async ({ page }) => {
  await open(page, '/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'The fastest delivery to your doorstep',
  );
});

test('spec 2, products: a card shows image, name, cost with $, stars and ADD TO CART @phone', async ({
  page,
}) => {
  await open(page, '/');
  await expect(page.getByRole('article')).toHaveCount(60);
  const headphones = card(page, 'Studio Wireless Headphones');
  await expect(headphones.getByText('$149.99', { exact: true })).toBeVisible();
  await expect(headphones.getByRole('img', { name: '4.5 out of 5 stars' })).toBeVisible();
  await expect(headphones.getByRole('button')).toHaveText(/^ADD TO CART/);
  const picture = headphones.locator('img');
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(256);
});

test('decisions, amounts: no grouping, no decimals for whole dollars, else two', async ({
  page,
}) => {
  await open(page, '/');
  for (const [name, amount] of [
    ['Summit Hiking Boots', '$139'],
    ['Lucky Star Yo-Yo', '$6.50'],
    ['Slimline Everyday Laptop', '$1199'],
    ['Aquamarine Engagement Ring', '$2399.99'],
  ] as const) {
    await expect(card(page, name).getByText('$')).toHaveText(amount);
  }
});

test('spec 9: ratings are of 5 stars, to half a star', async ({ page }) => {
  const shown = [
    [5, '5 out of 5 stars'],
    [3.5, '3.5 out of 5 stars'],
    [3.3, '3.5 out of 5 stars'],
    [0.5, '0.5 out of 5 stars'],
  ] as const;
  const json = shown.map(([rating], i) => ({ ...kite, _id: `kite-${i}`, rating }));
  await answer(page, LIST, { json });
  await comeFromLogin(page);
  const stars = page.getByRole('article').getByRole('img');
  await expect(stars).toHaveCount(shown.length);
  for (const [i, [, name]] of shown.entries()) {
    await expect(stars.nth(i)).toHaveAccessibleName(name);
    const filled = await stars.nth(i).evaluate((whole) => {
      const part = whole.firstElementChild?.getBoundingClientRect().width ?? 0;
      return part / whole.getBoundingClientRect().width;
    });
    expect(filled).toBeCloseTo(Number.parseFloat(name) / 5, 2);
  }
});

test('contract: a product without a rating says that it is not rated yet', async ({ page }) => {
  await open(page, '/');
  await expect(card(page, 'Tin Toy Rocket')).toContainText('Not rated yet');
  await expect(card(page, 'Tin Toy Rocket').getByRole('img', { name: 'stars' })).toHaveCount(0);
});

test.describe('with a picture that is missing', () => {
  test.use({ mayFail: /no-such-picture/ });

  test('spec 2, products: the name stands in for the image', async ({ page }) => {
    await answer(page, LIST, { json: [{ ...kite, image: '/no-such-picture.webp' }] });
    await comeFromLogin(page);
    await expect(card(page, kite.name).getByText(kite.name, { exact: true })).toHaveCount(2);
    await expect(card(page, kite.name).locator('img')).toHaveCount(0);
  });
});

test("spec 2, products: 'Loading Products' while they are loading", async ({ page }) => {
  const answering = await hold(page, LIST);
  await comeFromLogin(page);
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading Products');
  await expect(page.getByRole('article')).toHaveCount(0);
  answering.release();
  await expect(page.getByRole('article')).toHaveCount(60);
  await expect(page.getByText('Loading Products')).toHaveCount(0);
});

test("spec 2, products: 'No products found' is a heading when the list is empty", async ({
  page,
}) => {
  await answer(page, LIST, { json: [] });
  await open(page, '/');
  await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
});

test('spec 8, products load: on status 400 the server’s message, otherwise the generic one', async ({
  page,
}) => {
  for (const [fail, message] of [
    [() => refuse(page, LIST, 400, 'limit must be a whole number'), 'limit must be a whole number'],
    [() => refuse(page, LIST, 500, 'Something went wrong on our side.'), GENERIC],
    [() => refuse(page, LIST, 404, 'Not found'), GENERIC],
    [() => cutOff(page, LIST), GENERIC],
  ] as const) {
    await page.unrouteAll();
    await fail();
    await comeFromLogin(page);
    await expectToast(page, message, 'error');
    await expect(page.getByText('Loading Products')).toHaveCount(0);
  }
});

test('spec 8, products load: the server’s HTML stays if its refetch fails', async ({ page }) => {
  await cutOff(page, LIST);
  await open(page, '/');
  await expectToast(page, GENERIC, 'error');
  await expect(page.getByRole('article')).toHaveCount(60);
});

test('decisions, in the browser: GET /products is called although they are rendered, so that an old page is updated', async ({
  page,
}) => {
  const calls = watch(page, LIST);
  await answer(page, LIST, { json: [{ ...kite, cost: 17 }] });
  await open(page, '/');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(card(page, kite.name)).toContainText('$17');
  expect(calls).toHaveLength(1);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the server renders the products with names and prices', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('article')).toHaveCount(60);
    await expect(card(page, 'Cherry City Bicycle')).toContainText('$649');
  });
});

test('pictures come from the origin of the page, even if PUBLIC_URL is another one', async ({
  page,
}) => {
  await open(page, '/');
  const origin = await page.locator('html').getAttribute('data-public-origin');
  const boots = demoProduct('Summit Hiking Boots');
  const image = origin + boots.image;
  const calls = watch(page, LIST);
  const shown = { ...boots, name: 'Public Boots', image };
  await answer(page, LIST, { json: [shown] });
  await page.reload();
  await expect(card(page, shown.name).locator('img')).toHaveAttribute('src', boots.image);
  expect(new URL(calls[0]?.url() ?? '').searchParams.get('limit')).toBe('100');
});

test.describe('with a picture that comes back', () => {
  test.use({ mayFail: /no-such-picture/ });

  test('a picture that failed is loaded once its address changes', async ({ page }) => {
    await answer(page, LIST, { json: [{ ...kite, image: '/no-such-picture.webp' }] });
    await comeFromLogin(page);
    await expect(card(page, kite.name).locator('img')).toHaveCount(0);
    await page.unrouteAll();
    await answer(page, LIST, { json: [kite] });
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await expect(card(page, kite.name).locator('img')).toBeVisible();
  });
});

test('the button of a card reads ADD TO CART, and its accessible name includes the product', async ({
  page,
}) => {
  await open(page, '/');
  const button = card(page, kite.name).getByRole('button');
  await expect(button).toHaveText(/^ADD TO CART$/);
  await expect(button).toHaveAccessibleName(`ADD TO CART ${kite.name}`);
});

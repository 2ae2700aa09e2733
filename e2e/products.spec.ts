/** The server-rendered products and their refetch (R4.1, R4.4). More is in `web/routes/products/`. */
import { LIST_PAGE_SIZE } from '../contract/limits.ts';
import { answer, cutOff, watch } from './network.ts';
import { card, expect, expectToast, open, test } from './shop.ts';
import { demoProduct } from './shopper.ts';

const LIST = 'GET /products';
const rope = demoProduct('Tangerine Jump Rope');

test('R4.1: the hero promises fast delivery, and a card has its picture @phone', async ({
  page,
}) => {
  await open(page, '/');
  await expect(page.getByText('The fastest delivery to your doorstep')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(LIST_PAGE_SIZE);
  const lamp = card(page, 'Studio Pendant Lamp');
  await expect(lamp.getByText('$149.99', { exact: true })).toBeVisible();
  await expect(lamp.getByRole('button')).toHaveText(/^ADD TO CART/);
  const picture = lamp.locator('img');
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0);
});

test('R4.4: the server’s HTML stays if its refetch fails, and is updated if not', async ({
  page,
}) => {
  await cutOff(page, LIST);
  const failed =
    'Something went wrong. Check that the backend is running, reachable and returns valid JSON.';
  await Promise.all([open(page, '/'), expectToast(page, failed, 'error')]);
  await expect(page.getByRole('article')).toHaveCount(LIST_PAGE_SIZE);

  await page.unrouteAll();
  await answer(page, LIST, { json: [{ ...rope, cost: 17 }] });
  const calls = watch(page, LIST);
  await open(page, '/');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(card(page, rope.name)).toContainText('$17');
  expect(calls).toHaveLength(1);
});

/** The hero is shown only above the whole catalogue, with the first products. */
import { page } from 'vitest/browser';
import { stopClock } from '../../../testing/clock.ts';
import { demoProduct } from '../../../testing/demo-products.ts';
import { cards, heading, openProducts } from '../../../testing/listing.ts';
import {
  expect,
  expectAddress,
  expectCount,
  open,
  searchBox,
  test,
} from '../../../testing/screen.tsx';

const promise = page.getByText('The fastest delivery to your doorstep');

/** The number of visible tiles beside the words. */
function countTiles(): number {
  const tiles = promise.element().closest('section')?.querySelectorAll('[aria-hidden] > div') ?? [];
  return [...tiles].filter((tile) => tile.checkVisibility({ visibilityProperty: true })).length;
}

test('it shows the first three products of the shop', async () => {
  await openProducts();
  expect(countTiles()).toBe(3);
});

test('it is low enough for the prices of the first row, and on a phone for two whole cards', async () => {
  for (const [width, height, hero] of [
    [1280, 800, 140],
    [1920, 1080, 140],
    [390, 844, 844 / 5],
  ] as const) {
    await page.viewport(width, height);
    await openProducts();
    const section = promise.element().closest('section');
    expect(section?.getBoundingClientRect().height).toBeLessThanOrEqual(hero);
    const [first, second] = cards().elements();
    const price = page.elementLocator(first as Element).getByText(/^\$/);
    expect(price.element().getBoundingClientRect().bottom).toBeLessThan(height - 20);
    if (width !== 390) continue;
    for (const card of [first, second]) {
      expect(card?.getBoundingClientRect().bottom).toBeLessThanOrEqual(height);
    }
    expect(countTiles()).toBe(1);
  }
});

test('it shows no empty tile if the list fails, if the shop has fewer products, or if a picture is missing', async ({
  shop,
}) => {
  shop.cutOff('GET /products');
  await open('/');
  await expect.element(heading('No products found')).toBeVisible();
  expect(countTiles()).toBe(0);
  shop.restore();
  const rope = demoProduct('Tangerine Jump Rope');
  shop.products = [rope, { ...rope, _id: 'other', image: '/no-such-picture.webp' }];
  await open('/');
  await expect.poll(countTiles).toBe(1);
});

test('its words and pictures stay where they are while the browser reads one picture after the other', async ({
  shop,
}) => {
  const boxes = () => {
    const hero = promise.element().closest('section');
    const tile = hero?.querySelector('[aria-hidden] > div');
    return [...(hero?.children ?? []), tile].map((part) => part?.getBoundingClientRect().toJSON());
  };
  for (const width of [390, 768, 1280]) {
    await page.viewport(width, 800);
    await openProducts();
    const all = boxes();
    const { products } = shop;
    shop.products = products.slice(0, 1);
    await open('/');
    await expect.poll(() => cards().elements().length).toBe(1);
    expect(boxes()).toEqual(all);
    shop.products = products;
  }
});

test('it is gone as soon as somebody types, so that nothing moves when the search begins', async () => {
  await openProducts();
  stopClock();
  await searchBox().fill('g');
  expect(promise.element().checkVisibility()).toBe(false);
  await searchBox().fill('');
  expect(promise.element().checkVisibility()).toBe(true);
});

test('it is back as soon as a searched text is deleted, and not after the debounce, when it would move the products', async () => {
  await open('/?value=bonsai');
  await expect.element(heading('Results for “bonsai”')).toBeVisible();
  await expectCount(promise, 0);
  stopClock();
  await searchBox().fill('');
  await expect.element(promise).toBeVisible();
  await expect.element(heading('All products')).toBeVisible();
  await expectAddress('/');
});

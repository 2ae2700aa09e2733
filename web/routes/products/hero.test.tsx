/** The hero stands over the whole catalogue only, and shows what there is. */
import { page } from 'vitest/browser';
import { demoProduct } from '../../testing/api.ts';
import { heading, openProducts } from '../../testing/listing.ts';
import { expect, open, searchBox, test } from '../../testing/screen.tsx';

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

test('it shows no empty tile if the list fails, if the shop has fewer products, or if a picture is missing', async ({
  shop,
}) => {
  shop.cutOff('GET /products');
  await open('/');
  await expect.element(heading('No products found')).toBeVisible();
  expect(countTiles()).toBe(0);
  shop.restore();
  const kite = demoProduct('Rainbow Diamond Kite');
  shop.products = [kite, { ...kite, _id: 'other', image: '/no-such-picture.webp' }];
  await open('/');
  await expect.poll(countTiles).toBe(1);
});

test('it is gone as soon as somebody types, so that nothing moves when the search begins', async () => {
  await openProducts();
  await searchBox().fill('g');
  expect(promise.element().checkVisibility()).toBe(false);
  await searchBox().fill('');
  expect(promise.element().checkVisibility()).toBe(true);
});

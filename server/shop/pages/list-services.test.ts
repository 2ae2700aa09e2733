import { expect, test } from 'vitest';
import { wholeCatalogue } from '../../../contract/listing.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { Search } from '../search/search.ts';
import { createListServices } from './list-services.ts';

const { services } = await openTestShop();

test('the whole catalogue is shown without its facets until the first index is built', async () => {
  const version = Promise.withResolvers<string>();
  const search = new Search({ ...services, catalogueVersion: () => version.promise });
  const { findProducts, findFacets } = createListServices(search);
  expect((await findProducts(wholeCatalogue)).products.length).toBeGreaterThan(5);
  expect(await findFacets(wholeCatalogue)).toBeUndefined();
  await expect(findProducts({ ...wholeCatalogue, text: 'lamp' })).rejects.toMatchObject({
    code: 'STARTING',
  });
  version.resolve(await services.catalogueVersion());
  await search.refresh();
  expect((await findFacets(wholeCatalogue))?.count).toBeGreaterThan(5);
});

test('a shortened cursor leads to the first page', async () => {
  const search = new Search(services, { waitsForChanges: true });
  const { findProducts } = createListServices(search);
  const first = await findProducts(wholeCatalogue);
  expect(await findProducts({ ...wholeCatalogue, cursor: 'no-cursor' })).toEqual(first);
});

import { expect, test } from 'vitest';
import { findProductRows } from '../catalogue/store.ts';
import { openTestShop } from '../test-shop.ts';
import { FoundProducts } from './found-products.ts';

const shop = await openTestShop();
const { db } = shop.services;

async function sell(id: string): Promise<number> {
  await shop.sell({ id });
  const [row] = await findProductRows(db, [id]);
  return row?.position as number;
}

/** Without a new version: nobody is told. */
async function rename(id: string, name: string): Promise<void> {
  await db.updateTable('products').set({ name }).where('id', '=', id).execute();
}

const lamp = await sell('lamp');
const rug = await sell('rug');

test('a product is read once for a version of the catalogue', async () => {
  const products = new FoundProducts(db);
  const nameAt = async (version: string) => (await products.at([lamp], version)).get(lamp)?.name;
  await rename('lamp', 'Lamp');
  expect(await nameAt('first')).toBe('Lamp');
  await rename('lamp', 'Lantern');
  expect(await nameAt('first')).toBe('Lamp');
  expect(await nameAt('second')).toBe('Lantern');
});

test('some are known, others are read, and those that are gone are left out', async () => {
  const products = new FoundProducts(db);
  await products.at([rug], 'first');
  const found = await products.at([lamp, rug, 1_000_000], 'first');
  expect([...found.values()].map(({ _id }) => _id).sort()).toEqual(['lamp', 'rug']);
});

test('what was still being read when a version came is not taken for that one’s', async () => {
  const products = new FoundProducts(db);
  await rename('lamp', 'Lamp');
  const before = products.at([lamp], 'first');
  await products.at([rug], 'second');
  await before;
  await rename('lamp', 'Lantern');
  expect((await products.at([lamp], 'second')).get(lamp)?.name).toBe('Lantern');
});

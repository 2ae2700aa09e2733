import { expect, test } from 'vitest';
import { openTestShop } from '../../testing/test-shop.ts';
import { compileOnce } from './compile-once.ts';
import type { Db } from './schema.ts';

const shop = await openTestShop();
await shop.sell({ id: 'lamp' });
await shop.sell({ id: 'desk' });

test('a query is built once, and executed with other values each time', async () => {
  let built = 0;
  const select = compileOnce((db: Db, wanted: { first: string; second: string; cents: number }) => {
    built++;
    return db
      .selectFrom('products')
      .select('id')
      .where('cost_cents', '>', wanted.cents)
      .where('id', 'in', [wanted.second, wanted.first])
      .orderBy('id');
  });
  const { db } = shop.services;
  expect(await select(db, { first: 'lamp', second: 'desk', cents: 0 })).toEqual([
    { id: 'desk' },
    { id: 'lamp' },
  ]);
  expect(await select(db, { first: 'lamp', second: 'none', cents: 0 })).toEqual([{ id: 'lamp' }]);
  expect(await select(db, { first: 'lamp', second: 'desk', cents: 100_000_000 })).toEqual([]);
  expect(built).toBe(1);
});

test('a query that is passed a transaction is part of it', async () => {
  const rename = compileOnce((db: Db, product: { id: string; name: string }) =>
    db.updateTable('products').set({ name: product.name }).where('id', '=', product.id),
  );
  const undone = shop.services.db.transaction().execute(async (tx) => {
    await rename(tx, { id: 'lamp', name: 'Renamed' });
    throw new Error('changed my mind');
  });
  await expect(undone).rejects.toThrow('changed my mind');
  const names = await shop.services.db.selectFrom('products').select('name').execute();
  expect(names).not.toContainEqual({ name: 'Renamed' });
});

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listProducts } from '../../shop/catalogue/store.ts';
import { engine, openTestDatabase } from '../../testing/test-database.ts';
import { fillWithCrowd } from './crowd.testing.ts';
import { openStorage } from './open.ts';
import { explain, statementsOf } from './plans.testing.ts';

test('a page of products skips products off sale by an index', async () => {
  const { options } = await openTestDatabase();
  const { db, close } = await openStorage({ ...options, exclusive: true });
  await fillWithCrowd(db, engine);
  await sql`update products set active = 0 where position < 6900`.execute(db);
  if (engine === 'postgres') await sql`analyze products`.execute(db);
  const statements = await statementsOf(db, async () => {
    expect((await listProducts(db, { limit: 60 })).products).toHaveLength(60);
  });
  expect(statements).toHaveLength(1);
  for (const statement of statements) {
    expect(JSON.stringify(await explain(db, engine, statement))).toContain('products_on_sale');
  }
  await close();
});

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestShop } from '../../../testing/test-shop.ts';
import { compileOnce } from '../compile-once.ts';
import type { Db } from '../schema.ts';

const { services } = await openTestShop();

const selectByCost = compileOnce((db: Db, product: { cents: number }) =>
  db.selectFrom('products').select('id').where('cost_cents', '=', product.cents),
);

test('a query that is compiled once is prepared with its second execution, and no other query is', async () => {
  await services.db.connection().execute(async (db) => {
    for (const cents of [1, 2, 3]) await selectByCost(db as Db, { cents });
    await db.selectFrom('products').select('name').where('cost_cents', '=', 4).execute();
    const { rows } = await sql<{ statement: string; executions: number }>`
      select statement, generic_plans + custom_plans as executions from pg_prepared_statements
      where statement like '%cost_cents%'`.execute(db);
    expect(rows).toEqual([
      { statement: expect.stringContaining('select "id" from "products"'), executions: 2 },
    ]);
  });
});

test('queries that are made for one call are never prepared', async () => {
  await services.db.connection().execute(async (db) => {
    for (let count = 1; count <= 50; count++) {
      const select = compileOnce((db: Db, ids: { first: string }) =>
        db
          .selectFrom('products')
          .select('id')
          .where(
            'id',
            'in',
            Array.from({ length: count }, () => ids.first),
          ),
      );
      await select(db as Db, { first: 'none' });
    }
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pg_prepared_statements
      where statement like '%"id" in%'`.execute(db);
    expect(rows).toEqual([{ count: 0 }]);
  });
});

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestShop } from '../../../testing/test-shop.ts';
import type { Db } from '../schema.ts';

const { services } = await openTestShop();

const preparedLike = async (db: Db, pattern: string) => {
  const { rows } = await sql<{ statement: string; executions: number }>`
    select statement, generic_plans + custom_plans as executions from pg_prepared_statements
    where statement like ${pattern}`.execute(db);
  return rows;
};

test('a query is prepared with its second execution; one that is executed once is not', async () => {
  await services.db.connection().execute(async (db) => {
    const select = (column: 'id' | 'name', cents: number) =>
      db.selectFrom('products').select(column).where('cost_cents', '=', cents).execute();
    for (const cents of [1, 2, 3]) await select('id', cents);
    await select('name', 4);
    expect(await preparedLike(db, '%cost_cents%')).toEqual([
      { statement: expect.stringContaining('select "id" from "products"'), executions: 2 },
    ]);
  });
});

test('lists of many lengths leave no prepared statement behind', async () => {
  await services.db.connection().execute(async (db) => {
    for (let count = 1; count <= 100; count++) {
      const ids = Array.from({ length: count }, (_, index) => `none-${index}`);
      for (const _time of [1, 2, 3]) {
        await db.selectFrom('products').select('id').where('id', 'in', ids).execute();
      }
    }
    expect((await preparedLike(db, '%"id" in%')).length).toBe(0);
  });
});

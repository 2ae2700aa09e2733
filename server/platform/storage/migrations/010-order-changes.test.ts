/** A shop from before the migration keeps its orders, its money and its guards. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { findViolations, invariantsOf } from '../../../operations/audit/audit.ts';
import { engine } from '../../../testing/test-database.ts';
import { migrate } from '../migrate.ts';
import type { Db } from '../schema.ts';
import { openBefore } from './upgrade.testing.ts';

/** The shop as the last release left it: one shopper with one order. */
const rows = [
  `insert into users values ('u', 'Somebody', 'somebody', '$argon2id$x', 1)`,
  `insert into wallets values ('u', 499895)`,
  `insert into orders values ('o', 'u', 'a', '1 Long Road', 105, 499895, 'key', 5)`,
  `insert into order_items values ('o', 0, 'pen', 'Pen', 105, 1)`,
  `insert into ledger_entries values ('g', 'grants', 'u', null, -500000, 1)`,
  `insert into ledger_entries values ('g', 'wallet', 'u', null, 500000, 1)`,
  `insert into ledger_entries values ('p', 'wallet', 'u', 'o', -105, 5)`,
  `insert into ledger_entries values ('p', 'sales', 'u', 'o', 105, 5)`,
];

const entriesOf = (db: Db) =>
  db
    .selectFrom('ledger_entries')
    .selectAll()
    .orderBy('transaction_id')
    .orderBy('account')
    .execute();

test('a shop with orders is migrated: all are placed, and the ledger is as it was', async () => {
  const db = await openBefore('010-order-changes', rows);
  const before = await entriesOf(db);

  await migrate(db, engine);
  const order = await db.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
  expect(order).toMatchObject({ id: 'o', total_cents: 105, status: 'placed', refunded_cents: 0 });
  expect(await entriesOf(db)).toEqual(before);
  expect(await findViolations(db, invariantsOf(engine))).toEqual([]);
  await expect(sql`delete from ledger_entries`.execute(db)).rejects.toThrow('only ever added');
});

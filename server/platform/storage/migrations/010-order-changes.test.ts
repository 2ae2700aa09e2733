/** A shop from before the migration keeps its orders, its money and its guards. */
import { Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, onTestFinished, test } from 'vitest';
import { findViolations, invariantsOf } from '../../../operations/audit/audit.ts';
import { engine, openTestDatabase } from '../../../testing/test-database.ts';
import { migrate } from '../migrate.ts';
import { openStorage } from '../open.ts';
import type { Db, Schema } from '../schema.ts';
import { openSingleConnection } from '../sqlite/dialect.ts';
import { migrationsOf } from './index.ts';

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
  const db = await openBefore('010-order-changes');
  for (const row of rows) await sql.raw(row).execute(db);
  const before = await entriesOf(db);

  await migrate(db, engine);
  const order = await db.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
  expect(order).toMatchObject({ id: 'o', total_cents: 105, status: 'placed', refunded_cents: 0 });
  expect(await entriesOf(db)).toEqual(before);
  expect(await findViolations(db, invariantsOf(engine))).toEqual([]);
  await expect(sql`delete from ledger_entries`.execute(db)).rejects.toThrow('only ever added');
});

/** A database with the migrations that run before this one, and nothing in it. */
async function openBefore(name: string): Promise<Db> {
  const db = await openEmpty();
  const migrations = Object.entries(migrationsOf(engine)).filter(
    (migration) => migration[0] < name,
  );
  const provider = { getMigrations: async () => Object.fromEntries(migrations) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error !== undefined) throw error;
  return db;
}

async function openEmpty(): Promise<Db> {
  if (engine === 'sqlite') {
    const dialect = openSingleConnection(':memory:', { readOnly: false });
    const db = new Kysely<Schema>({ dialect });
    onTestFinished(() => db.destroy());
    return db;
  }
  const { options } = await openTestDatabase(onTestFinished);
  const storage = await openStorage({ ...options, exclusive: true });
  onTestFinished(() => storage.close());
  await sql`drop schema public cascade`.execute(storage.db);
  await sql`create schema public`.execute(storage.db);
  return storage.db;
}

/** Adds the status and the history of orders, and refunds to the ledger. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import * as ledgerGuard from './002-ledger-guard.sqlite.ts';

type AnySchema = Kysely<unknown>;

const accounts = sql`account in ('wallet', 'sales', 'grants', 'refunds')`;

export async function upSqlite(db: AnySchema): Promise<void> {
  await addStatus(db);
  await addHistory(db);
  await rebuildLedger(db, accounts);
}

export async function upPostgres(db: AnySchema): Promise<void> {
  await addStatus(db);
  await addHistory(db);
  await db.schema
    .alterTable('ledger_entries')
    .dropConstraint('ledger_entries_account_check')
    .execute();
  await db.schema
    .alterTable('ledger_entries')
    .addCheckConstraint('ledger_entries_account_check', accounts)
    .execute();
}

async function addStatus(db: AnySchema): Promise<void> {
  await db.schema
    .alterTable('orders')
    .addColumn('status', 'text', (c) =>
      c
        .notNull()
        .defaultTo('placed')
        .check(sql`status in ('placed', 'shipped', 'cancelled', 'refunded')`),
    )
    .execute();
  await db.schema
    .alterTable('orders')
    .addColumn('refunded_cents', 'bigint', (c) =>
      c
        .notNull()
        .defaultTo(0)
        .modifyEnd(
          sql`constraint orders_refunded_cents_check check (refunded_cents between 0 and total_cents)`,
        ),
    )
    .execute();
  // A shopper's orders, newest first: ids are ordered by time.
  await db.schema.createIndex('orders_of_user').on('orders').columns(['user_id', 'id']).execute();
}

async function addHistory(db: AnySchema): Promise<void> {
  await db.schema
    .createTable('order_changes')
    .addColumn('order_id', 'text', (c) => c.notNull().references('orders.id'))
    .addColumn('number', 'integer', (c) => c.notNull().check(sql`number >= 1`))
    .addColumn('kind', 'text', (c) =>
      c.notNull().check(sql`kind in ('shipped', 'cancelled', 'refunded')`),
    )
    .addColumn('amount_cents', 'bigint', (c) => c.notNull().check(sql`amount_cents >= 0`))
    .addColumn('made_by', 'text', (c) => c.notNull().check(sql`made_by in ('shopper', 'operator')`))
    .addColumn('note', 'text')
    .addColumn('request_key', 'text')
    .addColumn('made_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('order_changes_key', ['order_id', 'number'])
    .addUniqueConstraint('order_changes_request_key', ['order_id', 'request_key'])
    .execute();
}

/** SQLite can't change a constraint: the table is written anew, with its indices and triggers. */
export async function rebuildLedger(
  db: AnySchema,
  accountCheck: RawBuilder<unknown>,
): Promise<void> {
  await db.schema
    .createTable('new_ledger_entries')
    .addColumn('transaction_id', 'text', (c) => c.notNull())
    .addColumn('account', 'text', (c) => c.notNull().check(accountCheck))
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('order_id', 'text', (c) => c.references('orders.id'))
    .addColumn('amount_cents', 'bigint', (c) => c.notNull().check(sql`amount_cents <> 0`))
    .addColumn('made_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('ledger_entries_key', ['transaction_id', 'account'])
    .execute();
  await sql`
    insert into new_ledger_entries
      select transaction_id, account, user_id, order_id, amount_cents, made_at
      from ledger_entries order by rowid`.execute(db);
  await db.schema.dropTable('ledger_entries').execute();
  await db.schema.alterTable('new_ledger_entries').renameTo('ledger_entries').execute();
  for (const column of ['user_id', 'order_id']) {
    const index = db.schema.createIndex(`ledger_entries_${column}`).on('ledger_entries');
    await index.column(column).execute();
  }
  await ledgerGuard.up(db);
}

/**
 * The ledger tells money that was received, paid out or forfeited from grants. A wallet knows its opening balance, a note of
 * the ledger its account and the key of the request, an account when it was erased.
 */
import { type Kysely, sql } from 'kysely';
import { rebuildLedger } from './010-order-changes.ts';

type AnySchema = Kysely<unknown>;

const accounts = sql`account in ('wallet', 'sales', 'grants', 'refunds', 'received', 'forfeits')`;

export async function upSqlite(db: AnySchema): Promise<void> {
  await addColumns(db);
  await rebuildLedger(db, accounts);
}

export async function upPostgres(db: AnySchema): Promise<void> {
  await addColumns(db);
  const ledger = () => db.schema.alterTable('ledger_entries');
  await ledger().dropConstraint('ledger_entries_account_check').execute();
  await ledger().addCheckConstraint('ledger_entries_account_check', accounts).execute();
}

async function addColumns(db: AnySchema): Promise<void> {
  await db.schema
    .alterTable('wallets')
    .addColumn('opening_cents', 'bigint', (c) => c.notNull().defaultTo(500_000))
    .execute();
  for (const column of ['user_id', 'request_key']) {
    await db.schema.alterTable('ledger_notes').addColumn(column, 'text').execute();
  }
  await sql`
    update ledger_notes set user_id = (
      select min(user_id) from ledger_entries
      where ledger_entries.transaction_id = ledger_notes.transaction_id)`.execute(db);
  await db.schema
    .createIndex('ledger_notes_request_key')
    .unique()
    .on('ledger_notes')
    .columns(['user_id', 'request_key'])
    .execute();
  await db.schema.alterTable('users').addColumn('erased_at', 'bigint').execute();
  await noteErasures(db);
}

/** Nobody knows when accounts were erased before: at the latest, now. They have nothing that only a person has. */
async function noteErasures(db: AnySchema): Promise<void> {
  const without = (table: string) =>
    sql`not exists (select 1 from ${sql.table(table)} as own where own.user_id = users.id)`;
  await sql`
    update users set erased_at = ${sql.lit(Date.now())}
    where length(username) = 23 and username like 'erased-%'
      and ${without('sessions')} and ${without('addresses')} and ${without('devices')}
      and not exists (select 1 from orders where user_id = users.id and address <> '')`.execute(db);
}

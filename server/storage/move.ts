/** Moves a whole shop from one database to another, on whichever engines they are. */
import { sql } from 'kysely';
import { StorageError } from './errors.ts';
import { readSnapshot } from './read-only.ts';
import type { Db, Schema, Tx } from './schema.ts';

interface Table {
  name: keyof Schema;
  /** What rows are read in the order of: unique, and never null. */
  key: readonly string[];
  columns: readonly string[];
}

/**
 * What a table refers to stands before it. What is only counted for minutes, or begun, stays behind; and
 * where accounts are used from, which is learned again.
 */
const tables: readonly Table[] = [
  {
    name: 'users',
    key: ['id'],
    columns: ['id', 'username', 'username_key', 'password_hash', 'created_at'],
  },
  { name: 'sessions', key: ['token_hash'], columns: ['token_hash', 'user_id', 'expires_at'] },
  {
    name: 'products',
    key: ['position'],
    columns: [
      'position',
      'id',
      'name',
      'category',
      'categories',
      'brand',
      'description',
      'popularity',
      'cost_cents',
      'rating_halves',
      'image',
      'stock',
      'active',
      'updated_at',
    ],
  },
  { name: 'catalogue_segments', key: ['segment'], columns: ['segment', 'revision'] },
  {
    name: 'cart_items',
    key: ['user_id', 'product_id'],
    columns: ['user_id', 'product_id', 'qty', 'place'],
  },
  { name: 'addresses', key: ['id'], columns: ['id', 'user_id', 'address', 'place'] },
  { name: 'wallets', key: ['user_id'], columns: ['user_id', 'balance_cents'] },
  {
    name: 'orders',
    key: ['id'],
    columns: [
      'id',
      'user_id',
      'address_id',
      'address',
      'total_cents',
      'balance_after_cents',
      'idempotency_key',
      'placed_at',
    ],
  },
  {
    name: 'order_items',
    key: ['order_id', 'line'],
    columns: ['order_id', 'line', 'product_id', 'name', 'cost_cents', 'qty'],
  },
  {
    name: 'ledger_entries',
    key: ['transaction_id', 'account'],
    columns: ['transaction_id', 'account', 'user_id', 'order_id', 'amount_cents', 'made_at'],
  },
];

/** Rows that are read and written at once: 14 columns each, of the 32,766 parameters SQLite takes. */
const BATCH_SIZE = 1_000;

export interface MoveProgress {
  table: string;
  /** Rows written, and all that there are in this table. */
  rows: number;
  total: number;
}

export interface MoveReport {
  /** Rows by table. */
  rows: Record<string, number>;
  /** Sums of money in cents, the same in both databases. */
  cents: Record<string, number>;
}

/**
 * Copies everything in one transaction, compares, and only then keeps it. What else is written to the
 * source meanwhile is not part of it: no server should run.
 * @throws StorageError where the target isn't empty, or not the same afterwards; then it is as it was
 */
export async function moveShop(
  source: Db,
  target: Db,
  onProgress: (progress: MoveProgress) => void = () => {},
): Promise<MoveReport> {
  return readSnapshot(source, (from) =>
    target.transaction().execute(async (to) => {
      await refuseUnlessEmpty(to);
      for (const table of tables) await copyTable(from, to, table, onProgress);
      const { version } = await from
        .selectFrom('catalogue_state')
        .select('version')
        .executeTakeFirstOrThrow();
      await to.updateTable('catalogue_state').set({ version }).execute();
      return compare(await takeStock(from), await takeStock(to));
    }),
  );
}

async function refuseUnlessEmpty(to: Tx): Promise<void> {
  for (const { name } of tables) {
    const row = await to.selectFrom(name).select(sql`1`.as('one')).limit(1).executeTakeFirst();
    if (row !== undefined) {
      throw new StorageError(`The target is not empty: it has rows in ${name}.`);
    }
  }
}

async function copyTable(
  from: Tx,
  to: Tx,
  table: Table,
  onProgress: (progress: MoveProgress) => void,
): Promise<void> {
  const total = await countRows(from, table.name);
  let rows = 0;
  for await (const batch of readBatches(from, table)) {
    await to
      .insertInto(table.name)
      .values(batch as never)
      .execute();
    rows += batch.length;
    onProgress({ table: table.name, rows, total });
  }
}

/** In the order of the key, each batch from where the one before ended: none costs more than the first. */
async function* readBatches(from: Tx, { name, key, columns }: Table): AsyncGenerator<object[]> {
  const keyColumns = sql.join(key.map((column) => sql.ref(column)));
  const selected = sql.join(columns.map((column) => sql.ref(column)));
  let after: readonly unknown[] | undefined;
  for (;;) {
    const rest = after ? sql`where (${keyColumns}) > (${sql.join(after)})` : sql``;
    const { rows } = await sql<Record<string, unknown>>`
      select ${selected} from ${sql.table(name)} ${rest}
      order by ${keyColumns} limit ${sql.lit(BATCH_SIZE)}`.execute(from);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = key.map((column) => last[column]);
  }
}

async function countRows(db: Db, table: keyof Schema): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

async function takeStock(db: Db): Promise<MoveReport> {
  const rows: Record<string, number> = {};
  for (const { name } of tables) rows[name] = await countRows(db, name);
  return { rows, cents: await sumMoney(db) };
}

async function sumMoney(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ what: string; cents: number }>`
    select 'wallets' as what, coalesce(sum(balance_cents), 0) as cents from wallets
    union all select 'orders', coalesce(sum(total_cents), 0) from orders
    union all select 'lines of orders', coalesce(sum(cost_cents * qty), 0) from order_items
    union all select 'ledger, ' || account, sum(amount_cents) from ledger_entries group by account
    order by what`.execute(db);
  return Object.fromEntries(rows.map(({ what, cents }) => [what, cents]));
}

/** @throws StorageError for the first figure that differs */
function compare(before: MoveReport, after: MoveReport): MoveReport {
  for (const part of ['rows', 'cents'] as const) {
    const names = new Set([...Object.keys(before[part]), ...Object.keys(after[part])]);
    for (const name of names) {
      const [was, is] = [before[part][name] ?? 0, after[part][name] ?? 0];
      if (was !== is) {
        throw new StorageError(`The ${part} of ${name} are ${was} in the source, but ${is} moved.`);
      }
    }
  }
  return after;
}

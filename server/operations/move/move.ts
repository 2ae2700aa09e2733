/** Copies a whole shop from one database to another, on either engine. */
import { sql } from 'kysely';
import { OperatorError } from '../../platform/operator-error.ts';
import { readSnapshot } from '../../platform/storage/read-only.ts';
import type { Db, Tx } from '../../platform/storage/schema.ts';
import { type TableName, tableList } from '../../platform/storage/tables/tables.ts';

/** In the order of their references, each with a unique key by which it is read. */
const moved: readonly [TableName, key: readonly string[]][] = tableList
  .filter(({ isLocal }) => !isLocal)
  .map(({ name, id }) => [name, id]);

/** Rows per statement. Rows have up to 17 columns, and SQLite accepts 32,766 parameters. */
const BATCH_SIZE = 1_000;
/** Files of pictures have up to a megabyte. */
const FILES_BATCH_SIZE = 20;

export interface MoveProgress {
  table: string;
  /** The number of written rows of this table; `total` is the number of all. */
  rows: number;
  total: number;
}

export interface MoveReport {
  /** The number of rows of each table. */
  rows: Record<string, number>;
  /** Sums of money in cents, which are the same in both databases. */
  cents: Record<string, number>;
}

/**
 * Copies all tables in one transaction, and commits it only if counts and sums are the same. No server should run,
 * because changes of the source during the copy are not copied.
 * @throws OperatorError if the target is not empty, or differs after the copy; the target is unchanged then
 */
export async function moveShop(
  source: Db,
  target: Db,
  onProgress: (progress: MoveProgress) => void = () => {},
): Promise<MoveReport> {
  return readSnapshot(source, (from) =>
    target.transaction().execute(async (to) => {
      await refuseUnlessEmpty(to);
      // A shop without products and accounts may have been started there.
      await to.deleteFrom('webhook_settings').execute();
      for (const [table, key] of moved) await copyTable(from, to, table, key, onProgress);
      const { version } = await from
        .selectFrom('catalogue_state')
        .select('version')
        .executeTakeFirstOrThrow();
      await to.updateTable('catalogue_state').set({ version }).execute();
      return compare(await summarize(from), await summarize(to));
    }),
  );
}

async function refuseUnlessEmpty(to: Tx): Promise<void> {
  for (const [table] of moved.filter(([name]) => name !== 'webhook_settings')) {
    const row = await to.selectFrom(table).select(sql`1`.as('one')).limit(1).executeTakeFirst();
    if (row !== undefined) {
      throw new OperatorError(`The target is not empty: it has rows in ${table}.`);
    }
  }
}

async function copyTable(
  from: Tx,
  to: Tx,
  table: TableName,
  key: readonly string[],
  onProgress: (progress: MoveProgress) => void,
): Promise<void> {
  const total = await countRows(from, table);
  let rows = 0;
  for await (const batch of readBatches(from, table, key)) {
    // The rows have the columns of the same table in the target.
    await to
      .insertInto(table)
      .values(batch as never)
      .execute();
    rows += batch.length;
    onProgress({ table, rows, total });
  }
}

/** Reads a table by its key. A batch starts after the last row of the previous one. */
async function* readBatches(
  from: Tx,
  table: TableName,
  key: readonly string[],
): AsyncGenerator<object[]> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const size = table === 'picture_files' ? FILES_BATCH_SIZE : BATCH_SIZE;
  let after: unknown[] | undefined;
  for (;;) {
    const where = after ? sql`where (${columns}) > (${sql.join(after)})` : sql``;
    const { rows } = await sql<Record<string, unknown>>`
      select * from ${sql.table(table)} ${where}
      order by ${columns} limit ${sql.lit(size)}`.execute(from);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = key.map((column) => last[column]);
  }
}

async function countRows(db: Db, table: TableName): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

async function summarize(db: Db): Promise<MoveReport> {
  const rows: Record<string, number> = {};
  for (const [table] of moved) rows[table] = await countRows(db, table);
  return { rows, cents: await sumMoney(db) };
}

async function sumMoney(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ what: string; cents: number }>`
    select 'wallets' as what, coalesce(sum(balance_cents), 0) as cents from wallets
    union all select 'orders', coalesce(sum(total_cents), 0) from orders
    union all select 'refunds', coalesce(sum(refunded_cents), 0) from orders
    union all select 'history of orders', coalesce(sum(amount_cents), 0) from order_changes
    union all select 'lines of orders', coalesce(sum(cost_cents * qty), 0) from order_items
    union all select 'ledger, ' || account, sum(amount_cents) from ledger_entries group by account
    order by what`.execute(db);
  return Object.fromEntries(rows.map(({ what, cents }) => [what, cents]));
}

/** @throws OperatorError for the first figure that differs */
function compare(before: MoveReport, after: MoveReport): MoveReport {
  for (const part of ['rows', 'cents'] as const) {
    const names = new Set([...Object.keys(before[part]), ...Object.keys(after[part])]);
    for (const name of names) {
      const [was, is] = [before[part][name] ?? 0, after[part][name] ?? 0];
      if (was !== is) {
        throw new OperatorError(
          `The ${part} of ${name} are ${was} in the source, but ${is} moved.`,
        );
      }
    }
  }
  return after;
}

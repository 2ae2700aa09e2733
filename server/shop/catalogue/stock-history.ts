/** The history of stock. Whatever changes the stock of a product adds to it in the same transaction. */
import { sql } from 'kysely';
import type { Db, StockChangeRow, StockReason, Tx } from '../../platform/storage/schema.ts';

/** Changes per statement, two parameters each. SQLite accepts 32,766 parameters. */
const CHANGES_PER_INSERT = 1_000;

export interface StockChange {
  productId: string;
  /** Units that came (positive) or went (negative); 0 is no change. */
  units: number;
}

/** Why stock changes, and when. */
export interface StockCause {
  reason: StockReason;
  orderId?: string;
  /** Milliseconds since 1970 UTC. */
  at: number;
}

/**
 * The queries that add changes to the history. The transaction has locked the products by then, so that their changes
 * are numbered one after the other.
 * @param changes each product only once
 */
export function stockChangeQueries(
  tx: Tx,
  changes: readonly StockChange[],
  { reason, orderId, at }: StockCause,
) {
  const made = changes.filter(({ units }) => units !== 0);
  const chunks = Array.from({ length: Math.ceil(made.length / CHANGES_PER_INSERT) }, (_, n) =>
    made.slice(n * CHANGES_PER_INSERT, (n + 1) * CHANGES_PER_INSERT),
  );
  return chunks.map((chunk) =>
    tx
      .insertInto('stock_changes')
      .columns(['product_id', 'number', 'units', 'reason', 'order_id', 'made_at'])
      .expression((eb) =>
        eb.selectFrom(valuesOf(chunk)).select(({ eb, ref, selectFrom }) => [
          'change.column1',
          eb(
            selectFrom('stock_changes as earlier')
              .whereRef('earlier.product_id', '=', ref('change.column1'))
              .select(({ fn, lit }) => fn.coalesce(fn.max('number'), lit(0)).as('last')),
            '+',
            eb.lit(1),
          ).as('number'),
          'change.column2',
          sql<StockReason>`cast(${reason} as text)`.as('reason'),
          sql<string | null>`cast(${orderId ?? null} as text)`.as('order_id'),
          sql<number>`cast(${at} as bigint)`.as('made_at'),
        ]),
      ),
  );
}

/** A table of changes, whose columns both engines name like this: product id and units. */
function valuesOf(changes: readonly StockChange[]) {
  const rows = changes.map(
    ({ productId, units }) => sql`(cast(${productId} as text), cast(${units} as bigint))`,
  );
  return sql<{ column1: string; column2: number }>`(values ${sql.join(rows)})`.as('change');
}

/** Executes the queries of `stockChangeQueries`. */
export async function addStockChanges(
  tx: Tx,
  changes: readonly StockChange[],
  cause: StockCause,
): Promise<void> {
  for (const query of stockChangeQueries(tx, changes, cause)) await query.execute();
}

/** The history of a product's stock, oldest first, with the short numbers of orders. */
export function readStockChanges(
  db: Db,
  productId: string,
): Promise<(StockChangeRow & { order_number: string | null })[]> {
  return db
    .selectFrom('stock_changes')
    .leftJoin('orders', 'orders.id', 'order_id')
    .selectAll('stock_changes')
    .select('orders.number as order_number')
    .where('product_id', '=', productId)
    .orderBy('stock_changes.number')
    .execute();
}

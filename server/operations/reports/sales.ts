/** What was sold, cancelled and refunded, from the ledger. */
import { sql } from 'kysely';
import { createDayFormat } from '../../platform/days.ts';
import type { Db } from '../../platform/storage/schema.ts';

/** Entries per query. */
const BATCH_SIZE = 5_000;

export interface Period {
  /** The first time, in milliseconds since 1970 UTC. */
  from: number;
  /** The first time that is too late. */
  to: number;
}

/** Amounts are cents. `net` is sales less cancellations and refunds. */
export interface Sales {
  /** A day, a month, a product's id, a category, or what it is that has none. */
  key: string;
  /** Orders that were placed, or units that were ordered and not cancelled. */
  count: number;
  soldCents: number;
  cancelledCents: number;
  refundedCents: number;
}

/** @param timeZone in which a day begins */
export async function salesByTime(
  db: Db,
  unit: 'day' | 'month',
  { from, to }: Period,
  timeZone: string,
): Promise<Sales[]> {
  const keyOf = createDayFormat(timeZone);
  const found = new Map<string, Sales>();
  for await (const entry of readEntries(db, { from, to })) {
    const day = keyOf(entry.madeAt);
    const key = unit === 'day' ? day : day.slice(0, 'YYYY-MM'.length);
    const sales = found.get(key) ?? emptySales(key);
    found.set(key, sales);
    const cents = entry.amountCents;
    if (entry.account === 'refunds') sales.refundedCents -= cents;
    else if (cents < 0) sales.cancelledCents -= cents;
    else {
      sales.count++;
      sales.soldCents += cents;
    }
  }
  return [...found.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
}

/** Sums up a period in one query. */
export async function sumSales(db: Db, { from, to }: Period): Promise<Omit<Sales, 'key'>> {
  const rows = await db
    .selectFrom('ledger_entries')
    .select(['account', sql<number>`sign(amount_cents)`.as('sign')])
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.sum<number>('amount_cents').as('cents'),
    ])
    // As the index has it: SQLite uses a partial index only for constants.
    .where(sql<boolean>`account in ('sales', 'refunds')`)
    .where('made_at', '>=', from)
    .where('made_at', '<', to)
    .groupBy(['account', sql`sign(amount_cents)`])
    .execute();
  const find = (account: string, sign: number) =>
    rows.find((row) => row.account === account && Number(row.sign) === sign);
  const sold = find('sales', 1);
  return {
    count: Number(sold?.count ?? 0),
    soldCents: Number(sold?.cents ?? 0),
    cancelledCents: -Number(find('sales', -1)?.cents ?? 0),
    refundedCents: -Number(find('refunds', -1)?.cents ?? 0),
  };
}

interface Entry {
  account: string;
  amountCents: number;
  madeAt: number;
}

/** Sales are credits, and what goes back are debits. */
async function* readEntries(db: Db, { from, to }: Period): AsyncGenerator<Entry> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('ledger_entries')
      .select(['transaction_id', 'account', 'amount_cents', 'made_at'])
      .where('account', 'in', ['sales', 'refunds'])
      .where('made_at', '>=', from)
      .where('made_at', '<', to)
      .where('transaction_id', '>', after)
      .orderBy('transaction_id')
      .limit(BATCH_SIZE)
      .execute();
    for (const { account, amount_cents, made_at } of rows) {
      yield { account, amountCents: amount_cents, madeAt: made_at };
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.transaction_id;
  }
}

/** What goes back without being of a line. */
const OTHERS = '(refunds of amounts)';
const NO_CATEGORY = '(no category)';

/** Uses the product's category of today. */
export async function salesByLine(
  db: Db,
  unit: 'product' | 'category',
  period: Period,
): Promise<Sales[]> {
  const found = new Map<string, Sales>();
  const salesOf = (key: string) => {
    const sales = found.get(key) ?? emptySales(key);
    found.set(key, sales);
    return sales;
  };
  for (const { key, units, cents } of await sumSold(db, unit, period)) {
    Object.assign(salesOf(key || NO_CATEGORY), { count: units, soldCents: cents });
  }
  for (const { key, units, cents } of await sumCancelled(db, unit, period)) {
    const sales = salesOf(key || NO_CATEGORY);
    sales.count -= units;
    sales.cancelledCents = cents;
  }
  let others = await sumRefunds(db, period);
  for (const { key, cents } of await sumReturns(db, unit, period)) {
    salesOf(key || NO_CATEGORY).refundedCents = cents;
    others -= cents;
  }
  const sorted = [...found.values()].sort((one, other) => netCents(other) - netCents(one));
  return others === 0 ? sorted : [...sorted, { ...emptySales(OTHERS), refundedCents: others }];
}

function sumSold(db: Db, unit: 'product' | 'category', { from, to }: Period) {
  const key = keyOfLine(unit);
  return db
    .selectFrom('ledger_entries')
    .innerJoin('order_items', 'order_items.order_id', 'ledger_entries.order_id')
    .leftJoin('products', 'products.id', 'order_items.product_id')
    .select([
      key.as('key'),
      sum(sql`order_items.qty`).as('units'),
      sum(sql`order_items.qty * order_items.cost_cents`).as('cents'),
    ])
    .where('ledger_entries.account', '=', 'sales')
    .where('ledger_entries.amount_cents', '>', 0)
    .where('ledger_entries.made_at', '>=', from)
    .where('ledger_entries.made_at', '<', to)
    .groupBy(key)
    .execute();
}

/** The units that were taken out before an order was shipped, and all that were left if it was cancelled. */
function sumCancelled(db: Db, unit: 'product' | 'category', { from, to }: Period) {
  const key = keyOfLine(unit);
  const units = sql`case kind when 'cancelled' then qty - cancelled else coalesce(refunded, 0) end`;
  return db
    .selectFrom('order_changes')
    .innerJoin('order_items', 'order_items.order_id', 'order_changes.order_id')
    .leftJoin('order_returns', (join) =>
      join
        .onRef('order_returns.order_id', '=', 'order_changes.order_id')
        .onRef('order_returns.number', '=', 'order_changes.number')
        .onRef('order_returns.line', '=', 'order_items.line'),
    )
    .leftJoin('products', 'products.id', 'order_items.product_id')
    .select([key.as('key'), sum(units).as('units')])
    .select(sum(sql`(${units}) * order_items.cost_cents`).as('cents'))
    .where('kind', 'in', ['cancelled', 'reduced'])
    .where('order_changes.made_at', '>=', from)
    .where('order_changes.made_at', '<', to)
    .groupBy(key)
    .having(sum(units), '>', 0)
    .execute();
}

/** The lines that were refunded as such. */
function sumReturns(db: Db, unit: 'product' | 'category', { from, to }: Period) {
  const key = keyOfLine(unit);
  return db
    .selectFrom('order_returns')
    .innerJoin('order_changes', (join) =>
      join
        .onRef('order_changes.order_id', '=', 'order_returns.order_id')
        .onRef('order_changes.number', '=', 'order_returns.number'),
    )
    .innerJoin('order_items', (join) =>
      join
        .onRef('order_items.order_id', '=', 'order_returns.order_id')
        .onRef('order_items.line', '=', 'order_returns.line'),
    )
    .leftJoin('products', 'products.id', 'order_items.product_id')
    .select([key.as('key'), sum(sql`refunded * order_items.cost_cents`).as('cents')])
    .where('refunded', '>', 0)
    .where('kind', '=', 'refunded')
    .where('order_changes.made_at', '>=', from)
    .where('order_changes.made_at', '<', to)
    .groupBy(key)
    .execute();
}

async function sumRefunds(db: Db, { from, to }: Period): Promise<number> {
  const { cents } = await db
    .selectFrom('ledger_entries')
    .select(sum(sql`-amount_cents`).as('cents'))
    .where('account', '=', 'refunds')
    .where('made_at', '>=', from)
    .where('made_at', '<', to)
    .executeTakeFirstOrThrow();
  return cents;
}

function keyOfLine(unit: 'product' | 'category') {
  return unit === 'product'
    ? sql<string>`order_items.product_id`
    : sql<string>`coalesce(products.category, '')`;
}

/** PostgreSQL's sums of bigint are numeric, which its driver returns as text. */
function sum(expression: ReturnType<typeof sql>) {
  return sql<number>`cast(coalesce(sum(${expression}), 0) as bigint)`;
}

export function netCents({ soldCents, cancelledCents, refundedCents }: Sales): number {
  return soldCents - cancelledCents - refundedCents;
}

function emptySales(key: string): Sales {
  return { key, count: 0, soldCents: 0, cancelledCents: 0, refundedCents: 0 };
}

/** Reads the database after the last server has ended. */
import { sql } from 'kysely';
import { findViolations, invariantsOf } from '../server/operations/audit/audit.ts';
import { engineOf } from '../server/platform/storage/engine.ts';
import type { Db } from '../server/platform/storage/schema.ts';
import type { Check } from './report.ts';

export type FinalState = Awaited<ReturnType<typeof readFinalState>>;

export async function readFinalState(db: Db) {
  return { ...(await readTables(db)), checks: await checkAudit(db) };
}

/** The final state without the checks of the whole database. */
export async function readTables(db: Db) {
  const users = await db
    .selectFrom('users')
    .leftJoin('wallets', 'wallets.user_id', 'users.id')
    .select(['users.id', 'username', 'erased_at', 'balance_cents'])
    .execute();
  const moneyRows = await db
    .selectFrom('ledger_entries as entry')
    .innerJoin('users', 'users.id', 'entry.user_id')
    .leftJoin('ledger_notes', 'ledger_notes.transaction_id', 'entry.transaction_id')
    .select(['entry.user_id', 'account as source', 'note', 'request_key as key'])
    .select(sql<number>`-amount_cents`.as('amountCents'))
    .where('order_id', 'is', null)
    .where('account', '<>', 'wallet')
    // A wallet opens with its account.
    .whereRef('made_at', '>', 'created_at')
    .execute();
  const cartItems = await db
    .selectFrom('cart_items')
    .select(['user_id', 'product_id as productId', 'qty'])
    .orderBy('place')
    .execute();
  const addressRows = await db.selectFrom('addresses').selectAll().orderBy('place').execute();
  const orders = await db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select(['orders.id', 'user_id as userId', 'username', 'idempotency_key as key'])
    .select(['address_id as addressId'])
    .select(['total_cents as totalCents', 'balance_after_cents as balanceAfterCents'])
    .select(['status', 'refunded_cents as refundedCents', 'placed_at as placedAt', 'address'])
    .select('terms')
    .execute();
  const termRows = await db
    .selectFrom('sale_terms')
    .select(['number', 'seller', 'tax_name as taxName', 'time_zone as timeZone'])
    .execute();
  const items = await db
    .selectFrom('order_items')
    .select(['order_id', 'product_id as productId', 'qty', 'cost_cents as costCents'])
    .select('tax_rate as taxRate')
    .orderBy('line')
    .execute();
  const changeRows = await db
    .selectFrom('order_changes')
    .select(['order_id', 'number', 'kind', 'amount_cents as amountCents', 'made_by as by'])
    .select(['request_key as key', 'note', 'carrier', 'tracking', 'address', 'made_at'])
    .orderBy('number')
    .execute();
  const returnRows = await db
    .selectFrom('order_returns as returned')
    .innerJoin('order_items as item', (join) =>
      join
        .onRef('item.order_id', '=', 'returned.order_id')
        .onRef('item.line', '=', 'returned.line'),
    )
    .select(['returned.order_id', 'number', 'product_id', 'refunded', 'restocked'])
    .execute();
  const products = await db.selectFrom('products').select(['id', 'stock']).execute();
  const stockChanges = await db
    .selectFrom('stock_changes')
    .select(['product_id as productId', 'units', 'reason'])
    .orderBy('number')
    .execute();
  const invoices = await db
    .selectFrom('invoices')
    .select(['number', 'year', 'sequence', 'order_id as orderId'])
    .select(['change_number as changeNumber', 'amount_cents as amountCents'])
    .select(['issued_on as issuedOn', 'supplied_on as suppliedOn', 'buyer'])
    .orderBy('year')
    .orderBy('sequence')
    .execute();
  const taxes = await db
    .selectFrom('invoice_taxes')
    .select(['number', 'rate', 'gross_cents as grossCents', 'tax_cents as taxCents'])
    .orderBy('rate')
    .execute();
  const entries = await db
    .selectFrom('ledger_entries')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select('amount_cents')
    .where('account', 'in', ['sales', 'refunds'])
    .where('terms', 'is not', null)
    .execute();
  const carts = Map.groupBy(cartItems, ({ user_id }) => user_id);
  const addresses = Map.groupBy(addressRows, ({ user_id }) => user_id);
  const lines = Map.groupBy(items, ({ order_id }) => order_id);
  const changes = Map.groupBy(changeRows, ({ order_id }) => order_id);
  const money = Map.groupBy(moneyRows, ({ user_id }) => user_id);
  const terms = new Map(termRows.map(({ number, ...row }) => [number, { ...row }]));
  const taxesOf = Map.groupBy(taxes, ({ number }) => number);
  const returns = Map.groupBy(returnRows, (row) => `${row.order_id} ${row.number}`);
  return {
    users: users.map(({ id, username, erased_at, balance_cents }) => ({
      id,
      username,
      isErased: erased_at !== null,
      balanceCents: balance_cents ?? 0,
      cart: (carts.get(id) ?? []).map(({ productId, qty }) => ({ productId, qty })),
      addresses: (addresses.get(id) ?? []).map(({ id, address }) => ({ id, address })),
      /** What operators put into the wallet, or took out. */
      money: (money.get(id) ?? []).map(({ user_id, ...entry }) => entry),
    })),
    orders: orders.map((order) => ({
      ...order,
      /** What its documents keep of the shop; undefined if that had no identity. */
      terms: terms.get(order.terms ?? 0),
      lines: (lines.get(order.id) ?? []).map(({ order_id, ...line }) => line),
      times: (changes.get(order.id) ?? []).map(({ made_at }) => made_at),
      changes: (changes.get(order.id) ?? []).map(({ order_id, number, made_at, ...change }) => ({
        ...change,
        /** The units of each product that were paid back, and that went back to stock. */
        returns: (returns.get(`${order_id} ${number}`) ?? [])
          .map(({ product_id, refunded, restocked }) => [product_id, refunded, restocked] as const)
          .toSorted(),
      })),
    })),
    /** A credit note has the number of the change in the history of its order; an invoice has 0. */
    invoices: invoices.map((invoice) => ({
      ...invoice,
      taxes: (taxesOf.get(invoice.number) ?? []).map(({ number, ...tax }) => tax),
    })),
    /** What was sold by a shop with an identity, less what went back. */
    ledger: { salesCents: entries.reduce((sum, { amount_cents }) => sum + amount_cents, 0) },
    /** Null if the stock is not counted. */
    stock: Object.fromEntries(products.map(({ id, stock }) => [id, stock])),
    /** The history of stock. */
    stockChanges,
  };
}

async function checkAudit(db: Db): Promise<Check[]> {
  const violations = await findViolations(db, invariantsOf(engineOf(db)));
  return violations.length > 0 ? violations : [{ name: 'all invariants of the audit', found: [] }];
}

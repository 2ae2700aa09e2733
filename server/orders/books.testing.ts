/** What has to be true of the shop's money and goods at any time, whatever happened before. */
import { sql } from 'kysely';
import { expect } from 'vitest';
import { OPENING_BALANCE_CENTS } from '../../contract/limits.ts';
import type { Db } from '../storage/schema.ts';

/**
 * Every wallet is the opening $5000 less the orders placed from it, and what the ledger says it is;
 * every ledger transaction sums to zero; every order is the sum of its lines, paid for once; no
 * stock is below zero.
 */
export async function expectBooksBalanced(db: Db): Promise<void> {
  const wallets = await db
    .selectFrom('users')
    .leftJoin('wallets', 'wallets.user_id', 'users.id')
    .select((eb) => [
      'users.id',
      'wallets.balance_cents as balance',
      eb
        .selectFrom('orders')
        .select((o) => o.fn.coalesce(o.fn.sum<number>('total_cents'), o.lit(0)).as('spent'))
        .whereRef('orders.user_id', '=', 'users.id')
        .as('spent'),
      eb
        .selectFrom('ledger_entries')
        .select((l) => l.fn.sum<number>('amount_cents').as('booked'))
        .whereRef('ledger_entries.user_id', '=', 'users.id')
        .where('account', '=', 'wallet')
        .as('booked'),
    ])
    .execute();
  const told = wallets.map(({ id, balance, booked }) => ({ id, balance, booked }));
  expect(told).toEqual(
    wallets.map(({ id, spent }) => {
      const balance = OPENING_BALANCE_CENTS - (spent ?? 0);
      return { id, balance, booked: balance };
    }),
  );
  const nothing = { ledger: [], orders: [], stock: [] };
  expect({
    ledger: await unbalancedTransactions(db),
    orders: await wrongOrders(db),
    stock: await db.selectFrom('products').select('id').where('stock', '<', 0).execute(),
  }).toEqual(nothing);
}

async function unbalancedTransactions(db: Db): Promise<unknown[]> {
  return db
    .selectFrom('ledger_entries')
    .select(['transaction_id'])
    .groupBy('transaction_id')
    .having((eb) => eb.or([eb(eb.fn.sum('amount_cents'), '<>', 0), eb(eb.fn.countAll(), '<>', 2)]))
    .execute();
}

/** Orders that aren't the sum of their lines, or that sales were not credited with exactly once. */
async function wrongOrders(db: Db): Promise<unknown[]> {
  const { rows } = await sql`
    select id from orders
    where total_cents is distinct from
        (select sum(cost_cents * qty) from order_items where order_id = orders.id)
      or total_cents is distinct from
        (select sum(amount_cents) from ledger_entries where order_id = orders.id and account = 'sales')
      or -total_cents is distinct from
        (select sum(amount_cents) from ledger_entries where order_id = orders.id and account = 'wallet')
  `.execute(db);
  return rows;
}

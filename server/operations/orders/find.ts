/** Finds orders by what a person knows of them. */
import { sql } from 'kysely';
import { usernameKey } from '../../../contract/credentials.ts';
import { Refusal } from '../../../contract/refusals.ts';
import type { Db } from '../../platform/storage/schema.ts';
import { findOrderId } from '../../shop/orders/find.ts';

const TEXT_MAX_LENGTH = 100;
/** The latest orders whose addresses and lines are read: older ones are found by number, parcel or customer. */
const READ_MAX = 15_000;

/**
 * By number or the beginning or end of one, number of a document, tracking number, name of the customer, id of a product;
 * and, of the latest orders, by a part of the address or of a product's name.
 * @returns ids of orders, the newest at most, and at least one that no order has
 */
export async function findOrderIds(db: Db, text: string, limit: number): Promise<string[]> {
  const typed = text.trim().slice(0, TEXT_MAX_LENGTH);
  const exact = await findByNumber(db, typed);
  if (exact !== undefined) return [exact];
  const newest = db.selectFrom('orders').select('id').orderBy('id', 'desc').limit(READ_MAX);
  const part = `%${typed.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
  const isLike = (column: string) =>
    sql<boolean>`lower(${sql.ref(column)}) like ${part} escape '\\'`;
  const last = <Query extends { limit(rows: number): Query }>(query: Query) => query.limit(limit);
  const found = await Promise.all([
    last(db.selectFrom('order_changes').select('order_id as id'))
      .where('tracking', '=', typed)
      .orderBy('order_id', 'desc')
      .execute(),
    last(db.selectFrom('orders').select('orders.id'))
      .innerJoin('users', 'users.id', 'orders.user_id')
      .where('username_key', '=', usernameKey(typed))
      .orderBy('orders.id', 'desc')
      .execute(),
    last(db.selectFrom(newest.as('newest')).select('newest.id'))
      .innerJoin('orders', 'orders.id', 'newest.id')
      .where(isLike('address'))
      .orderBy('newest.id', 'desc')
      .execute(),
    last(db.selectFrom(newest.as('newest')).select('newest.id'))
      .innerJoin('order_items', 'order_items.order_id', 'newest.id')
      .where((eb) => eb.or([eb('product_id', '=', typed), isLike('order_items.name')]))
      .orderBy('newest.id', 'desc')
      .execute(),
  ]);
  const ids = new Set(found.flat().map(({ id }) => id));
  return [...ids, ''].sort().reverse().slice(0, limit);
}

async function findByNumber(db: Db, text: string): Promise<string | undefined> {
  try {
    return await findOrderId(db, text);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'ORDER_AMBIGUOUS') return undefined;
    throw error;
  }
}

/** Which documents are to be issued. */
import type { Db } from '../../platform/storage/schema.ts';

export interface Pending {
  orderId: string;
  /** 0 for the order itself, which gets an invoice; for a credit note the number of its change. */
  changeNumber: number;
  amountCents: number;
  at: number;
  /** The address of the order or of the invoice. */
  buyer: string | null;
  /** Of the shop when the order was placed. */
  timeZone: string;
}

/**
 * The first documents that are missing, in the order of their numbers. Only orders with terms get documents: those that
 * were placed while the shop had an identity.
 */
export async function readPending(db: Db, until: number, limit: number): Promise<Pending[]> {
  const orders = await db
    .selectFrom('orders')
    .innerJoin('sale_terms', 'sale_terms.number', 'orders.terms')
    .select(['orders.id as orderId', 'total_cents as amountCents', 'placed_at as at'])
    .select(['address as buyer', 'time_zone as timeZone'])
    .where('invoice', 'is', null)
    // The index has only these.
    .where('terms', 'is not', null)
    .where('placed_at', '<=', until)
    .orderBy('placed_at')
    .orderBy('orders.id')
    .limit(limit)
    .execute();
  const changes = await db
    .selectFrom('order_changes')
    .innerJoin('orders', 'orders.id', 'order_changes.order_id')
    .innerJoin('sale_terms', 'sale_terms.number', 'order_changes.terms')
    .leftJoin('invoices', 'invoices.number', 'orders.invoice')
    .select(['order_changes.order_id as orderId', 'order_changes.number as changeNumber'])
    .select(['order_changes.amount_cents as amountCents', 'made_at as at'])
    .select(['buyer', 'time_zone as timeZone', 'orders.invoice as invoice', 'orders.address'])
    .where('order_changes.invoice', 'is', null)
    .where('order_changes.terms', 'is not', null)
    .where('made_at', '<=', until)
    .orderBy('made_at')
    .orderBy('order_changes.order_id')
    .orderBy('order_changes.number')
    .limit(limit)
    .execute();
  const all = [
    ...orders.map((order) => ({ ...order, changeNumber: 0 })),
    // The buyer of an invoice that is issued right before.
    ...changes.map((change) => (change.invoice ? change : { ...change, buyer: change.address })),
  ].sort((one, other) => one.at - other.at || one.changeNumber - other.changeNumber);
  // A server whose clock is slow may have cancelled an order before it was placed: its invoice comes first.
  const invoiced = new Set(changes.filter(({ invoice }) => invoice).map(({ orderId }) => orderId));
  const issuable = all.filter(({ orderId, changeNumber }) => {
    if (changeNumber === 0) invoiced.add(orderId);
    return invoiced.has(orderId);
  });
  return issuable.slice(0, limit);
}

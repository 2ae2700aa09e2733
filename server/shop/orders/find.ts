/** Finds an order by its id, its number, a part of it, or the number of a document. */
import { severalOrders } from '../../../contract/messages.ts';
import { Refusal } from '../../../contract/refusals.ts';
import type { Db } from '../../platform/storage/schema.ts';
import { formatNumber, readNumber } from '../codes.ts';
import { isInvoiceNumber } from '../invoices/store.ts';

/** Candidates that a message names. */
const NAMED_MAX = 10;

/**
 * @param text an id, a number, the start or end of one, or the number of an invoice
 * @param userId whose orders; by default of all users
 * @returns the id; undefined if there is no such order
 * @throws Refusal ORDER_AMBIGUOUS, which names the candidates
 */
export async function findOrderId(
  db: Db,
  text: string,
  userId?: string,
): Promise<string | undefined> {
  let orders = db.selectFrom('orders').select(['orders.id', 'orders.number']);
  if (userId !== undefined) orders = orders.where('orders.user_id', '=', userId);
  const exact = await orders.where('id', '=', text).executeTakeFirst();
  if (exact !== undefined) return exact.id;
  if (isInvoiceNumber(text)) {
    const billed = await orders
      .innerJoin('invoices', 'invoices.order_id', 'orders.id')
      .where('invoices.number', '=', text)
      .executeTakeFirst();
    if (billed !== undefined) return billed.id;
  }
  const number = readNumber(text);
  if (number === undefined) return undefined;
  const whole = await orders.where('number', '=', number).executeTakeFirst();
  if (whole !== undefined) return whole.id;
  const parts = db
    .selectFrom('orders')
    .select('number')
    .where((eb) => eb.or([eb('number', 'like', `${number}%`), eb('number', 'like', `%${number}`)]))
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''));
  // Reads the index of the numbers alone, which is small, or the few orders of a user.
  const found = await orders
    .where('number', 'in', parts)
    .orderBy('id', 'desc')
    .limit(NAMED_MAX + 1)
    .execute();
  if (found.length > 1) {
    const numbers = found.map((order) => formatNumber(order.number)).slice(0, NAMED_MAX);
    const names = numbers.join(', ') + (found.length > NAMED_MAX ? ' …' : '');
    throw new Refusal('ORDER_AMBIGUOUS', { message: severalOrders(names) });
  }
  return found[0]?.id;
}

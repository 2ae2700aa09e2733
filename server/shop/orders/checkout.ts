/** Placing an order: everything changes in one transaction, or nothing. */
import { deliverBy } from '../../../contract/delivery.ts';
import { sumCents } from '../../../contract/money.ts';
import { Refusal } from '../../../contract/refusals.ts';
import type { Tx } from '../../platform/storage/schema.ts';
import { executeAll } from '../../platform/storage/transaction.ts';
import { findAddress } from '../addresses/store.ts';
import { emptyCart, selectPricedCart } from '../cart/store.ts';
import { takeFromStock } from '../catalogue/stock.ts';
import { stockChangeQueries } from '../catalogue/stock-history.ts';
import { numberOf } from '../codes.ts';
import { soldWith } from '../identity/sale-terms.ts';
import type { ChangeRecorder } from '../session/with-shopper.ts';
import { debitWallet, recordPayment } from '../wallet/store.ts';
import { recordOrderPlaced } from './events.ts';
import type { StoredOrder } from './lifecycle.ts';
import {
  checkAddressSelected,
  checkAllAvailable,
  checkExpectedTotal,
  checkNotEmpty,
} from './rules.ts';
import { addOrder, findOrderByKey } from './store.ts';

export interface CheckoutRequest {
  userId: string;
  addressId: string | undefined;
  idempotencyKey: string | undefined;
  /** The total that the shopper was shown. Dollars, as text. */
  expectedTotal: string | undefined;
  /** Places no order; an earlier request may have placed it. */
  onlyIfPlaced: boolean;
}

/** Handed in, so that tests decide it. */
export interface CheckoutContext {
  now: number;
  /** Until delivery; the usual number if undefined. */
  businessDays?: number | undefined;
  orderId: string;
  transactionId: string;
  recorder: ChangeRecorder;
}

export interface CheckoutResult extends StoredOrder {
  /** True if an earlier request with the same key placed the order. */
  replayed: boolean;
}

/**
 * Orders a shopper's whole cart. The checks run in the order of the wire contract.
 *
 * Exactly once: `withShopper` has locked the shopper, so the second of two concurrent requests sees what the first
 * did. The key is looked up after the lock, not with it: PostgreSQL would read it as it was before the wait. A repeated key
 * returns the first order. Without a key, the emptied cart prevents a second order.
 * @throws Refusal for everything that R9.8 to R9.10 list
 */
export async function placeOrder(
  tx: Tx,
  request: CheckoutRequest,
  context: CheckoutContext,
): Promise<CheckoutResult> {
  const { userId, idempotencyKey } = request;
  if (idempotencyKey !== undefined) {
    const first = await findOrderByKey(tx, userId, idempotencyKey);
    if (first) return replay(first, request.addressId);
  }
  if (request.onlyIfPlaced) throw new Refusal('NOTHING_ORDERED');

  const priced = await selectPricedCart(tx, userId).select(soldWith).execute();
  checkNotEmpty(priced);
  const addressId = checkAddressSelected(request.addressId);
  const address = await findAddress(tx, userId, addressId);
  if (address === undefined) throw new Refusal('ADDRESS_MISSING');
  checkExpectedTotal(priced, request.expectedTotal);
  const lines = checkAllAvailable(priced);
  const taken = await takeFromStock(tx, lines);
  const amountCents = sumCents(lines);
  const balanceAfter = await debitWallet(tx, userId, amountCents);

  const { orderId, transactionId, now, businessDays, recorder } = context;
  const { placed, queries } = addOrder(
    tx,
    {
      id: orderId,
      user_id: userId,
      address_id: addressId,
      address,
      total_cents: amountCents,
      balance_after_cents: balanceAfter,
      idempotency_key: idempotencyKey ?? null,
      placed_at: now,
      deliver_by: deliverBy(now, businessDays),
      number: numberOf(orderId),
      terms: priced[0]?.terms ?? null,
    },
    lines.map((line) => ({ ...line, taken: taken.get(line.productId) ?? 0 })),
  );
  const payment = recordPayment(tx, { userId, orderId, amountCents, transactionId, now });
  const stock = stockChangeQueries(
    tx,
    placed.items.map(({ product_id, taken }) => ({ productId: product_id, units: -taken })),
    { reason: 'order', orderId, at: now },
  );
  await executeAll(tx, [...queries, ...stock, payment, emptyCart(tx, userId)]);
  await recordOrderPlaced(recorder, placed);
  return { ...placed, replayed: false };
}

/** Another order may have the number by chance. Then everything is done again, with another id. */
export async function withUnusedNumber<T>(place: () => Promise<T>): Promise<T> {
  try {
    return await place();
  } catch (error) {
    if (!isNumberUsed(error)) throw error;
    return place();
  }
}

/** PostgreSQL names the index, SQLite the column. */
function isNumberUsed(error: unknown): boolean {
  return error instanceof Error && /unique.*orders[._]number/is.test(error.message);
}

/** @throws Refusal IDEMPOTENCY_KEY_REUSED if the key was another request's */
function replay(first: StoredOrder, addressId: string | undefined): CheckoutResult {
  if (first.order.address_id !== addressId) throw new Refusal('IDEMPOTENCY_KEY_REUSED');
  return { ...first, replayed: true };
}

/** Records what happens to orders and their documents for the receiver of webhooks, in the transaction of the change. */
import type { OrderChangedEvent } from '../../../contract/events.ts';
import { toDollars } from '../../../contract/money.ts';
import type { InvoiceRow, OrderChangeRow, Tx } from '../../platform/storage/schema.ts';
import { readIdentity } from '../identity/store.ts';
import { readDocument } from '../invoices/store.ts';
import type { ChangeRecorder } from '../session/with-shopper.ts';
import { isPublic, lastParcel, type StoredOrder } from './lifecycle.ts';
import { toOrder } from './reply.ts';
import { readOrder } from './store.ts';

/** The event has the order as it was right after it was placed. */
export async function recordOrderPlaced(
  recorder: ChangeRecorder,
  placed: StoredOrder,
): Promise<void> {
  const { placed_at, total_cents } = placed.order;
  await recorder.record(async (tx) => ({
    ...keysOf(placed, 0, placed_at),
    event: {
      type: 'order.placed',
      timestamp: toTimestamp(placed_at),
      data: { order: toOrder(placed), customer: await readCustomer(tx, placed) },
    },
  }));
  recorder.measure((meter) => meter.orderPlaced(total_cents));
}

/** @param changed the order after the change */
export async function recordOrderChanged(
  recorder: ChangeRecorder,
  changed: StoredOrder,
  change: OrderChangeRow,
): Promise<void> {
  if (!isPublic(change)) return;
  const { kind, number, made_by, amount_cents, note, made_at } = change;
  const type: OrderChangedEvent['type'] = `order.${kind}`;
  await recorder.record(async (tx) => ({
    ...keysOf(changed, number, made_at),
    event: {
      type,
      timestamp: toTimestamp(made_at),
      data: {
        ...(await readData(tx, changed)),
        change: { number, by: made_by, amount: toDollars(amount_cents), note },
      },
    },
  }));
}

/** @param now when it was issued */
export async function recordInvoiceIssued(
  recorder: ChangeRecorder,
  invoice: InvoiceRow,
  now: number,
): Promise<void> {
  await recorder.record(async (tx) => {
    const order = await readOrder(tx, invoice.order_id);
    const { buyer, ...document } = await readDocument(tx, invoice);
    return {
      ...keysOf(order, invoice.change_number, now),
      event: {
        type: 'invoice.issued',
        timestamp: toTimestamp(now),
        data: { ...(await readData(tx, order)), document },
      },
    };
  });
}

function keysOf({ order: { id, user_id } }: StoredOrder, number: number, created_at: number) {
  return { user_id, order_id: id, number, created_at };
}

async function readData(tx: Tx, stored: StoredOrder) {
  const isSent = lastParcel(stored.changes) !== undefined;
  const carriers = isSent ? (await readIdentity(tx))?.carriers : undefined;
  return { order: toOrder(stored, carriers), customer: await readCustomer(tx, stored) };
}

async function readCustomer(tx: Tx, { order: { user_id: id } }: StoredOrder) {
  const { username } = await tx
    .selectFrom('users')
    .select('username')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { id, username };
}

function toTimestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** Operators find and change the orders of all shoppers. */
import { noSuchOrder } from '../../../contract/operator-messages.ts';
import type { OrderStatus } from '../../../contract/orders.ts';
import { Refusal } from '../../../contract/refusals.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { logChange } from '../../platform/operator-log.ts';
import { quote } from '../../platform/quote.ts';
import type { OperatorServices, ShopServices } from '../../platform/services.ts';
import type { Db, OrderChangeRow, Tx } from '../../platform/storage/schema.ts';
import { type ChangeRequest, type ChangeResult, changeOrder } from '../../shop/orders/change.ts';
import { findOrderId } from '../../shop/orders/find.ts';
import type { StoredOrder } from '../../shop/orders/lifecycle.ts';
import { sumReturns } from '../../shop/orders/returns.ts';
import { type OrderId, readReturns, withDetails } from '../../shop/orders/store.ts';
import { type ChangeRecorder, withAccount } from '../../shop/session/with-shopper.ts';
import { findAccount, findAccountInUse } from '../accounts/find.ts';

/** Orders per query. */
const PAGE_SIZE = 500;

export interface AdminOrder extends StoredOrder {
  username: string;
}

export interface OrderFilter {
  status?: OrderStatus | undefined;
  exceptStatus?: OrderStatus | undefined;
  /** The earliest time at which the order was placed, in milliseconds since 1970 UTC. */
  since?: number | undefined;
  /** The first time that is too late. */
  until?: number | undefined;
  /** Orders at most. */
  limit?: number | undefined;
  /** A username, in any case. */
  customer?: string | undefined;
  ids?: readonly string[] | undefined;
  /** The order after which to go on, by its id. */
  after?: string | undefined;
  oldestFirst?: boolean | undefined;
}

/** Reads orders page by page, newest first by default. @throws OperatorError if there is no such customer */
export async function* findOrders(
  db: Db,
  { status, exceptStatus, since, until, customer, ids, ...order }: OrderFilter,
): AsyncGenerator<AdminOrder[]> {
  const userId = customer === undefined ? undefined : (await findAccount(db, customer)).id;
  const { limit = Number.POSITIVE_INFINITY, oldestFirst = false } = order;
  let left = limit;
  for (let { after } = order; left > 0; ) {
    let query = selectOrders(db)
      .orderBy('orders.id', oldestFirst ? 'asc' : 'desc')
      .limit(Math.min(left, PAGE_SIZE));
    if (ids !== undefined) query = query.where('orders.id', 'in', ids);
    if (userId !== undefined) query = query.where('user_id', '=', userId);
    if (status !== undefined) query = query.where('status', '=', status);
    if (exceptStatus !== undefined) query = query.where('status', '!=', exceptStatus);
    if (since !== undefined) query = query.where('placed_at', '>=', since);
    if (until !== undefined) query = query.where('placed_at', '<', until);
    if (after !== undefined) query = query.where('orders.id', oldestFirst ? '>' : '<', after);
    const rows = await query.execute();
    after = rows.at(-1)?.id;
    if (after === undefined) return;
    left -= rows.length;
    yield await toAdminOrders(db, rows);
  }
}

/** Leaves out cancelled orders, unless the filter has a status. */
export function findOrdersToPack(db: Db, filter: OrderFilter): AsyncGenerator<AdminOrder[]> {
  const exceptStatus = filter.status === undefined ? 'cancelled' : undefined;
  return findOrders(db, { ...filter, exceptStatus });
}

/** @param id or number @throws Refusal ORDER_MISSING, ORDER_AMBIGUOUS */
export async function findAdminOrder(db: Db, id: string): Promise<AdminOrder> {
  const rows = await selectOrders(db)
    .where('orders.id', '=', await requireOrderId(db, id))
    .execute();
  const [order] = await toAdminOrders(db, rows);
  if (order === undefined) throw orderMissing(id);
  return order;
}

/**
 * Reads an order with what was refunded and what went back to stock: of each line, and by each change.
 * @param id or number
 * @throws Refusal ORDER_MISSING, ORDER_AMBIGUOUS
 */
export async function findOrderWithReturns(db: Db, id: string) {
  const found = await findAdminOrder(db, id);
  const returns = await readReturns(db, found.order.id);
  const productAt = new Map(found.items.map(({ line, product_id }) => [line, product_id]));
  return {
    ...found,
    items: found.items.map((item) => ({ ...item, ...sumReturns(item.line, returns) })),
    changes: found.changes.map((change) => ({
      ...change,
      lines: returns
        .filter(({ number }) => number === change.number)
        .map(({ line, refunded, restocked }) => ({
          productId: productAt.get(line),
          refunded,
          restocked,
        })),
    })),
  };
}

/** @param text see `findOrderId` @throws Refusal ORDER_MISSING, ORDER_AMBIGUOUS */
export async function requireOrderId(db: Db, text: string): Promise<string> {
  const id = await findOrderId(db, text);
  if (id === undefined) throw orderMissing(text);
  return id;
}

function orderMissing(id: string): Refusal {
  return new Refusal('ORDER_MISSING', { message: noSuchOrder(quote(id)) });
}

type OperatorRequest = Pick<
  ChangeRequest,
  | 'orderId'
  | 'action'
  | 'amountCents'
  | 'lines'
  | 'restock'
  | 'tracking'
  | 'address'
  | 'note'
  | 'key'
> & {
  /** How many changes the order had when the operator decided. */
  version?: number | undefined;
};

/**
 * Changes an order as an operator.
 * @throws Refusal, see `changeOrder`, and OperatorError if the shopper was erased: nobody can spend a refund
 */
export async function changeAsOperator(
  services: ShopServices & OperatorServices,
  request: OperatorRequest,
): Promise<ChangeResult> {
  const { db } = services;
  const orderId = await requireOrderId(db, request.orderId);
  const { user_id: userId } = await db
    .selectFrom('orders')
    .select('user_id')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  return withAccount(services, userId, (tx, recorder) =>
    changeLogged(tx, services, recorder, { ...request, orderId, userId }),
  );
}

/**
 * Changes an order as an operator, with its entry in the log. Requires the shopper's lock.
 * @throws the errors of `changeAsOperator`, and OperatorError if somebody changed the order after the version; nothing has
 *   changed then
 */
export async function changeLogged(
  tx: Tx,
  services: OperatorServices,
  recorder: ChangeRecorder,
  request: OperatorRequest & { userId: string },
): Promise<ChangeResult> {
  const now = services.now();
  await findAccountInUse(tx, request.userId);
  const changed = await changeOrder(
    tx,
    { ...request, by: 'operator' },
    { now, transactionId: services.newId(), recorder },
  );
  const change = changed.changes.at(-1);
  if (!changed.isChanged || change === undefined) return changed;
  if (request.version !== undefined && change.number !== request.version + 1) {
    throw await changedMeanwhile(tx, change);
  }
  const { status, refunded_cents: refundedCents } = changed.order;
  await logChange(
    tx,
    services,
    {
      action: `order ${change.kind}`,
      subject: change.order_id,
      reference: String(change.number),
      after: { status, refundedCents },
    },
    now,
  );
  return changed;
}

async function changedMeanwhile(
  tx: Tx,
  { order_id, number }: Pick<OrderChangeRow, 'order_id' | 'number'>,
): Promise<OperatorError> {
  const [entry] = await readWho(tx, order_id, number - 1);
  const what = entry === undefined ? 'The shopper has' : `${entry.operator} has`;
  return new OperatorError(
    `${what} changed this order meanwhile. Nothing was done: look at it again, and decide anew.`,
  );
}

/** The entries of the log about an order's changes. @param number of one change; all by default */
export function readWho(db: Db, orderId: string, number?: number) {
  const entries = db
    .selectFrom('operator_log')
    .select(['operator', 'reference'])
    .where('subject', '=', orderId);
  return (
    number === undefined ? entries : entries.where('reference', '=', String(number))
  ).execute();
}

function selectOrders(db: Db) {
  return db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select(['orders.id', 'users.username']);
}

async function toAdminOrders(
  db: Db,
  rows: readonly (OrderId & { username: string })[],
): Promise<AdminOrder[]> {
  const stored = await withDetails(db, rows);
  return stored.map((details, index) => ({
    ...details,
    username: rows[index]?.username ?? '',
  }));
}

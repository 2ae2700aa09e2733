/** Orders: each that was told of is there, once, as it was told, and nobody has another one. */
import { sumCents, toCents } from '../../../contract/money.ts';
import type { CheckoutReply } from '../../../contract/orders.ts';
import type { BookedOrder } from '../history.ts';
import { type CallOf, callsOf, keyOf, orderIn, type Trace } from './trace.ts';

type Checkout = CallOf<'checkout'>;

export function findLost(trace: Trace): string[] {
  const booked = new Map(trace.books.orders.map((order) => [order.id, order]));
  const found = new Set<string>();
  for (const call of callsOf(trace, 'checkout')) {
    const told = orderIn(call);
    if (told === undefined) continue;
    const order = booked.get(told.orderId);
    const what = `order ${told.orderId} of ${call.username}, key ${call.operation.key},`;
    if (order === undefined) found.add(`${what} was acknowledged and is not there`);
    else if (order.username !== call.username || order.key !== call.operation.key) {
      found.add(`${what} belongs to ${order.username}, key ${order.key}`);
    } else if (asText(told) !== asText(replyOf(order))) {
      found.add(`${what} was told as ${asText(told)} and is ${asText(replyOf(order))}`);
    }
  }
  return [...found];
}

export function findDoubled(trace: Trace): string[] {
  const ids = new Map<string, Set<string>>();
  const add = (key: string, id: string) => {
    ids.set(key, (ids.get(key) ?? new Set()).add(id));
  };
  for (const order of trace.books.orders) if (order.key !== null) add(keyOf(order), order.id);
  for (const call of callsOf(trace, 'checkout')) {
    const told = orderIn(call);
    if (told) add(keyOf({ username: call.username, key: call.operation.key }), told.orderId);
  }
  return [...ids]
    .filter(([, orders]) => orders.size > 1)
    .map(([key, orders]) => `${key} has the orders ${[...orders].join(', ')}`);
}

/** One answer to a key is the first; all others are that one again, to the byte, and say so. */
export function findUnequalReplays(trace: Trace): string[] {
  const placed = callsOf(trace, 'checkout').filter((call) => orderIn(call) !== undefined);
  const byKey = Map.groupBy(placed, (call) =>
    keyOf({ username: call.username, key: call.operation.key }),
  );
  return [...byKey].flatMap(([key, calls]) => {
    const bodies = new Set(calls.map(({ answer }) => answer?.body));
    const firsts = calls.filter(({ answer }) => !answer?.replayed);
    const found: string[] = [];
    if (bodies.size > 1) found.push(`${key} was answered with ${[...bodies].join(' and ')}`);
    if (firsts.length > 1)
      found.push(`${key} was answered ${firsts.length} times as if it were new`);
    return found;
  });
}

export function findUnasked(trace: Trace): string[] {
  const asked = new Set(
    callsOf(trace, 'checkout').map(
      ({ username, operation }) =>
        `${keyOf({ username, key: operation.key })} ${operation.addressId}`,
    ),
  );
  return trace.books.orders
    .filter((order) => !asked.has(`${keyOf(order)} ${order.addressId}`))
    .map((order) => `order ${order.id} of ${order.username}, key ${order.key}`);
}

/** To the cent: the sum of its lines, and the total that the shopper was shown. */
export function findWrongTotals(trace: Trace): string[] {
  const wrong = trace.books.orders
    .filter(({ lines, totalCents }) => sumCents(lines) !== totalCents)
    .map(({ id, lines, totalCents }) => `order ${id}: ${totalCents}, its lines ${sumCents(lines)}`);
  for (const call of callsOf(trace, 'checkout')) {
    const told = orderIn(call);
    if (told === undefined) continue;
    const cents = sumCents(told.lines.map(({ cost, qty }) => ({ costCents: toCents(cost), qty })));
    if (cents !== toCents(told.total)) {
      wrong.push(`order ${told.orderId} was told as ${told.total}, its lines as ${cents} cents`);
    }
    if (!isAsShown(call, told)) {
      wrong.push(
        `order ${told.orderId} costs ${told.total}, but ${call.operation.expectedTotal} was shown`,
      );
    }
  }
  return wrong;
}

function isAsShown({ operation, answer }: Checkout, { total }: CheckoutReply): boolean {
  const { expectedTotal } = operation;
  return (
    expectedTotal === undefined || answer?.replayed === true || Number(expectedTotal) === total
  );
}

interface Told {
  total: number;
  balance: number;
  lines: { productId: string; qty: number; cost: number }[];
}

function replyOf({ totalCents, balanceAfterCents, lines }: BookedOrder): Told {
  return {
    total: totalCents / 100,
    balance: balanceAfterCents / 100,
    lines: lines.map(({ productId, qty, costCents }) => ({
      productId,
      qty,
      cost: costCents / 100,
    })),
  };
}

function asText({ total, balance, lines }: Told): string {
  const parts = lines.map(({ productId, qty, cost }) => `${qty} ${productId} at ${cost}`);
  return `${parts.join(', ')}: ${total}, leaving ${balance}`;
}

/** Invariants of orders: every acknowledged order exists once and unchanged, and no other order exists. */
import { sumCents, toCents } from '../../contract/money.ts';
import type { Order, OrderLine } from '../../contract/orders.ts';
import { acknowledgedOrders, callsOf, keyOf, type PairedHistory } from './calls.ts';
import type { PricedLine } from './order-state.ts';

export function findLost(history: PairedHistory): string[] {
  const stored = new Map(history.final.orders.map((order) => [order.id, order]));
  const found = acknowledgedOrders(history).flatMap(({ call, reply, key }) => {
    const order = stored.get(reply.orderId);
    const name = `order ${reply.orderId} of ${call.username}, key ${call.operation.key},`;
    if (order === undefined) return [`${name} was acknowledged and does not exist`];
    if (keyOf(order) !== key) return [`${name} belongs to ${keyOf(order)}`];
    const lines = describeLines(reply.lines.map(inCents), toCents(reply.total));
    const acknowledged = `${lines}, leaving ${toCents(reply.balance)}`;
    const kept = describeLines(order.lines, order.totalCents);
    const actual = `${kept}, leaving ${order.balanceAfterCents}`;
    return acknowledged === actual
      ? []
      : [`${name} was acknowledged as ${acknowledged}, not ${actual}`];
  });
  return [...new Set(found)];
}

/** Finds orders that a response shows with other lines or another total, or that do not exist. */
export function findWronglyShown(history: PairedHistory): string[] {
  const stored = new Map(history.final.orders.map((order) => [order.id, order]));
  const single = [...callsOf(history, 'read order'), ...callsOf(history, 'cancel order')];
  return [...single, ...callsOf(history, 'read orders')].flatMap(({ id, response }) => {
    if (response?.status !== 200) return [];
    const shown: Order[] = [JSON.parse(response.body)].flat();
    return shown.flatMap((order) => {
      const actual = stored.get(order.id);
      const text = describeLines(order.lines.map(inCents), toCents(order.total));
      if (actual && describeLines(actual.lines, actual.totalCents) === text) return [];
      return [`call ${id} shows order ${order.id} as ${text}`];
    });
  });
}

export function findDuplicates(history: PairedHistory): string[] {
  const stored = history.final.orders.filter(({ key }) => key !== null);
  const orders = [
    ...stored.map((order) => ({ key: keyOf(order), id: order.id })),
    ...acknowledgedOrders(history).map(({ key, reply }) => ({ key, id: reply.orderId })),
  ];
  return [...Map.groupBy(orders, ({ key }) => key)].flatMap(([key, same]) => {
    const ids = new Set(same.map(({ id }) => id));
    return ids.size > 1 ? [`${key} has the orders ${[...ids].join(', ')}`] : [];
  });
}

/** Finds replays that differ from the first response to their key, or that are not marked as replays. */
export function findUnequalReplays(history: PairedHistory): string[] {
  return [...Map.groupBy(acknowledgedOrders(history), ({ key }) => key)].flatMap(([key, same]) => {
    const bodies = new Set(same.map(({ call }) => call.response?.body));
    const news = same.filter(({ call }) => !call.response?.replayed);
    const found: string[] = [];
    if (bodies.size > 1) found.push(`${key} has the responses ${[...bodies].join(' and ')}`);
    if (news.length > 1) found.push(`${key} has ${news.length} responses that claim to be new`);
    return found;
  });
}

/** Finds orders whose key and address no client has sent. An erased account keeps neither. */
export function findUnrequested(history: PairedHistory): string[] {
  const requested = new Set(
    callsOf(history, 'checkout').map(
      ({ username, operation }) => `${keyOf({ username, ...operation })} ${operation.addressId}`,
    ),
  );
  const isUnrequested = (order: StoredOrder) =>
    !(order.isNameless || requested.has(`${keyOf(order)} ${order.addressId}`));
  return history.final.orders.filter(isUnrequested).map(nameOf);
}

/** Finds orders that no response acknowledged. They are no defect, because the response may be lost. */
export function findUnacknowledged(history: PairedHistory): string[] {
  const acknowledged = new Set(acknowledgedOrders(history).map(({ reply }) => reply.orderId));
  return history.final.orders.filter(({ id }) => !acknowledged.has(id)).map(nameOf);
}

/** Finds orders whose total is not the sum of their lines, or not the total that the client expected. */
export function findWrongTotals(history: PairedHistory): string[] {
  const found = history.final.orders
    .filter(({ lines, totalCents }) => sumCents(lines) !== totalCents)
    .map(({ id, lines, totalCents }) => `order ${id}: ${totalCents}, its lines ${sumCents(lines)}`);
  for (const { call, reply } of acknowledgedOrders(history)) {
    const { orderId, total, lines } = reply;
    const cents = sumCents(lines.map(inCents));
    if (cents !== toCents(total)) {
      found.push(`order ${orderId} was acknowledged as ${total}, its lines as ${cents} cents`);
    }
    const { expectedTotal } = call.operation;
    if (call.response?.replayed || expectedTotal === undefined) continue;
    if (Number(expectedTotal) !== total) {
      found.push(`order ${orderId} costs ${total}, but ${expectedTotal} was expected`);
    }
  }
  return found;
}

type StoredOrder = PairedHistory['final']['orders'][number];

function nameOf({ id, username, key }: StoredOrder): string {
  return `order ${id} of ${username}, key ${key}`;
}

export function inCents({ cost, ...line }: OrderLine) {
  return { ...line, costCents: toCents(cost) };
}

function describeLines(lines: readonly PricedLine[], totalCents: number): string {
  const parts = lines.map(({ productId, qty, costCents }) => `${qty} ${productId} at ${costCents}`);
  return `${parts.join(', ')}: ${totalCents}`;
}

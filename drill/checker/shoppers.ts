/** Checks the calls of each shopper, and what the database holds of them, for linearizability. */
import { type Call, isCall, type PairedHistory } from './calls.ts';
import { findUnexplained } from './linearizability.ts';
import {
  acknowledgedOrder,
  effectOf,
  finalRead,
  type Knowledge,
  newShopper,
  type PlacedOrder,
  storedOrder,
} from './model.ts';

/** @returns a sentence for each shopper whose history is not linearizable */
export function findNonLinearizable(history: PairedHistory): string[] {
  const { calls, final } = history;
  return [...Map.groupBy(calls, ({ username }) => username)].flatMap(([username, own]) => {
    const known = knowledgeOf(username, own, history);
    const effects = own.flatMap((call) => effectOf(call, known) ?? []);
    const user = final.users.find((each) => each.username === username);
    const orders = final.orders.filter((order) => order.username === username);
    const keys = new Set(orders.flatMap(({ key }) => key ?? []));
    if (user) effects.push(finalRead(user, [...keys]));
    const unexplained = findUnexplained(newShopper, effects);
    return unexplained ? [`${username}: nothing explains ${unexplained.name}`] : [];
  });
}

function knowledgeOf(username: string, own: readonly Call[], { final }: PairedHistory): Knowledge {
  const orders = new Map<string, PlacedOrder>();
  const keysByOrderId = new Map<string, string>();
  const addressesById = new Map<string, string>();
  const add = (key: string, orderId: string, order: PlacedOrder) => {
    if (!orders.has(key)) orders.set(key, order);
    keysByOrderId.set(orderId, key);
  };
  for (const user of final.users) {
    if (user.username !== username) continue;
    for (const { id, address } of user.addresses) addressesById.set(id, address);
  }
  // The database comes first: responses count only for orders that it lacks.
  for (const order of final.orders) {
    if (order.username !== username || order.key === null || orders.has(order.key)) continue;
    add(order.key, order.id, storedOrder(order));
  }
  for (const call of own) {
    if (call.response?.status !== 200) continue;
    if (isCall(call, 'checkout')) {
      const reply = JSON.parse(call.response.body);
      add(call.operation.key, reply.orderId, acknowledgedOrder(reply));
    } else if (call.operation.type.endsWith('address') || isCall(call, 'read addresses')) {
      for (const { _id, address } of JSON.parse(call.response.body))
        addressesById.set(_id, address);
    }
  }
  return { orders, keysByOrderId, addressesById };
}

/** Checks the calls of each shopper, and the shopper's rows in the database, for linearizability. */
import { toCents } from '../../contract/money.ts';
import { type Call, isCall, type PairedHistory } from './calls.ts';
import { findUnexplained } from './linearizability.ts';
import { effectOf } from './model.ts';
import { cartOf, finalRead, type Knowledge, newShopper } from './shopper-state.ts';

/** @returns a sentence for each shopper whose history is not linearizable */
export function findNonLinearizable(history: PairedHistory): string[] {
  const { calls, final } = history;
  return [...Map.groupBy(calls, ({ username }) => username)].flatMap(([username, own]) => {
    const user = final.users.find((each) => each.username === username);
    const orders = final.orders.filter((order) => order.username === username);
    const known = knowledgeOf(own, orders, user?.addresses ?? []);
    const effects = own.flatMap((call) => effectOf(call, known) ?? []);
    if (user) effects.push(finalRead(user, orders));
    const unexplained = findUnexplained(newShopper, effects);
    return unexplained ? [`${username}: nothing explains ${unexplained.name}`] : [];
  });
}

function knowledgeOf(
  calls: readonly Call[],
  stored: PairedHistory['final']['orders'],
  addresses: readonly { id: string; address: string }[],
): Knowledge {
  const orders: Knowledge['orders'] = new Map();
  const addressesById = new Map(addresses.map(({ id, address }) => [id, address]));
  // The database comes first, so responses count only for orders that it lacks.
  for (const { id, key, lines, totalCents, balanceAfterCents } of stored) {
    if (key === null || orders.has(key)) continue;
    orders.set(key, { id, cart: cartOf(lines), totalCents, balanceAfterCents });
  }
  for (const call of calls) {
    if (call.response?.status !== 200) continue;
    const body = JSON.parse(call.response.body);
    if (isCall(call, 'checkout')) {
      const [totalCents, balanceAfterCents] = [toCents(body.total), toCents(body.balance)];
      const { key } = call.operation;
      const order = { id: body.orderId, cart: cartOf(body.lines), totalCents, balanceAfterCents };
      if (!orders.has(key)) orders.set(key, order);
    } else if (call.operation.type.endsWith('address') || isCall(call, 'read addresses')) {
      for (const { _id, address } of body) addressesById.set(_id, address);
    }
  }
  return { orders, addressesById };
}

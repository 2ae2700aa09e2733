/** Checks the calls of each shopper, and the shopper's rows in the database, for linearizability. */
import { toCents } from '../../contract/money.ts';
import type { CheckoutReply } from '../../contract/orders.ts';
import { type Call, isCall, type PairedHistory, shownAddresses } from './calls.ts';
import { findUnexplained } from './linearizability.ts';
import { effectOf } from './model.ts';
import { inCents } from './orders.ts';
import { finalRead, type Knowledge, newShopper, type PlacedOrder } from './shopper-state.ts';

/** @returns a sentence for each shopper whose history is not linearizable */
export function findNonLinearizable(history: PairedHistory): string[] {
  const { calls, final, products } = history;
  const uncounted = new Set(products.flatMap(({ id, stock }) => (stock === null ? id : [])));
  return [...Map.groupBy(calls, ({ username }) => username)].flatMap(([username, own]) => {
    const user = final.users.find((each) => each.username === username);
    const orders = final.orders.filter((order) => order.username === username);
    const known = { ...knowledgeOf(own, orders, user?.addresses ?? []), uncounted };
    const effects = own.flatMap((call) => effectOf(call, known) ?? []);
    if (user) effects.push(finalRead(user, orders));
    const unexplained = findUnexplained(newShopper, effects);
    return unexplained ? [`${username}: nothing explains ${unexplained.name}`] : [];
  });
}

type FinalOrder = PairedHistory['final']['orders'][number];

function knowledgeOf(
  calls: readonly Call[],
  stored: readonly FinalOrder[],
  addresses: readonly { id: string; address: string }[],
): Omit<Knowledge, 'uncounted'> {
  const orders: Knowledge['orders'] = new Map();
  const addressesById = new Map(addresses.map(({ id, address }) => [id, address]));
  // The database comes first, so responses count only for orders that it lacks.
  const placed = stored.map((order) => ({ ...order, address: selectedAddress(order) }));
  for (const order of placed) {
    if (order.key !== null && !orders.has(order.key)) orders.set(order.key, order);
  }
  for (const call of calls)
    for (const [id, text] of shownAddresses(call)) addressesById.set(id, text);
  for (const call of calls) {
    if (call.response?.status !== 200) continue;
    const body = JSON.parse(call.response.body);
    if (isCall(call, 'checkout')) {
      const { key, addressId } = call.operation;
      const address = addressesById.get(addressId) ?? '';
      if (!orders.has(key)) orders.set(key, acknowledged(body, address));
    }
  }
  const unnamed = placed.filter(({ key }) => key === null);
  const all = [...orders.values(), ...placed];
  return { orders, unnamed, ordersById: new Map(all.map((one) => [one.id, one])), addressesById };
}

/** The address of an order before it was mended. */
function selectedAddress({ address, changes }: FinalOrder): string {
  return changes.find((change) => change.address !== null)?.address ?? address;
}

function acknowledged(
  { orderId, total, balance, lines }: CheckoutReply,
  address: string,
): PlacedOrder {
  const [totalCents, balanceAfterCents] = [toCents(total), toCents(balance)];
  return { id: orderId, address, totalCents, balanceAfterCents, lines: lines.map(inCents) };
}

/** Invariants of products: prices were valid when they were charged or shown, and no unit is sold twice. */
import type { Product as ListedProduct } from '../../contract/catalogue.ts';
import { toCents } from '../../contract/money.ts';
import { callsOf, type Interval, keyOf, type PairedHistory } from './calls.ts';

/** A price of a product, from one change by the operator to the next. */
interface Offer extends Interval {
  /** Undefined while the product isn't on sale. */
  costCents: number | undefined;
}

type Offers = ReadonlyMap<string, readonly Offer[]>;
type Prices = readonly { id: string; costCents: number | undefined }[];

/** Orders whose lines never had all these prices at one moment of the checkout. */
export function findWrongPrices(history: PairedHistory): string[] {
  const offers = offersOf(history);
  const intervals = checkoutIntervals(history);
  return history.final.orders.flatMap((order) => {
    const interval = intervals.get(keyOf(order));
    const prices = order.lines.map(({ productId, costCents }) => ({ id: productId, costCents }));
    // Without a checkout, the order is unrequested, which is an invariant of its own.
    if (interval === undefined || wereValid(prices, offers, interval)) return [];
    const lines = prices.map(({ id, costCents }) => `${id} at ${costCents}`);
    return [`order ${order.id}, from ${interval.from} to ${interval.to}: ${lines.join(', ')}`];
  });
}

/**
 * Lists of products that were not true at any moment of the call. Not checked on PostgreSQL, where a server
 * learns of a change some milliseconds later.
 */
export function findStaleLists(history: PairedHistory): string[] {
  if (history.engine === 'postgres') return [];
  const offers = offersOf(history);
  return callsOf(history, 'read products').flatMap(({ id, username, response, from, to }) => {
    if (response?.status !== 200) return [];
    const listed: ListedProduct[] = JSON.parse(response.body);
    const costs = new Map(listed.map(({ _id, cost }) => [_id, toCents(cost)]));
    const prices = history.products.map(({ id }) => ({ id, costCents: costs.get(id) }));
    if (wereValid(prices, offers, { from, to })) return [];
    return [`call ${id} of ${username}: ${response.body}`];
  });
}

/** Stock is what was there and was added, less what was sold, and is never negative. */
export function findWrongStock({ products, changes, final }: PairedHistory): string[] {
  const found = changes
    .filter(({ stock }) => stock !== undefined && stock.before < 0)
    .map(({ productId, stock }) => `${productId} was at ${stock?.before}`);
  for (const { id, stock } of products) {
    const left = final.stock[id] ?? null;
    let [added, sold] = [0, 0];
    for (const change of changes) {
      if (change.productId === id && change.stock)
        added += change.stock.after - change.stock.before;
    }
    for (const line of final.orders.flatMap(({ lines }) => lines)) {
      if (line.productId === id) sold += line.qty;
    }
    const expected = stock === null ? null : stock + added - sold;
    if (left !== expected || (left ?? 0) < 0) {
      found.push(`${id}: ${stock} at the start, ${added} added, ${sold} sold, and ${left} left`);
    }
  }
  return found;
}

/**
 * By key: from the first request to the first acknowledgement, or without one to the death of the last server
 * that got the key.
 */
function checkoutIntervals(history: PairedHistory): Map<string, Interval> {
  const byKey = Map.groupBy(callsOf(history, 'checkout'), ({ username, operation }) =>
    keyOf({ username, ...operation }),
  );
  return new Map(
    [...byKey].map(([key, calls]) => {
      const from = Math.min(...calls.map((call) => call.from));
      const ends = calls.filter(({ response }) => response?.status === 200).map(({ to }) => to);
      const to = ends.length > 0 ? Math.min(...ends) : Math.max(...calls.map((call) => call.to));
      return [key, { from, to }];
    }),
  );
}

/** During a change, both the old and the new price are valid. */
function offersOf({ products, changes }: PairedHistory): Offers {
  return new Map(
    products.map(({ id, costCents }) => {
      let last: Offer = { costCents, from: 0, to: Infinity };
      const offers = [last];
      let cost = costCents;
      let isOnSale = true;
      for (const change of changes) {
        if (change.productId !== id) continue;
        cost = change.costCents ?? cost;
        isOnSale = change.onSale ?? isOnSale;
        last.to = change.to;
        last = { costCents: isOnSale ? cost : undefined, from: change.from, to: Infinity };
        offers.push(last);
      }
      return [id, offers];
    }),
  );
}

/** Whether at one moment of the interval all products had these prices. */
function wereValid(prices: Prices, offers: Offers, { from, to }: Interval): boolean {
  let possible: Interval[] = [{ from, to }];
  for (const { id, costCents } of prices) {
    const valid = (offers.get(id) ?? []).filter((offer) => offer.costCents === costCents);
    possible = possible.flatMap((one) =>
      valid
        .map((other) => ({ from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) }))
        .filter((overlap) => overlap.from <= overlap.to),
    );
  }
  return possible.length > 0;
}

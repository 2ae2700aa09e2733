/** Invariants of products: prices are valid when they are charged or shown, and no unit is sold twice. */
import type { Product as ListedProduct } from '../../contract/catalogue.ts';
import { toCents } from '../../contract/money.ts';
import { callsOf, type Interval, keyOf, type PairedHistory } from './calls.ts';

/** `costCents` is undefined while the product is not on sale. */
type Price = { id: string; costCents: number | undefined };

/** Finds orders whose prices were not all valid at any one moment of the checkout. */
export function findWrongPrices(history: PairedHistory): string[] {
  const offers = offersOf(history);
  const checkouts = Map.groupBy(callsOf(history, 'checkout'), ({ username, operation }) =>
    keyOf({ username, ...operation }),
  );
  return history.final.orders.flatMap((order) => {
    const calls = checkouts.get(keyOf(order));
    // Another invariant finds orders without a checkout.
    if (calls === undefined) return [];
    // The interval ends with the first acknowledgement, or else with the death of the last server that got the key.
    const from = Math.min(...calls.map((call) => call.from));
    const ends = calls.filter(({ response }) => response?.status === 200).map(({ to }) => to);
    const to = ends.length > 0 ? Math.min(...ends) : Math.max(...calls.map((call) => call.to));
    const prices = order.lines.map(({ productId, costCents }) => ({ id: productId, costCents }));
    if (wereValid(prices, offers, { from, to })) return [];
    const lines = prices.map(({ id, costCents }) => `${id} at ${costCents}`);
    return [`order ${order.id}, from ${from} to ${to}: ${lines.join(', ')}`];
  });
}

/**
 * Finds lists of products that were not correct at any moment of the call. PostgreSQL is not checked, because a
 * server there sees a change later.
 */
export function findStaleLists(history: PairedHistory): string[] {
  if (history.engine === 'postgres') return [];
  const offers = offersOf(history);
  return callsOf(history, 'read products').flatMap(({ id, username, response, ...interval }) => {
    if (response?.status !== 200) return [];
    const listed: ListedProduct[] = JSON.parse(response.body);
    const costs = new Map(listed.map(({ _id, cost }) => [_id, toCents(cost)]));
    const prices = history.products.map((product) => ({
      ...product,
      costCents: costs.get(product.id),
    }));
    return wereValid(prices, offers, interval)
      ? []
      : [`call ${id} of ${username}: ${response.body}`];
  });
}

/** Finds stock that is negative, or not the initial stock plus additions less the units sold and not cancelled. */
export function findWrongStock({ products, changes, final }: PairedHistory): string[] {
  const found = changes
    .filter(({ stock }) => stock !== undefined && stock.before < 0)
    .map(({ productId, stock }) => `${productId} was at ${stock?.before}`);
  const sales = final.orders.filter(({ status }) => status !== 'cancelled');
  const lines = sales.flatMap((order) => order.lines);
  for (const { id, stock } of products) {
    const left = final.stock[id] ?? null;
    const isIts = ({ productId }: { productId: string }) => productId === id;
    const sold = lines.filter(isIts).reduce((sum, { qty }) => sum + qty, 0);
    const added = changes
      .filter(isIts)
      .reduce(
        (sum, change) => sum + (change.stock ? change.stock.after - change.stock.before : 0),
        0,
      );
    if (left !== (stock === null ? null : stock + added - sold) || (left ?? 0) < 0) {
      found.push(`${id}: ${stock} at the start, ${added} added, ${sold} sold, and ${left} left`);
    }
  }
  return found;
}

/** The prices of each product. Each is valid from the operator's change to the end of the next one. */
function offersOf({ products, changes }: PairedHistory): Map<string, (Price & Interval)[]> {
  const offers = new Map(products.map(({ id, costCents }) => [id, [offer(id, costCents, 0)]]));
  const costs = new Map(products.map(({ id, costCents }) => [id, costCents]));
  const offSale = new Set<string>();
  for (const { productId, costCents, onSale, from, to } of changes) {
    if (costCents !== undefined) costs.set(productId, costCents);
    if (onSale === false) offSale.add(productId);
    if (onSale === true) offSale.delete(productId);
    const own = offers.get(productId) ?? [];
    const last = own.at(-1);
    if (last) last.to = to;
    own.push(offer(productId, offSale.has(productId) ? undefined : costs.get(productId), from));
  }
  return offers;
}

function offer(id: string, costCents: number | undefined, from: number): Price & Interval {
  return { id, costCents, from, to: Number.POSITIVE_INFINITY };
}

/** Whether all products had these prices at some moment of the interval. */
function wereValid(
  prices: readonly Price[],
  offers: ReadonlyMap<string, readonly (Price & Interval)[]>,
  { from, to }: Interval,
): boolean {
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

/** Invariants of products: prices are valid when they are charged or shown, and no unit is sold twice. */
import type { Product as ListedProduct } from '../../contract/catalogue.ts';
import { toCents } from '../../contract/money.ts';
import type { Change } from '../history.ts';
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

/**
 * Finds stock that is negative, or not the initial stock with what files changed, less the units sold, plus those of
 * cancelled orders and those that refunds put back.
 */
export function findWrongStock({ products, final }: PairedHistory): string[] {
  const sold = new Map<string, number>();
  const add = (id: string, units: number) => sold.set(id, (sold.get(id) ?? 0) + units);
  for (const { status, lines, changes } of final.orders) {
    if (status !== 'cancelled') for (const { productId, qty } of lines) add(productId, qty);
    for (const [id, , restocked] of changes.flatMap(({ returns }) => returns)) add(id, -restocked);
  }
  const byFiles = Map.groupBy(final.stockChanges.filter(isByFile), ({ productId }) => productId);
  return products.flatMap(({ id, stock }) => {
    const left = final.stock[id] ?? null;
    const files = (byFiles.get(id) ?? []).reduce((sum, { units }) => sum + units, 0);
    const expected = stock === null ? null : files - (sold.get(id) ?? 0);
    if (left === expected && (left ?? 0) >= 0) return [];
    return [
      `${id}: ${files} by files, ${sold.get(id) ?? 0} sold and not returned, and ${left} left`,
    ];
  });
}

type StockChange = PairedHistory['final']['stockChanges'][number];

function isByFile({ reason }: StockChange): boolean {
  return reason === 'import' || reason === 'update';
}

/**
 * Finds files that changed a stock by something else than they say of the stock at that moment, or not once. The first
 * file adds the product.
 */
export function findWrongFiles({ products, changes, final }: PairedHistory): string[] {
  const histories = Map.groupBy(final.stockChanges, ({ productId }) => productId);
  return products.flatMap(({ id, stock }) => {
    if (stock === null) return [];
    const files = changes.filter(({ productId }) => productId === id);
    const queue = [{ stock, to: 0 }, ...files.filter(({ onSale }) => onSale === undefined)];
    let now = 0;
    // The stock at each moment since the last file that changed it.
    let moments = new Set([now]);
    for (const change of histories.get(id) ?? []) {
      if (isByFile(change)) {
        let file = queue.shift();
        while (file && unitsOf(file, now) !== change.units && isIdle(file, moments)) {
          file = queue.shift();
        }
        if (!file || unitsOf(file, now) !== change.units) {
          return [`${id}: ${change.units} units at a stock of ${now}, by ${JSON.stringify(file)}`];
        }
        moments = new Set();
      }
      now += change.units;
      moments.add(now);
    }
    const missing = queue.find((file) => Number.isFinite(file.to) && !isIdle(file, moments));
    return missing ? [`${id}: nothing was changed by ${JSON.stringify(missing)}`] : [];
  });
}

type StockFile = Pick<Change, 'stock' | 'stockSeen' | 'stockChange'>;

/** The units that a file adds to a stock. */
function unitsOf({ stock, stockSeen, stockChange = 0 }: StockFile, now: number): number {
  const set = stock === undefined ? now : stockSeen === undefined ? stock : now + stock - stockSeen;
  return Math.max(0, set + stockChange) - now;
}

/** Whether a file may have changed nothing. */
function isIdle(file: StockFile, moments: ReadonlySet<number>): boolean {
  return [...moments].some((now) => unitsOf(file, now) === 0);
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

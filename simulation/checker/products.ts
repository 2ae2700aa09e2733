/** Invariants of products: prices are valid when they are charged or shown, and no unit is sold twice. */
import type { Product as ListedProduct } from '../../contract/catalogue.ts';
import { toCents } from '../../contract/money.ts';
import type { Change, SaleTerms } from '../history.ts';
import { callsOf, type Interval, keyOf, type PairedHistory } from './calls.ts';
import { cancelledUnits } from './order-state.ts';

/** What is valid at a time. `costCents` is undefined while the product is not on sale. */
type Offer = Interval & { costCents: number | undefined; tax: string | undefined };
type Line = { id: string; isRight(offer: Offer): boolean };

/** Finds orders whose prices, rates of tax and seller were not all valid at any one moment of the checkout. */
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
    const isValid = termsOf(history).some(
      ({ terms, ...valid }) =>
        isSoldBy(order, terms) &&
        wereValid(linesOf(order, terms), offers, overlap(valid, { from, to })),
    );
    if (isValid) return [];
    const { id, lines, terms } = order;
    return [`order ${id}, from ${from} to ${to}: ${JSON.stringify({ lines, terms })}`];
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
    const lines = history.products.map(({ id }) => ({
      id,
      isRight: ({ costCents }: Offer) => costCents === costs.get(id),
    }));
    return wereValid(lines, offers, interval)
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
    for (const { productId, qty } of status === 'cancelled' ? [] : lines) {
      add(productId, qty - cancelledUnits(changes, productId));
    }
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

type StoredOrder = PairedHistory['final']['orders'][number];

/** Whether an order has what the identity says of the seller. */
function isSoldBy({ terms }: StoredOrder, sale: SaleTerms): boolean {
  if (sale === null || terms === undefined) return (sale === null) === (terms === undefined);
  const { name, taxName, timeZone } = sale;
  return terms.seller === name && terms.taxName === taxName && terms.timeZone === timeZone;
}

function linesOf({ lines }: StoredOrder, terms: SaleTerms): Line[] {
  return lines.map(({ productId, costCents, taxRate }) => ({
    id: productId,
    isRight: (offer) => offer.costCents === costCents && rateOf(offer, terms) === taxRate,
  }));
}

/** Thousandths of a percent; null without an identity. */
function rateOf({ tax }: Offer, terms: SaleTerms): number | null {
  return terms && Math.round((terms.rates[tax ?? terms.usual] ?? Number.NaN) * 1_000);
}

/** What the identity said, as long as it may have been valid: until the end of the next change. */
function termsOf({ terms }: PairedHistory) {
  return terms.map((one, index) => ({ ...one, to: terms[index + 1]?.to ?? Infinity }));
}

/** The prices of each product. Each is valid from the operator's change to the end of the next one. */
function offersOf({ products, changes }: PairedHistory): Map<string, Offer[]> {
  const first = { from: 0, to: Infinity };
  const offers = new Map<string, Offer[]>(
    products.map(({ id, costCents, tax }) => [id, [{ costCents, tax, ...first }]]),
  );
  const costs = new Map(products.map(({ id, costCents }) => [id, costCents]));
  for (const { productId, costCents, onSale, tax, from, to } of changes) {
    if (costCents !== undefined) costs.set(productId, costCents);
    const own = offers.get(productId) ?? [];
    const last = own.at(-1);
    const isOnSale = onSale ?? last?.costCents !== undefined;
    if (last) last.to = to;
    own.push({
      costCents: isOnSale ? costs.get(productId) : undefined,
      tax: tax ?? last?.tax,
      ...{ from, to: Infinity },
    });
  }
  return offers;
}

/** Whether all lines were right at some moment of the interval. */
function wereValid(
  lines: readonly Line[],
  offers: ReadonlyMap<string, readonly Offer[]>,
  interval: Interval,
): boolean {
  let possible = [interval];
  for (const { id, isRight } of lines) {
    const valid = (offers.get(id) ?? []).filter(isRight);
    possible = possible.flatMap((one) => valid.map((other) => overlap(one, other)));
    possible = possible.filter(({ from, to }) => from <= to);
  }
  return possible.some(({ from, to }) => from <= to);
}

function overlap(one: Interval, other: Interval): Interval {
  return { from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) };
}

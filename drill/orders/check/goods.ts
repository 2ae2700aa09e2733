/** Goods: every price was valid when it was charged or shown, and no unit was sold twice. */
import type { Product } from '../../../contract/catalogue.ts';
import { toCents } from '../../../contract/money.ts';
import { callsOf, keyOf, type Span, type Trace } from './trace.ts';

/** What a product was, from one change of the operator's to the next. */
interface Offer extends Span {
  /** Cents; nothing while it is not on sale. */
  costCents: number | undefined;
}

type Offers = ReadonlyMap<string, readonly Offer[]>;

/** @returns orders whose lines were never all on sale at these prices while they were placed */
export function findWrongPrices(trace: Trace): string[] {
  const offers = offersOf(trace);
  const spans = checkoutSpans(trace);
  return trace.books.orders.flatMap((order) => {
    const span = spans.get(keyOf(order));
    // That nobody asked for it has its own rule.
    if (span === undefined) return [];
    const possible = order.lines.reduce(
      (moments, { productId, costCents }) =>
        intersect(
          moments,
          (offers.get(productId) ?? []).filter((offer) => offer.costCents === costCents),
        ),
      [span] as Span[],
    );
    if (possible.length > 0) return [];
    const lines = order.lines.map(({ productId, costCents }) => `${productId} at ${costCents}`);
    return [`order ${order.id}, between ${span.from} and ${span.to}: ${lines.join(', ')}`];
  });
}

/**
 * @returns lists of products that were never so while they were asked for. On PostgreSQL a server learns
 * of a change some milliseconds later, so there nothing is said of lists.
 */
export function findStaleLists(trace: Trace): string[] {
  if (trace.engine === 'postgres') return [];
  const offers = offersOf(trace);
  return callsOf(trace, 'read products').flatMap((call) => {
    if (call.answer?.status !== 200) return [];
    const listed: Product[] = JSON.parse(call.answer.body);
    const costs = new Map(listed.map(({ _id, cost }) => [_id, toCents(cost)]));
    const possible = trace.products.reduce(
      (moments, { id }) =>
        intersect(
          moments,
          (offers.get(id) ?? []).filter(({ costCents }) => costCents === costs.get(id)),
        ),
      [{ from: call.from, to: call.to }] as Span[],
    );
    return possible.length > 0
      ? []
      : [`call ${call.number} of ${call.username}: ${call.answer.body}`];
  });
}

/** @returns products of which another number is left than was there, put there, and sold */
export function findWrongStock({ products, changes, books }: Trace): string[] {
  const found = changes
    .filter(({ shelf }) => shelf !== undefined && shelf.before < 0)
    .map(({ what, shelf }) => `${what.productId} was at ${shelf?.before}`);
  for (const { id, stock } of products) {
    const left = books.stock[id] ?? null;
    const put = sum(
      changes.filter(({ what }) => what.productId === id),
      ({ shelf }) => (shelf ? shelf.after - shelf.before : 0),
    );
    const lines = books.orders.flatMap((order) => order.lines);
    const sold = sum(
      lines.filter(({ productId }) => productId === id),
      ({ qty }) => qty,
    );
    const expected = stock === null ? null : stock + put - sold;
    if (left !== expected || (left ?? 0) < 0) {
      found.push(`${id}: ${stock} at first, ${put} put there, ${sold} sold, and ${left} left`);
    }
  }
  return found;
}

/** By key: from its first request to its first answer, or to the end of the last server that had it. */
function checkoutSpans(trace: Trace): Map<string, Span> {
  const spans = new Map<string, Span>();
  const byKey = Map.groupBy(callsOf(trace, 'checkout'), ({ username, operation }) =>
    keyOf({ username, key: operation.key }),
  );
  for (const [key, calls] of byKey) {
    const answered = calls.filter(({ answer }) => answer?.status === 200);
    const ends = (answered.length > 0 ? answered : calls).map(({ to }) => to);
    const from = Math.min(...calls.map((call) => call.from));
    spans.set(key, { from, to: answered.length > 0 ? Math.min(...ends) : Math.max(...ends) });
  }
  return spans;
}

/** While a change is made, what was before and what comes after are both valid. */
function offersOf({ products, changes }: Trace): Offers {
  return new Map(
    products.map(({ id, costCents }) => {
      const offers: Offer[] = [{ costCents, from: 0, to: Infinity }];
      let cost = costCents;
      let isOnSale = true;
      for (const { what, from, to } of changes.filter((change) => change.what.productId === id)) {
        cost = what.costCents ?? cost;
        isOnSale = what.onSale ?? isOnSale;
        const last = offers.at(-1);
        if (last) last.to = to;
        offers.push({ costCents: isOnSale ? cost : undefined, from, to: Infinity });
      }
      return [id, offers];
    }),
  );
}

function intersect(spans: readonly Span[], others: readonly Span[]): Span[] {
  return spans.flatMap((span) =>
    others
      .map((other) => ({ from: Math.max(span.from, other.from), to: Math.min(span.to, other.to) }))
      .filter(({ from, to }) => from <= to),
  );
}

function sum<T>(items: readonly T[], amount: (item: T) => number): number {
  return items.reduce((total, item) => total + amount(item), 0);
}

import { useEffect, useRef, useState } from 'react';
import { sumCents } from '../../../../contract/money.ts';
import { centsOf } from '../../../api/money.ts';
import type { CartView } from '../../../cart/use-cart.ts';

/** A second press that follows faster belongs to the first one. */
const DOUBLE_PRESS_MS = 500;

export interface ChangedPrices {
  /** What one of the product did cost, in dollars, if its price has changed. */
  costs: ReadonlyMap<string, number>;
  /** What the cart would cost at those prices, in cents. */
  totalCents: number;
}

/** The prices that this visit has shown first, if they have changed since. */
export function useChangedPrices({ lines }: CartView) {
  const [first, setFirst] = useState<ReadonlyMap<string, number>>(new Map());
  const priced = lines.flatMap(({ product, qty }) => (product ? [{ ...product, qty }] : []));
  const added = priced.filter(({ _id }) => !first.has(_id));
  if (added.length > 0) {
    setFirst(new Map([...first, ...added.map(({ _id, cost }) => [_id, cost] as const)]));
  }
  const then = priced.map((line) => ({ ...line, was: first.get(line._id) ?? line.cost }));
  const changed = then.filter(({ cost, was }) => cost !== was);
  const shownAt = useRef(0);
  const prices = changed.map(({ _id, cost }) => `${_id} ${cost}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of a price is shown at another time
  useEffect(() => {
    shownAt.current = performance.now();
  }, [prices]);
  return {
    changes:
      changed.length > 0
        ? ({
            costs: new Map(changed.map(({ _id, was }) => [_id, was])),
            totalCents: sumCents(then.map(({ was, qty }) => ({ costCents: centsOf(was), qty }))),
          } satisfies ChangedPrices)
        : undefined,
    /** Whether the shopper has had no time to read them. */
    areNew: () => changed.length > 0 && performance.now() - shownAt.current < DOUBLE_PRESS_MS,
  };
}

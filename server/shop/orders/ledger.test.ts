import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderPath } from '../../../contract/paths.ts';
import { expectLedgerBalanced } from '../../operations/audit/audit.testing.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { type ReadyShopper, shoppingIn } from './shopping.testing.ts';

const shop = await openTestShop();
const { db } = shop.services;
const { cart, checkout, put, readyShopper } = shoppingIn(shop);

const product = fc.nat(2);
const action = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('put' as const), product, qty: fc.nat(99) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('price' as const),
      product,
      costCents: fc.integer({ min: 1, max: 20_000 }),
      stock: fc.option(fc.nat(120)),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('checkout' as const), key: fc.option(fc.nat(2)) }),
  },
);
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

interface SoldProduct {
  id: string;
  costCents: number;
  stock: number | null;
}

/** What the shop should say, worked out in whole cents beside it. */
class Model {
  readonly products: SoldProduct[];
  readonly cart = new Map<SoldProduct, number>();
  readonly replies = new Map<number, string>();
  balance = 500_000;

  constructor(run: number) {
    this.products = [0, 1, 2].map((n) => ({
      id: `thing-${run}-${n}`,
      costCents: 1_999,
      stock: null,
    }));
  }

  get total(): number {
    return [...this.cart].reduce((sum, [sold, qty]) => sum + sold.costCents * qty, 0);
  }

  /** Why an order is refused now, if it is. */
  get refusal(): string | undefined {
    if (this.cart.size === 0) return 'Cart is empty';
    for (const [{ id, stock }, qty] of this.cart) {
      if (stock === 0) return `${id} is out of stock`;
      if (stock !== null && stock < qty) return `Only ${stock} of ${id} left`;
    }
    return this.total > this.balance ? 'Not have enough balance' : undefined;
  }

  order(): void {
    this.balance -= this.total;
    for (const [sold, qty] of this.cart) if (sold.stock !== null) sold.stock -= qty;
    this.cart.clear();
  }
}

const soldOut = (product: number): Action => ({ do: 'price', product, costCents: 1, stock: 0 });
const putOne = (product: number): Action => ({ do: 'put', product, qty: 1 });
let runs = 0;

test('with any sequence of prices, quantities and orders, totals are exact and the ledger balances', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 25 }), async (actions) => {
      const model = new Model(++runs);
      for (const sold of model.products) await shop.sell(sold);
      const shopper = await readyShopper({});
      for (const next of actions) await perform(next, model, shopper);
      expect(await cart(shopper)).toEqual(
        [...model.cart].map(([{ id }, qty]) => ({ productId: id, qty })),
      );
      await expectLedgerBalanced(db);
    }),
    {
      numRuns: 25,
      // The first line of the cart is named, not the first id.
      examples: [[[soldOut(2), soldOut(1), putOne(2), putOne(1), { do: 'checkout', key: null }]]],
    },
  );
});

async function perform(next: Action, model: Model, shopper: ReadyShopper): Promise<void> {
  if (next.do === 'checkout') return performCheckout(next.key, model, shopper);
  const sold = model.products[next.product];
  if (sold === undefined) throw new Error('There are three products');
  if (next.do === 'price') {
    Object.assign(sold, { costCents: next.costCents, stock: next.stock });
    await shop.sell(sold);
  } else {
    if (next.qty === 0) model.cart.delete(sold);
    else model.cart.set(sold, next.qty);
    expect((await put(shopper, sold.id, next.qty)).statusCode).toBe(200);
  }
}

async function performCheckout(
  key: number | null,
  model: Model,
  shopper: ReadyShopper,
): Promise<void> {
  const { addressId } = shopper;
  const { total, refusal } = model;
  const reply = await checkout(shopper, {
    addressId,
    expectedTotal: (total / 100).toFixed(2),
    ...(key !== null && { key: `key-${key}` }),
  });
  const first = key === null ? undefined : model.replies.get(key);
  if (first !== undefined) {
    expect(reply.body).toBe(first);
    return;
  }
  if (refusal !== undefined) {
    expect(reply.json().message).toBe(refusal);
    return;
  }
  model.order();
  expect(reply.json()).toMatchObject({ total: total / 100, balance: model.balance / 100 });
  const order = await shop.call('GET', orderPath(reply.json().orderId), { as: shopper });
  expect(order.json().lines).toEqual(reply.json().lines);
  if (key !== null) model.replies.set(key, reply.body);
}

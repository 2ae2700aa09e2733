/** After any sequence of changes, stock is their sum, and never below zero. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cancelOrderPath } from '../../../contract/paths.ts';
import { readStockChanges } from '../../shop/catalogue/stock-history.ts';
import { findProductRows } from '../../shop/catalogue/store.ts';
import { type ReadyShopper, shoppingIn } from '../../shop/orders/shopping.testing.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { expectLedgerBalanced } from '../audit/audit.testing.ts';
import { type FeedRecord, feedRecord, openTestFeeds, toJsonLines } from './feeds.testing.ts';
import { importFile, updateFile } from './import.ts';
import { takeOut } from './removal.ts';

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const { checkout, readyShopper } = shoppingIn(shop);
const feeds = await openTestFeeds();

/** A simple model of one product. */
interface Model {
  /** Null if it isn't counted, undefined if the catalogue doesn't have it. */
  stock: number | null | undefined;
  orders: { shopper: ReadyShopper; orderId: string; taken: number }[];
}

interface Step {
  name: string;
  run(model: Model, id: string): Promise<void>;
}

const units = fc.integer({ min: 0, max: 12 });
const stockOrNone = fc.option(units);

/** Steps may have the same file. */
const again = { again: true };
const write = (record: FeedRecord) => feeds.write('a.jsonl', toJsonLines([record]));
const importRecord = async (id: string, fields: FeedRecord) =>
  importFile(services, await write({ ...feedRecord(id, { cost: 0.01 }), ...fields }), again);
const atLeastZero = (stock: number) => Math.max(0, stock);

const anyOrder = fc.integer({ min: 1, max: 9 }).map(
  (qty): Step => ({
    name: `order ${qty}`,
    async run(model, id) {
      if (model.stock === undefined) return;
      const shopper = await readyShopper({ [id]: qty });
      const reply = await checkout(shopper, shopper);
      const isEnough = model.stock === null || model.stock >= qty;
      expect(reply.statusCode).toBe(isEnough ? 200 : 409);
      if (!isEnough) return;
      const taken = model.stock === null ? 0 : qty;
      model.orders.push({ shopper, orderId: reply.json().orderId, taken });
      if (model.stock !== null) model.stock -= qty;
    },
  }),
);

const anyCancellation = fc.nat(5).map(
  (index): Step => ({
    name: `cancel order ${index}`,
    async run(model) {
      const order = model.orders[index];
      if (order === undefined) return;
      const { shopper, orderId } = order;
      expect((await shop.call('POST', cancelOrderPath(orderId), { as: shopper })).statusCode).toBe(
        200,
      );
      if (typeof model.stock === 'number') model.stock += order.taken;
      order.taken = 0;
    },
  }),
);

const anyImport = stockOrNone.map(
  (stock): Step => ({
    name: `import stock ${stock}`,
    async run(model, id) {
      await importRecord(id, { stock });
      model.stock = stock;
    },
  }),
);

const anyEditedExport = fc.tuple(units, units).map(
  ([stock, seen]): Step => ({
    name: `import stock ${stock} beside ${seen}`,
    async run(model, id) {
      await importRecord(id, { stock, stock_seen: seen });
      if (typeof model.stock === 'number') model.stock = atLeastZero(model.stock + stock - seen);
      else if (model.stock === undefined || stock !== seen) model.stock = stock;
    },
  }),
);

const anyStockChange = fc.integer({ min: -9, max: 9 }).map(
  (change): Step => ({
    name: `stock_change ${change}`,
    async run(model, id) {
      const { refused } = await updateFile(
        services,
        await write({ _id: id, stock_change: change }),
        again,
      );
      expect(refused).toBe(typeof model.stock !== 'number');
      if (typeof model.stock === 'number') model.stock = atLeastZero(model.stock + change);
    },
  }),
);

const anyUpdate = stockOrNone.map(
  (stock): Step => ({
    name: `update stock ${stock}`,
    async run(model, id) {
      const { refused } = await updateFile(services, await write({ _id: id, stock, cost: 0.01 }));
      expect(refused).toBe(model.stock === undefined);
      if (!refused) model.stock = stock;
    },
  }),
);

const removal = fc.constant<Step>({
  name: 'remove',
  async run(model, id) {
    await takeOut(services, new Set([id]));
    model.stock = undefined;
  },
});

const anySteps = fc.array(
  fc.oneof(
    { arbitrary: anyOrder, weight: 4 },
    { arbitrary: anyCancellation, weight: 3 },
    anyImport,
    anyEditedExport,
    anyStockChange,
    anyUpdate,
    removal,
  ),
  { minLength: 4, maxLength: 14 },
);

let runs = 0;

test('any sequence of orders, cancellations, imports, updates and changes leaves stock as the sum of its changes', async () => {
  await fc.assert(
    fc.asyncProperty(stockOrNone, anySteps, async (stock, steps) => {
      const id = `thing-${++runs}`;
      const model: Model = { stock, orders: [] };
      await importRecord(id, { stock });
      for (const step of steps) {
        await step.run(model, id);
        const [row] = await findProductRows(db, [id]);
        expect(row?.stock, step.name).toBe(model.stock);
      }
      const history = await readStockChanges(db, id);
      const sums = history.map((_, index) =>
        history.slice(0, index + 1).reduce((sum, change) => sum + change.units, 0),
      );
      expect(sums.at(-1) ?? 0).toBe(model.stock ?? 0);
      expect(Math.min(0, ...sums)).toBe(0);
    }),
    { numRuns: 40 },
  );
  await expectLedgerBalanced(db);
});

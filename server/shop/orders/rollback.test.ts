import { describe, expect, test } from 'vitest';
import { expectLedgerBalanced } from '../../operations/audit/audit.testing.ts';
import type { Schema } from '../../platform/storage/schema.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { ChangeRecorder } from '../session/with-shopper.ts';
import { placeOrder } from './checkout.ts';
import { shoppingIn } from './shopping.testing.ts';

const shop = await openTestShop();
const { db, newId, now } = shop.services;
const { readyShopper } = shoppingIn(shop);
await shop.sell({ id: 'pen', stock: 50 });

const tables: (keyof Schema)[] = [
  'products',
  'cart_items',
  'addresses',
  'wallets',
  'orders',
  'order_items',
  'ledger_entries',
];

async function everything(): Promise<unknown[]> {
  return Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
}

async function place(ids: { orderId: string; transactionId: string }) {
  const { userId, addressId } = await readyShopper({ pen: 2 });
  const before = await everything();
  const request = {
    userId,
    addressId,
    idempotencyKey: 'a-key',
    expectedTotal: undefined,
    onlyIfPlaced: false,
  };
  const placing = db.transaction().execute((tx) => {
    const recorder = new ChangeRecorder(shop.services, tx);
    return placeOrder(tx, request, { ...ids, now: now(), recorder });
  });
  return { placing, before };
}

describe('design, an order: all or nothing', () => {
  test.each(['orderId', 'transactionId'] as const)(
    'when a step at the end fails (a %s that exists), nothing at all has changed',
    async (id) => {
      const ids = { orderId: newId(), transactionId: newId() };
      await (await place(ids)).placing;

      const { placing, before } = await place({
        orderId: newId(),
        transactionId: newId(),
        [id]: ids[id],
      });
      await expect(placing).rejects.toThrow(/UNIQUE constraint failed|violates unique constraint/);
      expect(await everything()).toEqual(before);
      await expectLedgerBalanced(db);
    },
  );
});

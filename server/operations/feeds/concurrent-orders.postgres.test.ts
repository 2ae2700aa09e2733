import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { SerializationFailure } from '../../platform/storage/errors.ts';
import { openStorage } from '../../platform/storage/open.ts';
import { transact } from '../../platform/storage/transaction.ts';
import { takeFromStock } from '../../shop/catalogue/stock.ts';
import { findProductRows } from '../../shop/catalogue/store.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { feedRecord, openTestFeeds, toJsonLines } from './feeds.testing.ts';
import { importFile } from './import.ts';

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const feeds = await openTestFeeds();

test('an import without stock keeps the stock of an order that commits while it writes', async () => {
  await importFile(services, await feeds.write('a.jsonl', toJsonLines([feedRecord('lamp')])));
  const order = await db.startTransaction().execute();
  await order.updateTable('products').set({ stock: 6 }).where('id', '=', 'lamp').execute();
  const record = feedRecord('lamp', { name: 'Lamp', stock: undefined });
  const importing = importFile(services, await feeds.write('a.jsonl', toJsonLines([record])));
  // Wait until the import has read the product and waits for the order's lock.
  await vi.waitUntil(async () => (await countWaiting()) > 0, { timeout: 20_000, interval: 10 });
  await order.commit().execute();
  expect(await importing).toMatchObject({ updated: 1 });
  expect(await findProductRows(db, ['lamp'])).toMatchObject([{ name: 'Lamp', stock: 6 }]);
});

test('a lock that is held for long fails a shopper soon, and an import waits for it', async () => {
  await importFile(services, await feeds.write('a.jsonl', toJsonLines([feedRecord('rug')])));
  const { options } = shop.database;
  const hasty = await openStorage({ ...options, exclusive: false, lockTimeoutMs: 100 });
  onTestFinished(() => hasty.close());
  const holder = await db.startTransaction().execute();
  await holder.updateTable('products').set({ cost_cents: 1 }).where('id', '=', 'rug').execute();

  const lines = [{ productId: 'rug', name: 'Rug', qty: 1, isCounted: true }];
  const order = transact(hasty.db, (tx) => takeFromStock(tx, lines));
  await expect(order).rejects.toMatchObject({ code: 'OVERLOADED' });

  const file = await feeds.write('a.jsonl', toJsonLines([feedRecord('rug', { cost: 2 })]));
  const importing = importFile({ ...services, db: hasty.db }, file);
  const untilWaiting = (isWaiting: boolean) =>
    vi.waitUntil(async () => (await countWaiting()) > 0 === isWaiting, {
      timeout: 20_000,
      interval: 5,
    });
  for (const isWaiting of [true, false, true]) await untilWaiting(isWaiting);
  await holder.commit().execute();
  expect(await importing).toMatchObject({ updated: 1 });
});

test('work that nobody waits for is retried after any number of deadlocks', async () => {
  let attempts = 0;
  const deadlockSeveralTimes = async () => {
    if (++attempts <= 8) throw new SerializationFailure('A deadlock');
    return attempts;
  };
  expect(await transact(db, deadlockSeveralTimes, { isPatient: true })).toBe(9);
  attempts = 0;
  await expect(transact(db, deadlockSeveralTimes)).rejects.toThrow('A deadlock');
});

async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.count ?? 0;
}

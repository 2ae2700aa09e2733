import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { findProductRows } from '../../shop/catalogue/store.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { importFile } from './import.ts';
import { feedRecord, openTestFeeds, toJsonLines } from './test-feeds.ts';

const { services } = await openTestShop();
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

async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.count ?? 0;
}

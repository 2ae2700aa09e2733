import { randomUUIDv7 } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import type { Product } from '../../../contract/catalogue.ts';
import { paths, searchPath } from '../../../contract/paths.ts';
import { buildApp } from '../../app.ts';
import { feedRecord, openTestFeeds, toJsonLines } from '../../operations/feeds/feeds.testing.ts';
import { importFile } from '../../operations/feeds/import.ts';
import { noMeter } from '../../platform/metrics/meter.ts';
import { openStorage } from '../../platform/storage/open.ts';
import { noOutbox } from '../../platform/webhooks/outbox.ts';
import { testConfig } from '../../testing/test-config.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { openVersion } from './version.ts';
import { expectWithinASecond } from './within-a-second.testing.ts';

const shop = await openTestShop();
const feeds = await openTestFeeds();

/** Another server of the same shop, with connections and memory of its own, as `start` makes one. */
async function openReplica() {
  const storage = await openStorage({ ...shop.database.options, exclusive: true });
  const version = openVersion(storage.db);
  const { db } = storage;
  const app = await buildApp({
    services: {
      db,
      now: Date.now,
      newId: () => randomUUIDv7(),
      checkDatabase: storage.check,
      catalogueVersion: version.current,
      databaseBacklog: storage.backlog,
      emptyLog: storage.emptyLog,
      outbox: noOutbox,
      meter: noMeter,
    },
    config: testConfig,
    logger: false,
  });
  onTestFinished(async () => {
    await app.close();
    await version.close();
    await storage.close();
  });
  return app;
}

const importPen = async (cost: number) =>
  importFile(
    shop.services,
    await feeds.write('a.jsonl', toJsonLines([feedRecord('pen', { name: 'Fountain Pen', cost })])),
  );

test('a price that was imported through one replica is shown by another within a second, and never charged as it was', async () => {
  await importPen(10);
  const replica = await openReplica();
  const costOf = async (path: string): Promise<number | undefined> => {
    const reply = await replica.inject(path);
    const products: Product[] = reply.json();
    return products.find(({ _id }) => _id === 'pen')?.cost;
  };
  await expect.poll(async () => (await replica.inject('/readyz')).statusCode).toBe(200);
  for (const path of [paths.products, searchPath('fountain')]) expect(await costOf(path)).toBe(10);

  const shopper = await shop.shopper();
  const headers = { authorization: `Bearer ${shopper.token}` };
  const post = (url: string, payload: object, more: Record<string, string> = {}) =>
    replica.inject({ method: 'POST', url, payload, headers: { ...headers, ...more } });
  await post(paths.cart, { productId: 'pen', qty: 1 });
  const [{ _id: addressId }] = (await post(paths.addresses, { address: '1 Long Road' })).json();

  await importPen(12.5);
  const stale = await post(paths.checkout, { addressId }, { 'expected-total': '10' });
  expect(stale.statusCode).toBe(409);
  for (const path of [paths.products, searchPath('fountain')]) {
    await expectWithinASecond(shop.services.db, () => costOf(path), 12.5);
  }
  expect((await post(paths.checkout, { addressId })).json()).toMatchObject({ total: 12.5 });
});

import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Product } from '../../../contract/catalogue.ts';
import { productsByIdsPath } from '../../../contract/paths.ts';
import { buildApp } from '../../app.ts';
import { openStorage } from '../../platform/storage/open.ts';
import { testConfig } from '../../testing/test-config.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { readVersion, writeVersion } from './store.ts';
import { openVersion } from './version.ts';
import { expectWithinASecond } from './within-a-second.testing.ts';

const shop = await openTestShop();
const { db } = shop.services;

async function openReplica() {
  const storage = await openStorage({ ...shop.database.options, exclusive: false });
  const version = openVersion(storage.db);
  onTestFinished(async () => {
    await version.close();
    await storage.close();
  });
  return version;
}

const change = (version: string) => db.transaction().execute((tx) => writeVersion(tx, version));

test('a change made by one replica is known to the other within a second', async () => {
  const version = await openReplica();
  for (const written of ['first', 'second', 'third']) {
    await change(written);
    await expectWithinASecond(db, version.current, written);
  }
});

test('a change that is rolled back is known to nobody', async () => {
  const version = await openReplica();
  await change('kept');
  await expectWithinASecond(db, version.current, 'kept');
  const undone = db.transaction().execute(async (tx) => {
    await writeVersion(tx, 'undone');
    throw new Error('undo');
  });
  await expect(undone).rejects.toThrow('undo');
  expect(await version.current()).toBe('kept');
});

test('while the version can’t be read, the last known one is served; afterwards the new one', async () => {
  const version = await openReplica();
  await change('before');
  await expectWithinASecond(db, version.current, 'before');
  await db.transaction().execute(async (tx) => {
    await writeVersion(tx, 'meanwhile');
    await sql`alter table catalogue_state rename to catalogue_state_away`.execute(tx);
  });
  const failing = openVersion(db);
  onTestFinished(failing.close);
  await expect(failing.current()).rejects.toThrow('catalogue_state');
  expect(await version.current()).toBe('before');
  await sql`alter table catalogue_state_away rename to catalogue_state`.execute(db);
  await expectWithinASecond(db, version.current, 'meanwhile');
});

test('the products of a cart are as of now, whatever the version that was polled', async () => {
  await shop.sell({ id: 'shelf', costCents: 1_000 });
  const storage = await openStorage({ ...shop.database.options, exclusive: false });
  const polled = await readVersion(db);
  const replica = await buildApp({
    services: { ...shop.services, db: storage.db, catalogueVersion: async () => polled },
    config: testConfig,
    logger: false,
  });
  onTestFinished(async () => {
    await replica.close();
    await storage.close();
  });
  const costs = async (path: string) =>
    (await replica.inject(path)).json().map(({ cost }: Product) => cost);
  expect(await costs(productsByIdsPath(['shelf']))).toEqual([10]);
  await shop.sell({ id: 'shelf', costCents: 1_250 });
  expect(await costs(productsByIdsPath(['shelf']))).toEqual([12.5]);
});

import { expect, onTestFinished, test } from 'vitest';
import { endListeners } from '../storage/postgres/listeners.testing.ts';
import { openStorage } from '../storage/storage.ts';
import { openTestShop } from '../test-shop.ts';
import { writeVersion } from './store.ts';
import { watchVersion } from './version.ts';

const shop = await openTestShop();
const { db } = shop.services;

/** As another replica has it. */
async function openReplica() {
  const storage = await openStorage({ ...shop.database.options, exclusive: true });
  const watch = watchVersion(storage);
  onTestFinished(async () => {
    await watch.close();
    await storage.close();
  });
  return { storage, watch };
}

const change = (version: string) => db.transaction().execute((tx) => writeVersion(tx, version));

test('a change made by one replica is known to the other within a second', async () => {
  const { watch } = await openReplica();
  for (const version of ['first', 'second', 'third']) {
    await change(version);
    await expect.poll(() => watch.current(), { timeout: 1_000, interval: 5 }).toBe(version);
  }
});

test('while nothing can be told, the database is asked; afterwards it is listened to again', async () => {
  const { watch } = await openReplica();
  await change('before');
  await expect.poll(() => watch.current()).toBe('before');
  await endListeners(db);
  await change('meanwhile');
  await expect.poll(() => watch.current(), { timeout: 1_000, interval: 5 }).toBe('meanwhile');
  await change('after');
  await expect.poll(() => watch.current(), { timeout: 1_000, interval: 5 }).toBe('after');
});

test('a change that was undone is told nobody', async () => {
  const { watch } = await openReplica();
  await change('kept');
  await expect.poll(() => watch.current()).toBe('kept');
  const undone = db.transaction().execute(async (tx) => {
    await writeVersion(tx, 'undone');
    throw new Error('undo');
  });
  await expect(undone).rejects.toThrow('undo');
  expect(await watch.current()).toBe('kept');
});

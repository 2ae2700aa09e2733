import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import { openStorage } from '../../platform/storage/storage.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { writeVersion } from './store.ts';
import { watchVersion } from './version.ts';

const { options, env } = await openTestDatabase();
const storage = await openStorage({ ...options, exclusive: true });
const { db } = storage;
const { DATA_DIR: folder = '' } = env;
const operator = new DatabaseSync(join(folder, 'shop.db'));
afterAll(async () => {
  operator.close();
  await storage.close();
});

/** In another process, as it were. */
function changeFromOutside(version: string): void {
  operator.prepare('update catalogue_state set version = ?').run(version);
}

test('the version is in memory until anybody writes, and a new one is known at once', async () => {
  const watch = watchVersion(storage);
  changeFromOutside('first');
  await watch.current();
  expect(watch.current()).toBe('first');

  changeFromOutside('second');
  expect(await watch.current()).toBe('second');

  await db.transaction().execute((tx) => writeVersion(tx, 'third'));
  expect(await watch.current()).toBe('third');
});

test('where the file can’t be read, no version is served', async () => {
  const closing = await openStorage({ ...options, exclusive: false });
  const watch = watchVersion(closing);
  await watch.current();
  await closing.close();
  await expect(watch.current()).rejects.toThrow();
});

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import { openStorage } from '../../platform/storage/open.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { writeVersion } from './store.ts';
import { openVersion } from './version.ts';

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

test('a new version is known at once, whoever wrote it', async () => {
  const { current } = openVersion(db);
  changeFromOutside('first');
  expect(await current()).toBe('first');
  changeFromOutside('second');
  expect(await current()).toBe('second');
  await db.transaction().execute((tx) => writeVersion(tx, 'third'));
  expect(await current()).toBe('third');
});

test('if the file can’t be read, no version is served', async () => {
  const closing = await openStorage({ ...options, exclusive: false });
  const { current } = openVersion(closing.db);
  await current();
  await closing.close();
  await expect(current()).rejects.toThrow();
});

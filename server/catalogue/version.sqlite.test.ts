import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { Search } from '../search/search.ts';
import { openStorage } from '../storage/storage.ts';
import { openTestDatabase } from '../test-database.ts';
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

/** With a shell, while the shop is open. */
function changeFromOutside(version: string): void {
  operator.prepare('update catalogue_state set version = ?').run(version);
}

test('a look that the search takes is none for requests that arrive after it in the same turn', async () => {
  const watch = watchVersion(storage);
  const search = new Search({ db, freshCatalogueVersion: watch.fresh });
  await search.refresh();
  // Neither of these leaves the turn.
  await search.refresh();
  changeFromOutside('another');
  expect(await watch.current()).toBe('another');
});

test('a version is at hand until anybody writes, and the new one is known in the next turn', async () => {
  const watch = watchVersion(storage);
  changeFromOutside('first');
  await watch.current();
  await nextTurn();
  expect(watch.current()).toBe('first');

  changeFromOutside('second');
  await nextTurn();
  expect(await watch.current()).toBe('second');

  await db.transaction().execute((tx) => writeVersion(tx, 'third'));
  await nextTurn();
  expect(await watch.current()).toBe('third');
});

test('where the file can’t be asked, nothing that was known before is handed out', async () => {
  const { db: closing, writes, close } = await openStorage({ ...options, exclusive: false });
  const watch = watchVersion({ db: closing, ...(writes && { writes }) });
  await watch.current();
  await close();
  await nextTurn();
  await expect(watch.current()).rejects.toThrow();
});

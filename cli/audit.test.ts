import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { invariantsOf } from '../server/operations/audit/audit.ts';
import { openStorage, type StorageOptions } from '../server/platform/storage/open.ts';
import { engine, openTestDatabase, openTestFolder } from '../server/testing/test-database.ts';
import { addShopper, openTestShop } from '../server/testing/test-shop.ts';
import { COMMAND_TEST_TIMEOUT_MS, runQkart } from './process.testing.ts';

const shop = await openTestShop();
await shop.sell({ id: 'pen' });
await shop.shopper();
vi.setConfig({ testTimeout: COMMAND_TEST_TIMEOUT_MS });

const audit = (env: Record<string, string>) => runQkart(['audit'], { env });

test('a valid running shop prints a line for each invariant, with exit code 0', async () => {
  const lines = invariantsOf(engine).map(({ name }) => `holds   ${name}\n`);
  expect(await audit(shop.database.env)).toEqual({
    code: 0,
    stdout: `${lines.join('')}All ${lines.length} invariants hold.\n`,
    stderr: '',
  });
});

/** Creates a database with one shopper. @param change is called with it afterwards */
async function createShop(
  change: (db: Parameters<typeof addShopper>[0]['db']) => Promise<unknown>,
): Promise<{ env: Record<string, string>; options: StorageOptions }> {
  const { env, options: database } = await openTestDatabase(onTestFinished);
  const options = 'url' in database ? database : { ...database, exclusive: false };
  const storage = await openStorage(options);
  const { newId } = shop.services;
  await addShopper({ db: storage.db, now: Date.now, newId });
  await change(storage.db);
  await storage.close();
  return { env, options };
}

test('a violated invariant prints the rows that violate it, with exit code 1', async () => {
  const { env } = await createShop((db) =>
    sql`update wallets set balance_cents = balance_cents - 1`.execute(db),
  );
  const { code, stdout, stderr } = await audit(env);
  expect(stdout.split('\n').slice(-2)).toEqual([
    'BROKEN  every wallet is its grants less its orders',
    '',
  ]);
  expect(stderr).toMatch(/^ {8}wallet of \S+: 499999 cents, of 500000 granted and 0 spent\n$/);
  expect(code).toBe(1);
});

test('a database of another schema version is refused', async () => {
  const { env } = await createShop((db) =>
    sql`insert into kysely_migration values ('900-later', '2030')`.execute(db),
  );
  const { code, stdout, stderr } = await audit(env);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(
    /^The database is of another version: it is at 900-later, and this is for 0\d\d-\S+\.\n$/,
  );
});

test('a database without a shop is refused and not changed', async () => {
  const { env, options } = await createShop((db) => sql`drop table kysely_migration`.execute(db));
  expect(await audit(env)).toEqual({
    code: 1,
    stdout: '',
    stderr: 'The database holds no shop.\n',
  });
  if ('url' in options) return;
  const empty = join(await openTestFolder(onTestFinished), 'nowhere');
  expect(await audit({ DATA_DIR: empty })).toEqual({
    code: 1,
    stdout: '',
    stderr: `There is no shop in ${empty}.\n`,
  });
  await expect(stat(empty)).rejects.toThrow('ENOENT');
});

test.runIf(engine === 'sqlite')('a damaged file is a failure with exit code 1', async () => {
  const { env, options } = await createShop(async () => {});
  const file = join('dataDir' in options ? options.dataDir : '', 'shop.db');
  const handle = await open(file, 'r+');
  const { size } = await handle.stat();
  // Damage all pages but the first, which identifies a SQLite database.
  await handle.write(Buffer.alloc(size - 4_096, 'damage '), 0, size - 4_096, 4_096);
  await handle.close();
  const { code, stdout, stderr } = await audit(env);
  expect([code, stdout]).toEqual([1, expect.not.stringContaining('All')]);
  expect(stderr).toMatch(/malformed|integrity|file is not a database/);
});

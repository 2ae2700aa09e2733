import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { invariantsOf } from '../server/operations/audit/audit.ts';
import { openStorage } from '../server/platform/storage/open.ts';
import { engine, openTestDatabase, openTestFolder } from '../server/testing/test-database.ts';
import { addShopper, openTestShop } from '../server/testing/test-shop.ts';
import { runQkart, type Settings } from './shared/process.testing.ts';

const shop = await openTestShop();
const audit = (env: Settings) => runQkart(['audit'], env);

test('a valid running shop prints a line for each invariant, with exit code 0', async () => {
  await shop.sell({ id: 'pen' });
  await shop.shopper();
  const lines = invariantsOf(engine).map(({ name }) => `holds   ${name}\n`);
  expect(await audit(shop.database.env)).toEqual({
    code: 0,
    stdout: `${lines.join('')}All ${lines.length} invariants hold.\n`,
    stderr: '',
  });
});

/** Creates a database with one shopper, and runs a statement in it. */
async function createShop(statement?: string): Promise<Settings> {
  const { env, options } = await openTestDatabase(onTestFinished);
  const { db, close } = await openStorage({ ...options, exclusive: false });
  await addShopper({ db, now: Date.now, newId: () => crypto.randomUUID() });
  if (statement) await sql.raw(statement).execute(db);
  await close();
  return env;
}

test('a violated invariant prints the rows that violate it, with exit code 1', async () => {
  const env = await createShop('update wallets set balance_cents = balance_cents - 1');
  const { code, stdout, stderr } = await audit(env);
  expect(stdout).toMatch(/\nBROKEN {2}every wallet is what it was given less its orders\n$/);
  expect(stderr).toMatch(/^ {8}wallet of \S+: 499999 cents, of 500000 given and 0 spent\n$/);
  expect(code).toBe(1);
});

test.each([
  [
    'of a newer release',
    "insert into kysely_migration values ('900-later', '2030')",
    /^The database .+ is of a newer release of the shop \(it has 900-later\): start that one, or .+\.\n$/,
  ],
  [
    'from before release 1.0',
    "update kysely_migration set name = '001-shop'",
    /^The database .+ is another program's, or of the shop before release 1\.0: set .+\.\n$/,
  ],
  [
    'of another program',
    'drop table kysely_migration',
    /^The database .+ is another program's, or of the shop before release 1\.0: set .+\.\n$/,
  ],
])('a database %s is refused', async (_what, statement, sentence) => {
  const { code, stdout, stderr } = await audit(await createShop(statement));
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(sentence);
});

test('a folder without a shop is refused and not created', async () => {
  const DATA_DIR = join(await openTestFolder(onTestFinished), 'nowhere');
  const stderr = `There is no shop in ${DATA_DIR}.\n`;
  expect(await audit({ DATA_DIR })).toEqual({ code: 1, stdout: '', stderr });
  await expect(stat(DATA_DIR)).rejects.toThrow('ENOENT');
});

test.runIf(engine === 'sqlite')('a damaged file is a failure with exit code 1', async () => {
  const env = await createShop();
  const handle = await open(join(env.DATA_DIR ?? '', 'shop.db'), 'r+');
  const { size } = await handle.stat();
  // Damage all pages but the first, which identifies a SQLite database.
  await handle.write(Buffer.alloc(size - 4_096, 'damage '), 0, size - 4_096, 4_096);
  await handle.close();
  const { code, stdout, stderr } = await audit(env);
  expect([code, stdout]).toEqual([1, expect.not.stringContaining('All')]);
  expect(stderr).toMatch(/malformed|integrity|file is not a database/);
});

import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openStorage } from '../server/platform/storage/open.ts';
import { openTestDatabase, openTestFolder } from '../server/testing/test-database.ts';
import { openTestShop } from '../server/testing/test-shop.ts';
import { runQkart } from './shared/process.testing.ts';

const shop = await openTestShop();
await shop.shopper();
const url = shop.database.env.DATABASE_URL ?? '';
const move = (from: string, to: string) => runQkart(['move', '--from', from, '--to', to]);

test('a shop moves to an empty database, but not to one with rows', async () => {
  const file = `sqlite:${join(await openTestFolder(onTestFinished), 'shop.db')}`;
  const { code, stdout, stderr } = await move(url, file);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^Moved, and the same in both:\n {2}users +1 rows\n/);
  expect(stdout).toMatch(/\n {2}wallets +\$5000\n/);

  expect(await move(url, file)).toEqual({
    code: 1,
    stdout: '',
    stderr: 'The target is not empty: it has rows in users.\nNothing was moved.\n',
  });
  const { env } = await openTestDatabase(onTestFinished);
  expect(await move(file, env.DATABASE_URL ?? '')).toMatchObject({ code: 0 });
});

test('an environment variable names a database, so that no password is in the list of processes', async () => {
  const file = `sqlite:${join(await openTestFolder(onTestFinished), 'shop.db')}`;
  const words = ['move', '--from', 'env:OLD', '--to', 'env:NEW'];
  expect(await runQkart(words, { OLD: url, NEW: file })).toMatchObject({ code: 0 });
  const unset = await runQkart(words, { OLD: url });
  expect(unset.code).toBe(2);
  expect(unset.stderr).toContain('--to: the environment variable NEW is not set.\n');
  const wrong = await runQkart(words, { OLD: 'postgres://ada:secret@', NEW: file });
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain('--from takes sqlite:');
  expect(wrong.stderr).not.toContain('secret');
});

test('a shop from before release 1.0 is refused on either side, and not changed', async () => {
  const dataDir = await openTestFolder(onTestFinished);
  const file = `sqlite:${join(dataDir, 'shop.db')}`;
  const storage = await openStorage({ dataDir, exclusive: false });
  onTestFinished(() => storage.close());
  await sql`update kysely_migration set name = '001-shop'`.execute(storage.db);
  for (const [from, to] of [
    [file, url],
    [url, file],
  ] as const) {
    expect(await move(from, to)).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^The database .*shop\.db .* before release 1\.0: .*\nNothing/),
    });
  }
  const { rows } = await sql`select name from kysely_migration`.execute(storage.db);
  expect(rows).toEqual([{ name: '001-shop' }]);
});

test('a source that does not exist is not created', async () => {
  const folder = join(await openTestFolder(onTestFinished), 'nowhere');
  expect(await move(`sqlite:${join(folder, 'shop.db')}`, url)).toEqual({
    code: 1,
    stdout: '',
    stderr: `There is no shop in ${folder}.\nNothing was moved.\n`,
  });
});

test.each([
  ['nothing', '', 'postgres://localhost/shop', '--from'],
  ['another file', 'sqlite:other.db', 'postgres://localhost/shop', '--from'],
  ['no database', 'sqlite:shop.db', 'postgres://localhost', '--to'],
])('%s is wrong usage: exit code 2', async (_what, from, to, option) => {
  const { code, stdout, stderr } = await move(from, to);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(
    `${option} takes sqlite:FOLDER/shop.db, postgres://HOST/DATABASE, or env:NAME for the variable that has it.\n\nUsage: qkart move --from <database> --to <database>\n`,
  );
});

import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase, openTestFolder } from '../server/testing/test-database.ts';
import { openTestShop } from '../server/testing/test-shop.ts';
import { runQkart } from './process.testing.ts';

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

test('a source that does not exist is not created', async () => {
  const folder = join(await openTestFolder(onTestFinished), 'nowhere');
  expect(await move(`sqlite:${join(folder, 'shop.db')}`, url)).toEqual({
    code: 1,
    stdout: '',
    stderr: `There is no shop in ${folder}.\nNothing was moved.\n`,
  });
});

test.each([
  ['another file', 'sqlite:other.db', 'postgres://localhost/shop', '--from'],
  ['no database', 'sqlite:shop.db', 'postgres://localhost', '--to'],
])('%s is wrong usage: exit code 2', async (_what, from, to, option) => {
  const { code, stdout, stderr } = await move(from, to);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(
    `${option} takes sqlite:FOLDER/shop.db or postgres://HOST/DATABASE.\n\nUsage: qkart move --from <database> --to <database>\n`,
  );
});

import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openTestDatabase, openTestFolder } from '../server/testing/test-database.ts';
import { openTestShop } from '../server/testing/test-shop.ts';
import { COMMAND_TEST_TIMEOUT_MS, runQkart } from './process.testing.ts';

const shop = await openTestShop();
await shop.shopper();
const url = shop.database.env.DATABASE_URL ?? '';
vi.setConfig({ testTimeout: COMMAND_TEST_TIMEOUT_MS });

const move = (...words: string[]) => runQkart(['move', ...words]);

test('a shop moves to an empty database, but not to one with rows', async () => {
  const to = `sqlite:${join(await openTestFolder(onTestFinished), 'shop.db')}`;
  const { code, stdout, stderr } = await move('--from', url, '--to', to);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^Moved, and the same in both:\n {2}users +1 rows\n/);
  expect(stdout).toMatch(/\n {2}wallets +\$5000\n/);

  expect(await move('--from', url, '--to', to)).toEqual({
    code: 1,
    stdout: '',
    stderr: 'The target is not empty: it has rows in users.\nNothing was moved.\n',
  });
  const { options, env } = await openTestDatabase(onTestFinished);
  expect(options).toHaveProperty('url');
  expect(await move('--from', to, '--to', env.DATABASE_URL ?? '')).toMatchObject({ code: 0 });
});

test('a source that does not exist is not created', async () => {
  const folder = await openTestFolder(onTestFinished);
  const from = `sqlite:${join(folder, 'nowhere', 'shop.db')}`;
  expect(await move('--from', from, '--to', url)).toEqual({
    code: 1,
    stdout: '',
    stderr: `There is no shop in ${join(folder, 'nowhere')}.\nNothing was moved.\n`,
  });
});

test.each([
  ['another file', ['--from', 'sqlite:other.db', '--to', 'postgres://localhost/shop'], '--from'],
  ['no database', ['--from', 'sqlite:shop.db', '--to', 'postgres://localhost'], '--to'],
])('%s is wrong usage: exit code 2', async (_what, words, option) => {
  const { code, stdout, stderr } = await move(...words);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(
    `${option} takes sqlite:FOLDER/shop.db or postgres://HOST/DATABASE.\n\nUsage: qkart move --from <database> --to <database>\n`,
  );
});

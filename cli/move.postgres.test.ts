import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openTestDatabase, openTestFolder } from '../server/test-database.ts';
import { openTestShop } from '../server/test-shop.ts';

const script = resolve(import.meta.dirname, 'move.ts');
const shop = await openTestShop();
await shop.shopper();
const url = shop.database.env.DATABASE_URL ?? '';
// Every test starts processes of its own, which takes its time where other tests run as well.
vi.setConfig({ testTimeout: 60_000 });

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

function move(...words: string[]): Promise<Outcome> {
  const { PATH, TMPDIR } = process.env;
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      [script, ...words],
      { env: { PATH, TMPDIR } },
      (_error, stdout, stderr) => done({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

test('a shop moves to a file, which is not empty any more', async () => {
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

test('a shop that is not there is not made', async () => {
  const folder = await openTestFolder(onTestFinished);
  const from = `sqlite:${join(folder, 'nowhere', 'shop.db')}`;
  expect(await move('--from', from, '--to', url)).toEqual({
    code: 1,
    stdout: '',
    stderr: `There is no shop in ${join(folder, 'nowhere')}.\nNothing was moved.\n`,
  });
});

test.each([
  ['nothing', []],
  ['no target', ['--from', 'sqlite:data/shop.db']],
  ['another file', ['--from', 'sqlite:data/other.db', '--to', 'postgres://localhost/shop']],
  ['no database', ['--from', 'sqlite:data/shop.db', '--to', 'postgres://localhost']],
  ['an unknown word', ['--from', 'sqlite:data/shop.db', '--into', 'sqlite:shop.db']],
])('%s is exit code 2, and how to use it', async (_what, words) => {
  const { code, stdout, stderr } = await move(...words);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('npm run move -- --from sqlite:data/shop.db --to postgres://');
});

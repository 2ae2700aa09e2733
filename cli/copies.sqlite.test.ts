import { readdir, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { expectLedgerBalanced } from '../server/operations/audit/audit.testing.ts';
import { openStorage } from '../server/platform/storage/open.ts';
import type { Storage } from '../server/platform/storage/storage.ts';
import { shoppingIn } from '../server/shop/orders/shopping.testing.ts';
import { runningFirst } from '../server/testing/shop-process.ts';
import { openTestFolder } from '../server/testing/test-database.ts';
import { openTestShop } from '../server/testing/test-shop.ts';
import { type Outcome, runQkart, type Settings, startQkart } from './shared/process.testing.ts';

const folder = await openTestFolder();
let names = 0;
const newPath = () => join(folder, String(++names));
const unfinishedFiles = async () =>
  (await readdir(folder)).filter((name) => name.includes('.part'));

/** Opens a shop that no server uses. */
async function withShop(dataDir: string, work: (storage: Storage) => Promise<unknown>) {
  const storage = await openStorage({ dataDir, exclusive: true });
  await work(storage).finally(storage.close);
}

/** Creates an empty shop. */
async function makeShop(): Promise<Settings> {
  const DATA_DIR = newPath();
  await withShop(DATA_DIR, async () => {});
  return { DATA_DIR };
}

test('a backup of a busy shop has every order that was acknowledged before it, and is restored', async () => {
  const shop = await openTestShop();
  const { checkout, put, readyShopper } = shoppingIn(shop);
  await shop.sell({ id: 'pen', costCents: 105 });
  const shopper = await readyShopper({});
  const buy = async (): Promise<string> => {
    await put(shopper, 'pen', 1);
    return (await checkout(shopper, { addressId: shopper.addressId })).json().orderId;
  };
  const before = [await buy(), await buy()];
  const file = newPath();
  let saved: Outcome | undefined;
  const saving = startQkart(['backup', file], shop.database.env).outcome.then((outcome) => {
    saved = outcome;
  });
  while (saved === undefined) await buy();
  await saving;
  expect(saved).toMatchObject({ code: 0, stderr: '' });
  expect(saved.stdout).toMatch(/ and checked: \d+\.\d MB, \d+ orders, in \d+\.\d s\.\n$/);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await unfinishedFiles()).toEqual([]);

  const DATA_DIR = newPath();
  expect(await runQkart(['restore', file], { DATA_DIR })).toMatchObject({ code: 0, stderr: '' });
  await withShop(DATA_DIR, async ({ db }) => {
    await expectLedgerBalanced(db);
    const orders = await db.selectFrom('orders').select('id').execute();
    expect(orders.map(({ id }) => id)).toEqual(expect.arrayContaining(before));
  });
  const { stdout } = await runQkart(['restore', file], { DATA_DIR });
  const [, replaced = ''] = /The replaced database is in (.*)\.\n$/.exec(stdout) ?? [];
  const files = ['server.lock', 'shop.db', basename(replaced)];
  expect((await readdir(DATA_DIR)).toSorted()).toEqual(files.toSorted());
  await withShop(replaced, ({ db }) => expectLedgerBalanced(db));
});

describe('a failure is one sentence and leaves no file', () => {
  test.each([
    ['a shop that does not exist', 'backup', { DATA_DIR: newPath() }, /^There is no shop in .*\.$/],
    ['a backup that does not exist', 'restore', {}, /^There is no backup .*\.$/],
    [
      'a shop on PostgreSQL, which pg_dump saves',
      'backup',
      { DATABASE_URL: 'postgres://localhost/shop' },
      /^This shop is on PostgreSQL: use pg_dump .*\.$/,
    ],
  ])('%s', async (_what, command, settings, about) => {
    const env = { ...(await makeShop()), ...settings };
    const before = await readdir(folder, { recursive: true });
    const { code, stdout, stderr } = await runQkart([command, newPath()], env);
    const [sentence, ...rest] = stderr.split('\n');
    expect(sentence).toMatch(about);
    expect(rest).toEqual([`Nothing was ${command === 'backup' ? 'saved' : 'restored'}.`, '']);
    expect([code, stdout]).toEqual([1, '']);
    expect(await readdir(folder, { recursive: true })).toEqual(before);
  });

  test.each([
    [
      'a folder that does not exist',
      'backup',
      '/nowhere/a.db',
      "can't be written: its folder does not exist.",
    ],
    [
      'a folder that is a file',
      'backup',
      `${import.meta.filename}/a`,
      "can't be written: its folder does not exist.",
    ],
    ['a folder instead of a backup', 'restore', import.meta.dirname, 'is no regular file.'],
    ['a device', 'restore', '/dev/null', 'is no regular file.'],
  ])('%s', async (_what, command, path, problem) => {
    const env = command === 'backup' ? await makeShop() : { DATA_DIR: newPath() };
    const nothing = `Nothing was ${command === 'backup' ? 'saved' : 'restored'}.\n`;
    const stderr = `${path} ${problem}\n${nothing}`;
    expect(await runQkart([command, path], env)).toEqual({ code: 1, stdout: '', stderr });
  });

  test('a restore of what is no backup makes no data folder', async () => {
    const [DATA_DIR, empty, text] = [newPath(), newPath(), newPath()];
    await writeFile(empty, '');
    await writeFile(text, 'a letter '.repeat(1_000));
    for (const [file, problem] of [
      [empty, `${empty} is empty.`],
      [text, `The database ${text} is damaged (file is not a database)`],
    ] as const) {
      const { code, stderr } = await runQkart(['restore', file], { DATA_DIR });
      expect([code, stderr]).toEqual([1, expect.stringContaining(problem)]);
      expect(await readdir(folder)).not.toContain(basename(DATA_DIR));
    }
  });

  test('a full disk', async () => {
    // The shell limits files to 64 blocks of 512 bytes, and ignores the signal that would end the process.
    const launcher = ['sh', '-c', 'trap "" XFSZ; ulimit -f 64; exec "$@"', 'sh'];
    // A compile cache would not fit, either.
    const env = { ...(await makeShop()), NODE_COMPILE_CACHE: '' };
    const { stderr } = await startQkart(['backup', newPath()], env, { launcher }).outcome;
    expect(stderr).toMatch(
      / can't be written: the disk (fails|is full).*\.\nNothing was saved\.\n$/,
    );
    expect(await unfinishedFiles()).toEqual([]);
  });

  test('Ctrl+C: exit code 130', async () => {
    const DATA_DIR = newPath();
    await withShop(DATA_DIR, ({ db }) =>
      db.transaction().execute(async (tx) => {
        for (let n = 0; n < 40; n++) {
          const rows = Array.from({ length: 500 }, (_, m) => ({
            subject: `${n}-${m}-${'x'.repeat(1_500)}`,
            counts_until: 0,
          }));
          await tx.insertInto('attempts').values(rows).execute();
        }
      }),
    );
    const file = newPath();
    // The process itself sends the signal once it has made the file: from outside, it may come too late.
    const signalling = `import fs from 'node:fs';
      import { syncBuiltinESMExports } from 'node:module';
      const { openSync } = fs;
      fs.openSync = (path, ...how) => {
        const opened = openSync(path, ...how);
        if (String(path).endsWith('.part') && how[0] === 'wx') process.kill(process.pid, 'SIGINT');
        return opened;
      };
      syncBuiltinESMExports();`;
    const child = startQkart(['backup', file], { DATA_DIR, ...runningFirst(signalling) });
    expect(await child.outcome).toEqual({ code: 130, stdout: '', stderr: 'Nothing was saved.\n' });
    expect((await readdir(folder)).filter((name) => name.startsWith(basename(file)))).toEqual([]);
  });
});

test('a backup and an export remove what killed ones have left in their folder', async () => {
  const env = await makeShop();
  const target = await openTestFolder(onTestFinished);
  const killing = runningFirst(`import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { openSync } = fs;
    const { open } = fs.promises;
    const kill = (path) => String(path).endsWith('.part') && process.kill(process.pid, 'SIGKILL');
    fs.openSync = (path, ...how) => [openSync(path, ...how), kill(path)][0];
    fs.promises.open = async (path, ...how) => [await open(path, ...how), kill(path)][0];
    syncBuiltinESMExports();`);
  const run = (settings: Settings, ...words: string[]) => startQkart(words, settings).outcome;
  const parts = async () => (await readdir(target)).filter((name) => name.includes('.part'));
  await run({ ...env, ...killing }, 'backup', join(target, 'monday.db'));
  await run({ ...env, ...killing }, 'catalogue', 'export', join(target, 'monday.csv'));
  expect(await parts()).toHaveLength(1);
  await run(env, 'catalogue', 'export', join(target, 'all.csv'));
  expect(await parts()).toEqual([]);
  await run({ ...env, ...killing }, 'catalogue', 'export', join(target, 'monday.csv'));
  expect(await parts()).toHaveLength(1);
  expect(await run(env, 'backup', join(target, 'tuesday.db'))).toMatchObject({ code: 0 });
  expect((await readdir(target)).toSorted()).toEqual(['all.csv', 'tuesday.db']);
});

describe('a disk that fails to sync a folder', () => {
  /** Lets only the n-th syncing of a folder fail. */
  const failing = (count: number) =>
    runningFirst(`import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { fsyncSync } = fs;
    let count = 0;
    fs.fsyncSync = (file) => {
      if (fs.fstatSync(file).isDirectory() && ++count === ${count}) {
        throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO', syscall: 'fsync' });
      }
      fsyncSync(file);
    };
    syncBuiltinESMExports();`);
  const run = (count: number, command: string, file: string, env: Settings) =>
    startQkart([command, file], { ...env, ...failing(count) }).outcome;

  test('after a backup is saved, or restored, does not make it undone', async () => {
    const [env, file] = [await makeShop(), newPath()];
    const saved = await run(1, 'backup', file, env);
    expect(saved).toEqual({
      code: 3,
      stdout: '',
      stderr: `${file} is saved and checked, but a power failure may undo it: ${folder} can't be synced to disk: i/o error.\n`,
    });
    const { DATA_DIR = '' } = env;
    const early = await run(1, 'restore', file, env);
    expect(early).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Nothing was restored.'),
    });
    expect(await readdir(DATA_DIR)).not.toContain('shop.db.restored');
    const moved = await run(2, 'restore', file, env);
    expect(moved).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('The old database is moved to'),
    });
    const restored = await run(2, 'restore', file, env);
    expect(restored).toMatchObject({
      code: 3,
      stderr: expect.stringContaining(`${file} is restored, but`),
    });
    await withShop(DATA_DIR, ({ db }) => expectLedgerBalanced(db));
  });
});

test('- is no backup, since a backup is checked as a whole', async () => {
  for (const command of ['backup', 'restore']) {
    const { code, stderr } = await startQkart([command, '-'], {}).outcome;
    expect([code, stderr]).toEqual([2, expect.stringContaining('it must be a file')]);
  }
});

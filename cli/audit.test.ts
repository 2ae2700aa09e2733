import { execFile } from 'node:child_process';
import { open, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { invariantsOf } from '../server/audit/audit.ts';
import { openStorage, type StorageOptions } from '../server/storage/storage.ts';
import { engine, openTestDatabase, openTestFolder } from '../server/test-database.ts';
import { addShopper, openTestShop } from '../server/test-shop.ts';

const script = resolve(import.meta.dirname, 'audit.ts');
const shop = await openTestShop();
await shop.sell({ id: 'pen' });
await shop.shopper();
// Every test starts processes of its own, which takes its time where other tests run as well.
vi.setConfig({ testTimeout: 60_000 });

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

function audit(settings: Record<string, string>, ...words: string[]): Promise<Outcome> {
  const { PATH, TMPDIR } = process.env;
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      [script, ...words],
      { env: { PATH, TMPDIR, ...settings } },
      (_error, stdout, stderr) => done({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

test('a running shop passes: a line for each invariant, and exit code 0', async () => {
  const lines = invariantsOf(engine).map(({ name }) => `holds   ${name}\n`);
  expect(await audit(shop.database.env)).toEqual({
    code: 0,
    stdout: `${lines.join('')}All ${lines.length} invariants hold.\n`,
    stderr: '',
  });
});

/** A database of its own, with a shopper, that something is done to. */
async function damagedBy(
  damage: (db: Parameters<typeof addShopper>[0]['db']) => Promise<unknown>,
): Promise<{ env: Record<string, string>; options: StorageOptions }> {
  const { env, options: place } = await openTestDatabase(onTestFinished);
  const options = 'url' in place ? place : { ...place, exclusive: false };
  const storage = await openStorage(options);
  const { newId } = shop.services;
  await addShopper({ db: storage.db, now: Date.now, newId });
  await damage(storage.db);
  await storage.close();
  return { env, options };
}

test('the first invariant that does not hold ends it: exit code 1, and what contradicts it', async () => {
  const { env } = await damagedBy((db) =>
    sql`update wallets set balance_cents = balance_cents - 1`.execute(db),
  );
  const { code, stdout, stderr } = await audit(env);
  expect(stdout.split('\n').slice(-2)).toEqual([
    'BROKEN  every wallet is what was granted less the orders',
    '',
  ]);
  expect(stderr).toMatch(/^ {8}wallet of \S+: 499999 cents, of 500000 granted and 0 spent\n$/);
  expect(code).toBe(1);
});

test('a database of another version is not looked at', async () => {
  const { env } = await damagedBy((db) =>
    sql`insert into kysely_migration values ('900-later', '2030')`.execute(db),
  );
  const { code, stdout, stderr } = await audit(env);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(
    /^The database is of another version: it is at 900-later, and this is for 00\S+\.\n$/,
  );
});

test('a database without a shop is left as it is', async () => {
  const { env, options } = await damagedBy((db) => sql`drop table kysely_migration`.execute(db));
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

test('words are exit code 2, and how to use it', async () => {
  const { code, stdout, stderr } = await audit({}, 'everything');
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('audit takes nothing else.\n\nChecks everything');
  expect(await audit({}, 'help')).toMatchObject({ code: 0, stderr: '' });
});

describe.runIf(engine === 'sqlite')('a file that is damaged', () => {
  test('is exit code 1, whatever is found first', async () => {
    const { env, options } = await damagedBy(async () => {});
    const file = join('dataDir' in options ? options.dataDir : '', 'shop.db');
    const handle = await open(file, 'r+');
    const { size } = await handle.stat();
    // All but the first page, which says that it is a database.
    await handle.write(Buffer.alloc(size - 4_096, 'damage '), 0, size - 4_096, 4_096);
    await handle.close();
    const { code, stdout, stderr } = await audit(env);
    expect([code, stdout]).toEqual([1, expect.not.stringContaining('All')]);
    expect(stderr).toMatch(/malformed|integrity|file is not a database/);
  });
});

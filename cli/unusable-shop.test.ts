/** Commands in an empty shop, in one of another version, and with a shop that is missing or can't be read. */
import { existsSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openStorage } from '../server/platform/storage/open.ts';
import { openTestDatabase, openTestFolder } from '../server/testing/test-database.ts';
import { runQkart } from './shared/process.testing.ts';

test('an empty shop has no accounts', async () => {
  const { env, options } = await openTestDatabase(onTestFinished);
  await openStorage({ ...options, exclusive: false }).then((storage) => storage.close());
  const stderr = 'There are no such accounts.\n';
  expect(await runQkart(['accounts', 'list'], env)).toEqual({ code: 0, stdout: '', stderr });
  expect(JSON.parse((await runQkart(['accounts', 'list', '--json'], env)).stdout)).toEqual([]);
});

test('a shop from before release 1.0 is refused, and not changed', async () => {
  const { env, options } = await openTestDatabase(onTestFinished);
  const storage = await openStorage({ ...options, exclusive: false });
  onTestFinished(() => storage.close());
  const migrations = sql`select name from kysely_migration`;
  await sql`update kysely_migration set name = '001-shop'`.execute(storage.db);
  for (const words of [
    ['accounts', 'list'],
    ['accounts', 'end-sessions', 'nobody'],
    ['catalogue', 'count'],
    ['catalogue', 'import', '/nowhere/a.csv'],
  ]) {
    expect(await runQkart(words, env)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^The database .*shop\.db is another program's, or of the shop before release 1\.0: set /,
      ),
    });
  }
  expect((await migrations.execute(storage.db)).rows).toEqual([{ name: '001-shop' }]);
});

test('a data folder that cannot be read is not said to have no shop', async () => {
  const folder = join(await openTestFolder(onTestFinished), 'loop');
  await symlink('loop', folder);
  for (const words of [
    ['accounts', 'list'],
    ['accounts', 'end-sessions', 'ada'],
    ['catalogue', 'import', '/nowhere/a.csv'],
  ]) {
    expect(await runQkart(words, { DATA_DIR: folder })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The data folder .*loop can't be read: .*\.\n/),
    });
  }
});

test('a shop that does not exist is not created', async () => {
  const DATA_DIR = join(await openTestFolder(onTestFinished), 'nowhere');
  for (const words of [
    ['accounts', 'list'],
    ['accounts', 'show', 'ada'],
    ['accounts', 'end-sessions', 'ada'],
    ['catalogue', 'count'],
    ['catalogue', 'update', '/nowhere/a.csv'],
  ]) {
    const { code, stderr } = await runQkart(words, { DATA_DIR });
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`There is no shop in ${DATA_DIR}.\n`),
    ]);
  }
  expect(existsSync(DATA_DIR)).toBe(false);
});

/** Commands in an empty shop, in one of another version, and with a shop that is missing or can't be read. */
import { existsSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openStorage } from '../../server/platform/storage/open.ts';
import { openTestDatabase, openTestFolder } from '../../server/testing/test-database.ts';
import { runQkart } from '../process.testing.ts';

test('an empty shop has no accounts', async () => {
  const { env, options } = await openTestDatabase(onTestFinished);
  await openStorage({ ...options, exclusive: false }).then((storage) => storage.close());
  const stderr = 'There are no such accounts.\n';
  expect(await runQkart(['accounts', 'list'], env)).toEqual({ code: 0, stdout: '', stderr });
  expect(JSON.parse((await runQkart(['accounts', 'list', '--json'], env)).stdout)).toEqual([]);
});

test('a shop of another version is refused, and not migrated', async () => {
  const { env, options } = await openTestDatabase(onTestFinished);
  const storage = await openStorage({ ...options, exclusive: false });
  onTestFinished(() => storage.close());
  const migrations = sql<{ name: string }>`select name from kysely_migration order by name desc`;
  const { rows } = await migrations.execute(storage.db);
  const last = rows[0]?.name ?? '';
  await sql`delete from kysely_migration where name = ${last}`.execute(storage.db);
  for (const words of [
    ['accounts', 'list'],
    ['accounts', 'end-sessions', 'nobody'],
    ['catalogue', 'count'],
    ['catalogue', 'import', '/nowhere/a.csv'],
  ]) {
    expect(await runQkart(words, env)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The database .*shop\.db is of another version: it is at /),
    });
  }
  expect((await migrations.execute(storage.db)).rows).toEqual(rows.slice(1));
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

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { OperatorError } from '../../platform/operator-error.ts';
import { openStorage } from '../../platform/storage/open.ts';
import { openTestFolder } from '../../testing/test-database.ts';
import { copyShop } from './backup.ts';
import { restoreShop } from './restore.ts';

const folder = await openTestFolder();
let names = 0;
const newPath = () => join(folder, String(++names));
const now = Date.UTC(2026, 10, 21);

/** Creates a shop whose catalogue has this version. */
async function makeShop(version: string): Promise<{ dataDir: string; file: string }> {
  const dataDir = newPath();
  const { db, close } = await openStorage({ dataDir, exclusive: true });
  await db.updateTable('catalogue_state').set({ version }).execute();
  await close();
  return { dataDir, file: join(dataDir, 'shop.db') };
}

async function versionIn(dataDir: string): Promise<string> {
  const { db, close } = await openStorage({ dataDir, exclusive: true });
  const state = await db.selectFrom('catalogue_state').select('version').executeTakeFirstOrThrow();
  await close();
  return state.version;
}

async function expectSentence(work: Promise<unknown>, about: RegExp): Promise<void> {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(OperatorError);
  expect(error).toHaveProperty('message', expect.stringMatching(about));
  expect(
    (await readdir(folder, { recursive: true })).filter((name) => /\.part/.test(name)),
  ).toEqual([]);
}

test('a copy is a snapshot, even if rows are written meanwhile', async () => {
  const { file } = await makeShop('old');
  const database = new DatabaseSync(file);
  onTestFinished(() => database.close());
  database.exec(`create table pairs (a text, b text);
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 30000)
    insert into pairs select hex(randomblob(200)), 0 from n`);
  const change = database.prepare('update pairs set b = b + 1 where rowid % 3000 = ?');
  let changes = 0;
  const target = newPath();
  await copyShop(file, target, {
    // Change rows all over the file between two steps. A copy without a snapshot would contain half of the changes.
    onProgress: () => change.run(changes++ % 3_000),
  });
  expect(changes).toBeGreaterThan(3);
  const copy = new DatabaseSync(target, { readOnly: true });
  onTestFinished(() => copy.close());
  expect(copy.prepare('select count(*) as rows, sum(b) as changed from pairs').get()).toEqual({
    rows: 30_000,
    changed: 0,
  });
});

test('a copy has nothing of rows that an earlier release deleted', async () => {
  const { file } = await makeShop('old');
  const database = new DatabaseSync(file);
  database.exec(`pragma secure_delete = off;
    create table notes (text);
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000)
    insert into notes select 'Kestrel Mews ' || i from n;
    delete from notes;
    pragma wal_checkpoint(truncate)`);
  database.close();
  expect(await readFile(file, 'latin1')).toContain('Kestrel Mews');
  const copy = newPath();
  await copyShop(file, copy);
  expect(await readFile(copy, 'latin1')).not.toContain('Kestrel Mews');
});

test('an existing file is not overwritten, and a missing folder is an error', async () => {
  const { file } = await makeShop('any');
  const target = newPath();
  await writeFile(target, 'a letter');
  await expectSentence(copyShop(file, target), /is there already\.$/);
  expect((await stat(target)).size).toBe(8);
  await expectSentence(
    copyShop(file, join(newPath(), 'a')),
    /\/a can't be written: its folder does not exist\.$/,
  );
});

test('a damaged shop is not copied', async () => {
  const { file } = await makeShop('any');
  const handle = await open(file, 'r+');
  await handle.write(Buffer.alloc(4_096), 0, 4_096, 5 * 4_096);
  await handle.close();
  const target = newPath();
  await expectSentence(copyShop(file, target), /shop\.db is damaged \(.*\): it was left as it is/);
  expect(existsSync(target)).toBe(false);
});

test('a restore keeps the old database with its log, away from the new one', async () => {
  const saved = await makeShop('saved');
  const backup = newPath();
  await copyShop(saved.file, backup);
  const { dataDir } = await makeShop('newer');
  // The last commit is only in the log, as after a crash.
  const { db, close } = await openStorage({ dataDir, exclusive: false });
  await db.updateTable('catalogue_state').set({ version: 'in the log' }).execute();
  const { replaced = '' } = await restoreShop(backup, dataDir, { now });
  await close().catch(() => {});
  expect((await readdir(replaced)).toSorted()).toContain('shop.db');
  expect(await versionIn(dataDir)).toBe('saved');
  expect(await versionIn(replaced)).toBe('in the log');
});

test('a restore while a server runs, or of a damaged backup, is refused and changes nothing', async () => {
  const { dataDir, file } = await makeShop('mine');
  const backup = newPath();
  await copyShop(file, backup);
  const hashOf = async () =>
    createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
  const before = await hashOf();
  const server = await openStorage({ dataDir, exclusive: true });
  await expectSentence(
    restoreShop(backup, dataDir, { now }),
    /^Another server is already running on/,
  );
  await server.close();
  await writeFile(backup, 'not a database, but a letter '.repeat(1_000));
  const damaged = /is damaged \(file is not a database\)/;
  await expectSentence(restoreShop(backup, dataDir, { now }), damaged);
  expect(await hashOf()).toBe(before);
  expect((await readdir(dataDir)).filter((name) => /restored|replaced/.test(name))).toEqual([]);
});

test('after a killed restore no server starts until another restore is complete', async () => {
  const { dataDir, file } = await makeShop('saved');
  const backup = newPath();
  await copyShop(file, backup);
  // Leave the files as if the restore was killed between its two renames.
  await rename(file, `${file}.restored`);
  for (const suffix of ['-wal', '-shm']) await rm(file + suffix, { force: true });
  await expectSentence(
    openStorage({ dataDir, exclusive: true }),
    /shop\.db is gone, but .*shop\.db\.restored is there: .*qkart restore\.$/,
  );
  expect(await restoreShop(backup, dataDir, { now })).toMatchObject({ replaced: undefined });
  expect(await versionIn(dataDir)).toBe('saved');
});

import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openTestFolder } from '../../../testing/test-database.ts';
import { OperatorError } from '../../operator-error.ts';
import { openStorage, type StorageOptions } from '../open.ts';
import type { Storage } from '../storage.ts';

async function open(options: StorageOptions): Promise<Storage> {
  const storage = await openStorage(options);
  onTestFinished(() => storage.close());
  return storage;
}

const schemaOf = async ({ db }: Storage): Promise<unknown> =>
  (await sql`select type, name, sql from sqlite_schema order by name`.execute(db)).rows;

const folder = await openTestFolder();
let folders = 0;
const newFolder = () => join(folder, `shop-${++folders}`);

/** One sentence that names the file or folder, without a stack. */
async function expectSentence(opening: Promise<unknown>, about: string): Promise<void> {
  const error: unknown = await opening.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(OperatorError);
  const { message } = error as OperatorError;
  expect(message).toContain(about);
  expect(message).toMatch(/^[A-Z][^\n]*\.$/);
}

describe('opening a data folder', () => {
  test('creates it, with its parent folders', async () => {
    const dataDir = join(newFolder(), 'deep', 'down');
    await open({ dataDir, exclusive: true });
    expect(existsSync(join(dataDir, 'shop.db'))).toBe(true);
  });

  test('migrates once: opening it again changes nothing', async () => {
    const dataDir = newFolder();
    const first = await openStorage({ dataDir, exclusive: true });
    const schema = await schemaOf(first);
    const migrations = sql`select name, timestamp from kysely_migration order by name`;
    const { rows } = await migrations.execute(first.db);
    expect(rows.length).toBeGreaterThan(0);
    await first.close();

    const again = await open({ dataDir, exclusive: true });
    expect(await schemaOf(again)).toEqual(schema);
    expect((await migrations.execute(again.db)).rows).toEqual(rows);
  });

  test('migrates once, also where several processes open it at the same time', async () => {
    const dataDir = newFolder();
    const opening = Array.from({ length: 4 }, () => open({ dataDir, exclusive: false }));
    const [one, ...others] = await Promise.all(opening);
    if (one === undefined) throw new Error('Four were opened');
    for (const other of others) expect(await schemaOf(other)).toEqual(await schemaOf(one));
  });
});

describe('a server locks its folder', () => {
  test('against a second server, until the first one has closed', async () => {
    const dataDir = newFolder();
    const first = await openStorage({ dataDir, exclusive: true });
    await expectSentence(openStorage({ dataDir, exclusive: true }), dataDir);
    await expect(openStorage({ dataDir, exclusive: true })).rejects.toThrow(
      'Another server is already running',
    );
    await first.close();
    await open({ dataDir, exclusive: true });
  });

  test('but not against the command line, before or after it starts', async () => {
    const dataDir = newFolder();
    await open({ dataDir, exclusive: false });
    const server = await open({ dataDir, exclusive: true });
    const commandLine = await open({ dataDir, exclusive: false });
    await commandLine.db.updateTable('catalogue_state').set({ version: 'by hand' }).execute();
    const seen = await server.db.selectFrom('catalogue_state').select('version').execute();
    expect(seen).toEqual([{ version: 'by hand' }]);
  });

  test('and unlocks it where the database can’t be opened', async () => {
    const dataDir = newFolder();
    await mkdir(dataDir);
    await mkdir(join(dataDir, 'shop.db'));
    for (let time = 0; time < 2; time++) {
      await expectSentence(openStorage({ dataDir, exclusive: true }), 'shop.db');
    }
  });
});

describe('what an operator can fix is one sentence', () => {
  test('a folder that is a file, or in one', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    const below = join(file, 'shop');
    await expectSentence(openStorage({ dataDir: file, exclusive: true }), file);
    await expectSentence(openStorage({ dataDir: below, exclusive: true }), `${below} can't be`);
  });

  test.each([
    ['a folder', (path: string) => mkdir(path)],
    ['something else', (path: string) => writeFile(path, 'no lock, but a letter '.repeat(100))],
  ])('a lock file that is %s, which is not mistaken for another server', async (_, spoil) => {
    const dataDir = newFolder();
    await mkdir(dataDir);
    await spoil(join(dataDir, 'server.lock'));
    const opening = openStorage({ dataDir, exclusive: true });
    await expectSentence(opening, join(dataDir, 'server.lock'));
    await expect(openStorage({ dataDir, exclusive: true })).rejects.not.toThrow('Another server');
  });
});

test.each([
  ['journal_mode', 'wal'],
  ['synchronous', 2],
  ['foreign_keys', 1],
])('what a shopper was told is on the disk: pragma %s is %s', async (pragma, value) => {
  const { db } = await open({ dataDir: newFolder(), exclusive: true });
  const { rows } = await sql.raw(`pragma ${pragma}`).execute(db);
  expect(rows).toEqual([{ [pragma]: value }]);
});

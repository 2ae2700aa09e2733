import { createHash } from 'node:crypto';
import { copyFile, open, readdir, readFile, rename, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openTestFolder } from '../../../testing/test-database.ts';
import { OperatorError } from '../../operator-error.ts';
import { openStorage } from '../open.ts';

const PAGE = 4_096;

/** A shop with 200 users whose server stopped, or with 400 whose server was killed. */
async function makeShop({ isKilled = false } = {}): Promise<{ dataDir: string; file: string }> {
  const dataDir = await openTestFolder(onTestFinished);
  const file = join(dataDir, 'shop.db');
  await writeUsers(dataDir, 0);
  if (isKilled) {
    const spare = await openTestFolder(onTestFinished);
    const names = ['shop.db', 'shop.db-wal'];
    const copy = async (from: string, to: string) => {
      for (const name of names) await copyFile(join(from, name), join(to, name));
    };
    await writeUsers(dataDir, 200, () => copy(dataDir, spare));
    await copy(spare, dataDir);
  }
  return { dataDir, file };
}

async function writeUsers(
  dataDir: string,
  from: number,
  beforeTheEnd = async (): Promise<void> => {},
): Promise<void> {
  const { db, close } = await openStorage({ dataDir, exclusive: true });
  const users = Array.from({ length: 200 }, (_, n) => ({
    id: `user-${from + n}`,
    username: `user-${from + n}`,
    username_key: `user-${from + n}`,
    password_hash: 'x'.repeat(90),
    created_at: 0,
  }));
  await db.insertInto('users').values(users).execute();
  await beforeTheEnd();
  await close();
}

async function overwrite(file: string, bytes: Buffer, at: number): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.write(bytes, 0, bytes.length, at);
  await handle.close();
}

function change(file: string, statement: string): void {
  const database = new DatabaseSync(file);
  database.exec(statement);
  database.close();
}

/** Hashes of the files, except those that SQLite and the lock write to in any case. */
async function contentsOf(dataDir: string): Promise<Record<string, string>> {
  const names = (await readdir(dataDir)).filter((name) => !/-shm$|^server\.lock/.test(name));
  const hashes = names.map(async (name) => {
    const hash = createHash('sha256').update(await readFile(join(dataDir, name)));
    return [name, hash.digest('hex')] as const;
  });
  return Object.fromEntries(await Promise.all(hashes));
}

/** One sentence, and no file changes. */
async function expectRefusal(dataDir: string, about: string | RegExp): Promise<void> {
  const before = await contentsOf(dataDir);
  const error: unknown = await openStorage({ dataDir, exclusive: true }).then(
    (storage) => storage.close(),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(OperatorError);
  expect(error).toHaveProperty('message', expect.stringMatching(/^[A-Z][^\n]*\.$/));
  expect(error).toHaveProperty('message', expect.stringMatching(about));
  expect(await contentsOf(dataDir)).toEqual(before);
}

const damaged = /is damaged \(.*\): it was left as it is; restore a backup with qkart restore\.$/;

type Spoil = (shop: { dataDir: string; file: string }) => Promise<void> | void;

test.each<[string, string | RegExp, { isKilled?: boolean }, Spoil]>([
  [
    'a file that is no database',
    damaged,
    {},
    ({ file }) => writeFile(file, 'not a database, but a letter '.repeat(1_000)),
  ],
  [
    'random bytes in the header',
    damaged,
    {},
    ({ file }) => overwrite(file, Buffer.from('a3f1905c77d2e0184ba6', 'hex'), 0),
  ],
  ['a file that was cut off', damaged, {}, ({ file }) => truncate(file, 5 * PAGE)],
  [
    'a page of zeros in the middle',
    damaged,
    {},
    ({ file }) => overwrite(file, Buffer.alloc(PAGE), 3 * PAGE),
  ],
  [
    "another shop's log beside it",
    damaged,
    {},
    async ({ file }) => {
      const { file: other } = await makeShop({ isKilled: true });
      change(file, 'drop table attempts; drop table addresses; vacuum');
      await copyFile(`${other}-wal`, `${file}-wal`);
    },
  ],
  [
    "another program's database",
    /shop\.db is another program's, or of the shop before release 1\.0: set another DATA_DIR /,
    {},
    ({ file }) => change(file, 'drop table kysely_migration'),
  ],
  [
    'a database of a newer release',
    /of a newer release of the shop \(it has 999-of-tomorrow\): start/,
    {},
    ({ file }) =>
      change(file, "insert into kysely_migration values ('999-of-tomorrow', '2099-01-01')"),
  ],
  [
    'a log without its database: it may hold orders',
    /shop\.db is gone, but .*shop\.db-wal is there: put it back, or/,
    { isKilled: true },
    ({ dataDir, file }) => rename(file, join(dataDir, 'elsewhere.db')),
  ],
])('a shop does not start on %s, and leaves it unchanged', async (_, about, made, spoil) => {
  const shop = await makeShop(made);
  await spoil(shop);
  await expectRefusal(shop.dataDir, about);
});

test('a shop that was killed starts with everything it had committed', async () => {
  const { dataDir } = await makeShop({ isKilled: true });
  const { db, close } = await openStorage({ dataDir, exclusive: true });
  onTestFinished(close);
  expect(await db.selectFrom('users').select('id').execute()).toHaveLength(400);
});

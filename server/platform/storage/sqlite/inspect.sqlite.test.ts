import { createHash } from 'node:crypto';
import { copyFile, open, readdir, readFile, rename, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
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

describe('a shop does not start on these, and leaves them unchanged:', () => {
  test('a file that is no database', async () => {
    const { dataDir, file } = await makeShop();
    await writeFile(file, 'not a database, but a letter '.repeat(1_000));
    await expectRefusal(dataDir, damaged);
  });

  test('random bytes in the header', async () => {
    const { dataDir, file } = await makeShop();
    await overwrite(file, Buffer.from('a3f1905c77d2e0184ba6', 'hex'), 0);
    await expectRefusal(dataDir, damaged);
  });

  test('a file that was cut off', async () => {
    const { dataDir, file } = await makeShop();
    await truncate(file, 5 * PAGE);
    await expectRefusal(dataDir, damaged);
  });

  test('a page of zeros in the middle', async () => {
    const { dataDir, file } = await makeShop();
    await overwrite(file, Buffer.alloc(PAGE), 3 * PAGE);
    await expectRefusal(dataDir, damaged);
  });

  test("another shop's log beside it", async () => {
    const shop = await makeShop();
    const { file: other } = await makeShop({ isKilled: true });
    change(shop.file, 'drop table request_counts; drop table addresses; vacuum');
    await copyFile(`${other}-wal`, `${shop.file}-wal`);
    await expectRefusal(shop.dataDir, damaged);
  });

  test("another program's database", async () => {
    const { dataDir, file } = await makeShop();
    change(file, 'drop table kysely_migration');
    await expectRefusal(dataDir, /shop\.db is another program's, not a shop's\.$/);
  });

  test('a database of a newer release', async () => {
    const { dataDir, file } = await makeShop();
    change(file, "insert into kysely_migration values ('999-of-tomorrow', '2099-01-01')");
    await expectRefusal(
      dataDir,
      /of a newer release of the shop \(it has 999-of-tomorrow\): start/,
    );
  });

  test('a log without its database: it may hold orders', async () => {
    const { dataDir, file } = await makeShop({ isKilled: true });
    await rename(file, join(dataDir, 'elsewhere.db'));
    await expectRefusal(dataDir, /shop\.db is gone, but .*shop\.db-wal is there: put it back, or/);
  });
});

test('a shop that was killed starts with everything it had committed', async () => {
  const { dataDir } = await makeShop({ isKilled: true });
  const { db, close } = await openStorage({ dataDir, exclusive: true });
  onTestFinished(close);
  expect(await db.selectFrom('users').select('id').execute()).toHaveLength(400);
});

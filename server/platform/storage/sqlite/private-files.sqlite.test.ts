/** Other accounts of the machine can't read a shop's files, and nothing stays in them of deleted rows. */
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openTestFolder } from '../../../testing/test-database.ts';
import { openStorage } from '../open.ts';

const folder = await openTestFolder();
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

async function open(dataDir: string) {
  const storage = await openStorage({ dataDir, exclusive: true });
  onTestFinished(() => storage.close());
  return storage;
}

function modesIn(dataDir: string): Record<string, string> {
  const files = readdirSync(dataDir).map((name) => [name, modeOf(join(dataDir, name))]);
  return { '.': modeOf(dataDir), ...Object.fromEntries(files) };
}

const PRIVATE = {
  '.': '700',
  'server.lock': '600',
  'server.lock-journal': '600',
  'shop.db': '600',
  'shop.db-shm': '600',
  'shop.db-wal': '600',
};

test.skipIf(process.platform === 'win32')('a new shop is its owner’s alone', async () => {
  const dataDir = join(folder, 'new');
  const { notices } = await open(dataDir);
  expect(modesIn(dataDir)).toEqual(PRIVATE);
  expect(notices).toEqual([]);
});

test.skipIf(process.platform === 'win32')(
  'a shop of an earlier release is closed to others, with a sentence for each path; other files are left alone',
  async () => {
    const dataDir = join(folder, 'old');
    await openStorage({ dataDir, exclusive: true }).then((storage) => storage.close());
    writeFileSync(join(dataDir, 'notes.txt'), 'of the operator');
    for (const path of ['.', 'shop.db', 'server.lock', 'notes.txt']) {
      chmodSync(join(dataDir, path), path === '.' ? 0o755 : 0o644);
    }
    const { notices } = await open(dataDir);
    expect(modesIn(dataDir)).toEqual({ ...PRIVATE, 'notes.txt': '644' });
    expect(notices).toEqual(
      [dataDir, join(dataDir, 'shop.db'), join(dataDir, 'server.lock')].map(
        (path) =>
          `${path} was open to other accounts of this machine; now only its owner can use it.`,
      ),
    );
  },
);

test('a log that another process reads is not called empty', async () => {
  const dataDir = join(folder, 'read');
  const { db, emptyLog } = await open(dataDir);
  const change = (version: string) => db.updateTable('catalogue_state').set({ version }).execute();
  await change('before');
  const reader = new DatabaseSync(join(dataDir, 'shop.db'), { readOnly: true });
  reader.exec('begin');
  reader.prepare('select version from catalogue_state').get();
  await change('after');
  expect(await emptyLog()).toBe(false);
  reader.close();
  expect(await emptyLog()).toBe(true);
  expect(readFileSync(join(dataDir, 'shop.db-wal'))).toHaveLength(0);
});

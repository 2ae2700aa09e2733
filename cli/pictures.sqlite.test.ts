import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makePhoto } from '../server/operations/pictures/pictures.testing.ts';
import { openStorage } from '../server/platform/storage/open.ts';
import type { Db } from '../server/platform/storage/schema.ts';
import { openTestFolder } from '../server/testing/test-database.ts';
import { openTestShop } from '../server/testing/test-shop.ts';
import { runQkart, startQkart } from './shared/process.testing.ts';

/** A shop that sells a lamp, and a picture of it. */
async function openShopWithPicture() {
  const shop = await openTestShop();
  await shop.sell({ id: 'lamp' });
  const folder = await openTestFolder();
  const file = join(folder, 'lamp.jpg');
  await writeFile(file, await makePhoto(900, 900, '#123456'));
  return { shop, folder, file };
}

const filesOf = ({ services }: { services: { db: Db } }) =>
  services.db.selectFrom('picture_files').selectAll().orderBy('side').orderBy('format').execute();

test('a backup has the pictures, and so has the shop that is restored from it', async () => {
  const { shop, folder, file } = await openShopWithPicture();
  expect((await runQkart(['pictures', 'import', file], shop.database.env)).code).toBe(0);
  const backup = join(folder, 'backup.db');
  expect((await runQkart(['backup', backup], shop.database.env)).code).toBe(0);
  const DATA_DIR = join(folder, 'restored');
  expect((await runQkart(['restore', backup], { DATA_DIR })).code).toBe(0);
  const restored = await openStorage({ dataDir: DATA_DIR, exclusive: true });
  const files = await filesOf({ services: restored }).finally(restored.close);
  expect(files).toHaveLength(6);
  expect(files).toEqual(await filesOf(shop));
});

test('a full disk changes nothing, and the same command does the rest when there is room', async () => {
  const { shop, file } = await openShopWithPicture();
  const { env } = shop.database;
  // The shell limits files to 16 blocks of 512 bytes, and ignores the signal that would end the process.
  const launcher = ['sh', '-c', 'trap "" XFSZ; ulimit -f 16; exec "$@"', 'sh'];
  const limited = { ...env, NODE_COMPILE_CACHE: '' };
  const words = ['pictures', 'import', file];
  const { code, stderr } = await startQkart(words, limited, { launcher }).outcome;
  expect(code).toBe(4);
  // Nobody knows what a failed commit left, so the command doesn't say that nothing was changed.
  expect(stderr).toMatch(
    /^The database failed: the disk .*\.\nIt may have been changed, or not: look/,
  );
  expect((await shop.call('GET', '/api/v1/products/lamp')).json().image).toBe('/test.webp');
  expect(await filesOf(shop)).toEqual([]);
  expect((await runQkart(words, env)).code).toBe(0);
});

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makePhoto } from '../server/operations/pictures/pictures.testing.ts';
import { openTestFolder } from '../server/testing/test-database.ts';
import { openTestShop } from '../server/testing/test-shop.ts';
import { runQkart } from './shared/process.testing.ts';

// The commands run while this shop is open.
const shop = await openTestShop();
const root = await openTestFolder();
await shop.sell({ id: 'lamp' });
await shop.sell({ id: 'pen' });

let folders = 0;
async function folderWith(files: Record<string, Buffer | string>): Promise<string> {
  const folder = join(root, String(++folders));
  await mkdir(folder);
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
  return folder;
}
const importPictures = (...words: string[]) =>
  runQkart(['pictures', 'import', ...words], shop.database.env);
const imageOf = async (id: string): Promise<string> =>
  (await shop.call('GET', `/api/v1/products/${id}`)).json().image;

test('import says how many products have new pictures, which the running shop shows', async () => {
  const folder = await folderWith({
    'lamp.jpg': await makePhoto(101),
    'pen.jpg': await makePhoto(102),
  });
  const { code, stdout, stderr } = await importPictures(folder);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(
    /^Read 2 files: 2 products with new pictures, 0 unchanged, in \d+\.\d s\.\n$/,
  );
  expect(await imageOf('lamp')).toMatch(/-101x60-photo\/60\.webp$/);
  const again = await importPictures(join(folder, 'pen.jpg'));
  expect(again.stdout).toMatch(/^Read 1 file: 0 products with new pictures, 1 unchanged, in/);
});

test('each problem is a line, and nothing was changed', async () => {
  const texts = Object.fromEntries(
    Array.from({ length: 25 }, (_, n) => [`nobody-${n}.jpg`, 'text']),
  );
  const folder = await folderWith({ ...texts, 'lamp.jpg': await makePhoto(103) });
  const before = await imageOf('lamp');
  const { code, stdout, stderr } = await importPictures(folder);
  const lines = stderr.trimEnd().split('\n');
  expect([code, stdout, lines.length]).toEqual([1, '', 22]);
  expect(lines[0]).toBe('nobody-0.jpg is of no product: there is none "nobody".');
  expect(lines.slice(-2)).toEqual(['… and 5 more problems.', 'Nothing was changed.']);
  expect(await imageOf('lamp')).toBe(before);
  const skipped = await importPictures(folder, '--skip-invalid');
  expect(skipped.code).toBe(3);
  expect(skipped.stdout).toMatch(/1 product with new pictures, 0 unchanged, 25 problems skipped/);
});

test('the name of a file controls no terminal', async () => {
  const folder = await folderWith({ 'a\nlamp\u001b[2J.jpg': 'text', 'lamp.heic': 'text' });
  expect((await importPictures(folder)).stderr).toBe(
    'a\\u{a}lamp\\u{1b}[2J.jpg is of no product: there is none "a\\nlamp\\u001b[2J"; the nearest is "studio-pendant-lamp" ("Studio Pendant Lamp").\nlamp.heic is no picture that can be read: save it as JPEG, PNG, WebP, AVIF or GIF.\nNothing was changed.\n',
  );
});

test('a folder without any picture that could be used is a failure', async () => {
  const stderr = 'There is no picture that could be used.\nNothing was changed.\n';
  expect(await importPictures(await folderWith({}))).toEqual({ code: 1, stdout: '', stderr });
});

test('fetch names each picture that it may not load, and nothing was changed', async () => {
  await shop.services.db
    .updateTable('products')
    .set({ image: 'https://127.0.0.1/pen.jpg' })
    .where('id', '=', 'pen')
    .execute();
  await shop.services.db.deleteFrom('product_pictures').where('product_id', '=', 'pen').execute();
  const { code, stdout, stderr } = await runQkart(['pictures', 'fetch'], shop.database.env);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(
    /^pen: https:\/\/127\.0\.0\.1\/pen\.jpg leads to 127\.0\.0\.1, which is in no public network\.\nFetched 0 pictures, 0 unchanged, in \d+\.\d s, 1 failed: the same command tries these again\.\nNothing was changed\.\n$/,
  );
  const list = await runQkart(['pictures', 'list', '--broken', '--json'], shop.database.env);
  expect(JSON.parse(list.stdout)).toMatchObject([{ product: 'pen' }]);
  const missing = await runQkart(['pictures', 'list', '--missing'], shop.database.env);
  expect(missing.stderr).toBe('Every product on sale has a picture.\n');
  expect((await runQkart(['pictures', 'list'], shop.database.env)).code).toBe(2);
});

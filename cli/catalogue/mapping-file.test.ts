import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTestFeeds } from '../../server/operations/feeds/feeds.testing.ts';
import { openTestFolder } from '../../server/testing/test-database.ts';
import { openTestShop } from '../../server/testing/test-shop.ts';
import { runQkart } from '../process.testing.ts';

const shop = await openTestShop();
const feeds = await openTestFeeds();
const folder = await openTestFolder();
const catalogue = (...words: string[]) => runQkart(['catalogue', ...words], shop.database.env);

test('--save-map keeps --map and the headings that were understood, and --map-file reads them', async () => {
  const map = join(folder, 'supplier.json');
  const file = await feeds.write('a.csv', 'SKU,Bezeichnung,Preis,Stock\nm1,Mug,5.50,3\n');
  const pairs = ['--map', 'Bezeichnung=name', '--map', 'Preis=price'];
  expect(await catalogue('import', file, ...pairs, '--save-map', map)).toMatchObject({ code: 0 });
  expect(JSON.parse(await readFile(map, 'utf8'))).toEqual({
    Bezeichnung: 'name',
    Preis: 'cost',
    SKU: '_id',
    Stock: 'stock',
  });
  // The headings alone would not be understood in JSON.
  const next = await feeds.write(
    'b.jsonl',
    '{"SKU":"m2","Bezeichnung":"Cup","Preis":4,"Stock":9}\n',
  );
  expect(await catalogue('import', next, '--map-file', map)).toMatchObject({ code: 0 });
  const cup = await shop.services.db
    .selectFrom('products')
    .select(['name', 'cost_cents', 'stock'])
    .where('id', '=', 'm2')
    .executeTakeFirst();
  expect(cup).toEqual({ name: 'Cup', cost_cents: 400, stock: 9 });
});

test('--map wins over the file, and a file that is no mapping is refused', async () => {
  const map = join(folder, 'map.json');
  await writeFile(map, '{"Titel":"name","Preis":"price","Nr":"id"}');
  const file = await feeds.write('a.csv', 'Nr,Titel,Name 2,Preis\nm3,Tasse,Saucer,2\n');
  const { code } = await catalogue('import', file, '--map-file', map, '--map', 'Name 2=name');
  expect(code).toBe(0);
  expect((await catalogue('export', '-')).stdout).toContain('"name":"Saucer"');
  for (const text of ['[]', '{"a":"worth"}', '{"a":1}', '{']) {
    await writeFile(map, text);
    const { code, stderr } = await catalogue('import', file, '--map-file', map);
    expect([code, stderr]).toEqual([1, expect.stringContaining('must be a JSON object like')]);
  }
});

test('a file of more than 1 MB is no mapping, and is not read whole', async () => {
  const map = join(folder, 'large.json');
  await writeFile(map, `{"a":"name","b":"${'x'.repeat(1_000_000)}"}`);
  const file = await feeds.write('a.csv', 'a,cost\nMug,2\n');
  const { code, stderr } = await catalogue('import', file, '--map-file', map);
  expect([code, stderr]).toEqual([1, `${map} has more than 1 MB.\nNothing was changed.\n`]);
});

test('- is the standard input, but only for one of the two', async () => {
  const file = await feeds.write('a.csv', 'Kennung,name,cost\nm5,Mug,2\n');
  const words = ['catalogue', 'import', file, '--map-file', '-'];
  const mapped = await runQkart(words, shop.database.env, '{"Kennung":"_id"}');
  expect(mapped).toMatchObject({ code: 0 });
  expect(await catalogue('import', '-', '--map-file', '-')).toMatchObject({ code: 2 });
});

test('a file that cannot be written is said after the import', async () => {
  const file = await feeds.write('a.csv', '_id,name,cost\nm4,Bowl,2\n');
  const nowhere = join(folder, 'none', 'map.json');
  const { code, stderr } = await catalogue('import', file, '--save-map', nowhere);
  expect([code, stderr]).toEqual([3, expect.stringContaining('The products are imported, but')]);
});

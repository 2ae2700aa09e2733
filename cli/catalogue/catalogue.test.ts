import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import * as messages from '../../contract/messages.ts';
import { paths, productPath, searchPath } from '../../contract/paths.ts';
import { defaultBatching } from '../../server/operations/feeds/apply.ts';
import {
  type FeedRecord,
  feedRecord,
  openTestFeeds,
  toCsv,
  toJsonLines,
} from '../../server/operations/feeds/test-feeds.ts';
import { openStorage } from '../../server/platform/storage/open.ts';
import { countProducts } from '../../server/shop/catalogue/store.ts';
import { openTestDatabase } from '../../server/testing/test-database.ts';
import { openTestShop } from '../../server/testing/test-shop.ts';
import { program, runQkart, type Settings, startQkart } from '../process.testing.ts';

const feeds = await openTestFeeds();
const shop = await openTestShop();
const noDatabase = await feeds.write('shop.db', 'not a database '.repeat(100));

const catalogue = (env: Settings, ...words: string[]) => runQkart(['catalogue', ...words], env);
const writeFeed = (records: readonly FeedRecord[]) => feeds.write('a.jsonl', toJsonLines(records));

/** Creates a shop with these products only. @returns its settings */
async function shopWith(...records: FeedRecord[]): Promise<Settings> {
  const { env } = await openTestDatabase(onTestFinished);
  if (records.length > 0) await catalogue(env, 'import', await writeFeed(records));
  return env;
}

async function countOf(env: Settings): Promise<number> {
  return JSON.parse((await catalogue(env, 'count', '--json')).stdout).products;
}

describe('import', () => {
  test('adds products, updates them, and prints the counts', async () => {
    const env = await shopWith();
    const file = await feeds.write('a.csv', toCsv([feedRecord('a'), feedRecord('b')]));
    expect(await catalogue(env, 'import', file)).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        /^Read 2 products: 2 added, 0 updated, 0 unchanged, in \d+\.\d s\.\n$/,
      ),
      stderr: '',
    });
    const changed = await writeFeed([feedRecord('a', { cost: 1 })]);
    const { stdout } = await catalogue(env, 'import', changed);
    expect(stdout).toMatch(/^Read 1 product: 0 added, 1 updated, 0 unchanged, in /);
    expect(await catalogue(env, 'count')).toMatchObject({ code: 0, stdout: '2 products\n' });
  });

  test('says what it leaves out of a table of WooCommerce, and fails if nothing is left', async () => {
    const env = await shopWith();
    const header = 'Type,SKU,Name,In stock?,Regular price\n';
    const set = 'grouped,set,Set,1,\n';
    const both = await feeds.write('a.csv', `${header}simple,mug,Mug,1,5\n${set}`);
    expect(await catalogue(env, 'import', both)).toMatchObject({
      code: 0,
      stderr: 'Left out, because they are not sold by themselves: 1 grouped.\n',
    });
    const { code, stderr } = await catalogue(
      env,
      'import',
      await feeds.write('b.csv', header + set),
    );
    expect([code, stderr]).toEqual([1, expect.stringContaining('no product that could be used')]);
  });

  test('refuses an invalid file, and prints 20 problems and the number of the others', async () => {
    const env = await shopWith();
    const records = Array.from({ length: 30 }, (_, n) => feedRecord(`p-${n}`, { rating: 9 }));
    const file = await feeds.write('goods.jsonl', `${toJsonLines(records)}{\n`);
    const { code, stdout, stderr } = await catalogue(env, 'import', file);
    expect([code, stdout]).toEqual([1, '']);
    const lines = stderr.split('\n');
    expect(lines[1]).toBe('goods.jsonl line 2, rating: must be a number from 0 to 5, not 9');
    expect(lines.slice(20)).toEqual(['… and 11 more problems.', 'Nothing was changed.', '']);
    expect(await countOf(env)).toBe(0);
  });

  test('--skip-invalid skips invalid records and prints their problems', async () => {
    const env = await shopWith();
    const file = await feeds.write('a.jsonl', `${toJsonLines([feedRecord('a')])}{\n`);
    expect(await catalogue(env, 'import', file, '--skip-invalid')).toEqual({
      code: 0,
      stdout: expect.stringMatching(/: 1 added, 0 updated, 0 unchanged, 1 skipped, in /),
      stderr: 'a.jsonl line 2: is not valid JSON\n',
    });
    expect(await countOf(env)).toBe(1);
  });

  test('--dry-run prints what would change, product by product, and changes nothing', async () => {
    const env = await shopWith(feedRecord('lamp'), feedRecord('desk'));
    const file = await writeFeed([
      feedRecord('rug', { name: 'The \x1b[2J rug' }),
      feedRecord('lamp', { cost: 9.99, stock: null, brand: 'Lumo', active: false }),
      feedRecord('desk'),
    ]);
    const { code, stdout } = await catalogue(env, 'import', '--dry-run', file);
    const [added, changed, ...rest] = stdout.split('\n');
    expect(added).toBe('+ rug: The [2J rug, cost 12.5, stock 7');
    expect(changed).toBe(
      '~ lamp: brand none → Lumo, cost 12.5 → 9.99, stock 7 → not counted, active true → false',
    );
    expect(rest.join('\n')).toMatch(
      /^Read 3 products: 1 added, 1 updated, 1 unchanged, .* This was a dry run: nothing was changed\.\n$/,
    );
    expect([code, await countOf(env)]).toEqual([0, 2]);
  });

  test('- is the standard input, and --set gives what a record lacks', async () => {
    const env = await shopWith();
    const csv = '_id,name,cost,category\na,Ann,1,\nb,Bob,2,Boats\n';
    const words = ['catalogue', 'import', '-', '--format', 'csv', '--set', 'category=Other=1'];
    expect(await runQkart([...words, '--set', 'stock=3'], env, csv)).toMatchObject({ code: 0 });
    const exported = (await catalogue(env, 'export', '-')).stdout;
    const fields = exported
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(fields).toMatchObject([
      { _id: 'a', category: 'Other=1', stock: 3 },
      { _id: 'b', category: 'Boats', stock: 3 },
    ]);
    const again = await runQkart(['catalogue', 'import', '-'], env, exported);
    expect(again.stdout).toMatch(/^Read 2 products: 0 added, 0 updated, 2 unchanged/);
    const bad = await runQkart([...words, '--set', 'rating=many'], env, csv);
    expect(bad.stderr).toContain('standard input line 2, --set rating: must be a number from 0');
    expect((await runQkart([...words, '--set', '_id=x'], env, csv)).code).toBe(2);
  });

  test('finds a relative file from the current folder, or the one in which npm was called', async () => {
    const env = await shopWith();
    const cwd = dirname(await feeds.write('mine.jsonl', toJsonLines([feedRecord('a')])));
    const words = ['catalogue', 'import', 'mine.jsonl'];
    expect(await runQkart(words, { ...env, INIT_CWD: cwd })).toMatchObject({ code: 0 });
    expect(await startQkart(words, env, { cwd }).outcome).toMatchObject({ code: 0 });
  });

  test('leaves whole batches when it is killed, and writes the rest when it is repeated', async () => {
    const { env, options } = await openTestDatabase(onTestFinished);
    const count = 20 * defaultBatching.size;
    const file = await writeFeed(Array.from({ length: count }, (_, n) => feedRecord(`p-${n}`)));
    const beside = await openStorage({ ...options, exclusive: false });
    onTestFinished(() => beside.close());
    const importing = startQkart(['catalogue', 'import', file], env);
    const hasWritten = async () => (await countProducts(beside.db)) > 0;
    await vi.waitUntil(hasWritten, { timeout: 50_000, interval: 5 });
    importing.kill('SIGKILL');
    expect((await importing.outcome).code, 'killed before it was done').toBeNull();
    const written = await countProducts(beside.db);
    expect(written % defaultBatching.size).toBe(0);
    const { stdout } = await catalogue(env, 'import', file);
    expect(stdout).toMatch(`${count - written} added, 0 updated, ${written} unchanged, in `);
    expect(await countOf(env)).toBe(count);
  });

  test.each([
    ['an empty file', '', []],
    ['a file whose records are all skipped', '{"_id":"a"}\n', ['--skip-invalid']],
  ])('of %s fails, because nothing could be used', async (_, content, options) => {
    const env = await shopWith();
    const file = await feeds.write('a.jsonl', content);
    const { code, stdout, stderr } = await catalogue(env, 'import', file, ...options);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /(^|\n)The file has no product that could be used\.\nNothing was changed\.\n$/,
    );
  });
});

describe('update', () => {
  test('changes only the offers, with the fields that --map names', async () => {
    const env = await shopWith(feedRecord('a'));
    const prices = await feeds.write('prices.csv', 'Artikel,Preis\na,9.99\n');
    const map = ['--map', 'Artikel=_id', '--map', 'Preis=cost'];
    const { stdout } = await catalogue(env, 'update', prices, ...map);
    expect(stdout).toMatch(/^Read 1 product: 0 added, 1 updated, 0 unchanged, in /);
    const exported = await catalogue(env, 'export', '-');
    expect(JSON.parse(exported.stdout)).toMatchObject({ _id: 'a', name: 'The a', cost: 9.99 });

    const names = await feeds.write('names.csv', '_id,name\na,A\n');
    expect(await catalogue(env, 'update', names)).toMatchObject({
      code: 1,
      stderr:
        'An update changes only price, stock and active, not: name. An import changes them.\n' +
        'The file has no column that changes anything.\nNothing was changed.\n',
    });

    const more = await feeds.write('prices.csv', '_id,cost,name,Brand\na,8,A,Lumo\n');
    expect(await catalogue(env, 'update', more)).toMatchObject({
      code: 0,
      stderr:
        'An update changes only price, stock and active, not: name, Brand. An import changes them.\n',
    });

    const unknown = await feeds.write('prices.csv', 'Artikel,Preis\nb,9.99\n');
    expect(await catalogue(env, 'update', unknown, ...map)).toMatchObject({
      code: 1,
      stderr:
        'prices.csv line 2, Artikel: b is no product of the catalogue\nNothing was changed.\n',
    });
  });
});

describe('export', () => {
  const records = [feedRecord('a'), feedRecord('b', { active: false })];

  test('writes a file that an empty shop can import', async () => {
    const INIT_CWD = dirname(await feeds.write('here', ''));
    const env = { ...(await shopWith(...records)), INIT_CWD };
    expect(await catalogue(env, 'export', 'all.csv')).toEqual({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/^Wrote 2 products, in \d+\.\d s\.\n$/),
    });
    const { stdout } = await catalogue(await shopWith(), 'import', join(INIT_CWD, 'all.csv'));
    expect(stdout).toMatch(/^Read 2 products: 2 added, /);
  });

  test('writes to stdout in the format that --format names', async () => {
    const env = { ...(await shopWith(...records)), PUBLIC_URL: 'https://shop.example.com' };
    const { stdout, stderr } = await catalogue(env, 'export', '-', '--format', 'google-tsv');
    expect(stdout.split('\n')).toHaveLength(3);
    expect(stdout).toContain('\t12.50 USD\thttps://shop.example.com/pictures/a.webp\tin_stock\t');
    expect(stderr).toMatch(/^Wrote 1 product, and left out 1 that is not on sale, in /);
  });

  test('a separate process writes all of it into a pipe', async () => {
    const env = await shopWith(...records);
    const { code, stdout } = await startQkart(['catalogue', 'export', '-'], env).outcome;
    expect([code, stdout.split('\n').length]).toEqual([0, 3]);
  });
});

test('a running shop shows the changes of commands without a restart', async () => {
  const listed = async () => (await shop.call('GET', paths.products)).json();
  const before = await listed();
  await catalogue(shop.database.env, 'import', await writeFeed([feedRecord('brand-new')]));
  expect(await listed()).toEqual([...before, expect.objectContaining({ _id: 'brand-new' })]);
  expect((await shop.call('GET', searchPath('brand'))).json()).toHaveLength(1);
  expect(await catalogue(shop.database.env, 'remove', 'brand-new')).toEqual({
    code: 0,
    stdout: 'Removed 1 product.\n',
    stderr: '',
  });
  const gone = await shop.call('GET', productPath('brand-new'));
  expect(gone.json().message).toBe(messages.productMissing);
  expect(await listed()).toEqual(before);
});

test('stock prints what changed the stock of a product, and what was there afterwards', async () => {
  const env = await shopWith(feedRecord('lamp'), feedRecord('desk', { stock: null }));
  await catalogue(env, 'update', await writeFeed([{ _id: 'lamp', stock_change: -2 }]));
  const { stdout } = await catalogue(env, 'stock', 'lamp');
  const [, ...lines] = stdout.trimEnd().split('\n');
  expect(lines.map((line) => line.trim().split(/\s+/).slice(2))).toEqual([
    ['import', '+7', '7'],
    ['update', '-2', '5'],
  ]);
  const json = JSON.parse((await catalogue(env, 'stock', 'lamp', '--json')).stdout);
  expect(json[1]).toMatchObject({ reason: 'update', units: -2, stock: 5, orderId: null });
  expect(await catalogue(env, 'stock', 'desk')).toMatchObject({ code: 0 });
  expect(await catalogue(env, 'stock', 'rug')).toMatchObject({
    code: 1,
    stderr: 'There is no product "rug".\n',
  });
});

test('remove takes ids that begin with a dash after --, and all ids or none', async () => {
  const env = await shopWith(feedRecord('-a'), feedRecord('b'));
  expect(await catalogue(env, 'remove', 'b', 'c\x1b[2J')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'There is no product "c\\u001b[2J".\nNothing was changed.\n',
  });
  expect(await countOf(env)).toBe(2);
  expect(await catalogue(env, 'remove', '--', '-a')).toMatchObject({ code: 0 });
});

describe('a failure that the operator can fix is one sentence, not a stack', () => {
  test.each<[string, string[], Settings, RegExp]>([
    ['a missing file', ['import', '/nowhere/a.csv'], {}, /^\/nowhere\/a\.csv does not exist\.$/],
    ['an unknown format', ['import', program], {}, / must end in .* must say what it is\.$/],
    ['no format to export', ['export', '/a'], {}, / must end in .* must say what it shall be\.$/],
    ['an invalid setting', ['count'], { PORT: 'x' }, /^PORT must be a whole number /],
    [
      'a data folder that is a file',
      ['import', '/nowhere/a.csv'],
      { DATA_DIR: program },
      /^The data folder .* can't be written: /,
    ],
    [
      'a file that is not a database',
      ['count'],
      { DATA_DIR: dirname(noDatabase) },
      /^The database .+ can't be read: the database is damaged, restore a backup /,
    ],
  ])('%s', async (_what, words, settings, sentence) => {
    const env =
      'DATA_DIR' in settings ? settings : { ...(await shopWith(feedRecord('a'))), ...settings };
    const { code, stdout, stderr } = await catalogue(env, ...words);
    expect([code, stdout]).toEqual([1, '']);
    const [reason, ...rest] = stderr.split('\n');
    expect(reason).toMatch(sentence);
    expect(rest).toEqual(['Nothing was changed.', '']);
  });
});

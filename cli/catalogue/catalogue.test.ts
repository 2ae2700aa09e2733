import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import * as messages from '../../contract/messages.ts';
import { paths, productPath, productsByIdsPath, searchPath } from '../../contract/paths.ts';
import {
  feedRecord,
  openTestFeeds,
  toCsv,
  toJsonLines,
} from '../../server/operations/feeds/test-feeds.ts';
import { openStorage } from '../../server/platform/storage/open.ts';
import { countProducts } from '../../server/shop/catalogue/store.ts';
import { openTestDatabase, type TestDatabase } from '../../server/testing/test-database.ts';
import { openTestShop } from '../../server/testing/test-shop.ts';
import {
  COMMAND_TEST_TIMEOUT_MS,
  type Outcome,
  program,
  runQkart,
  startQkart,
} from '../process.testing.ts';

const feeds = await openTestFeeds();
const shop = await openTestShop();
vi.setConfig({ testTimeout: COMMAND_TEST_TIMEOUT_MS });

/** Creates a database without products. */
function newDatabase(): Promise<TestDatabase> {
  return openTestDatabase(onTestFinished);
}

function catalogue(
  database: Pick<TestDatabase, 'env'>,
  words: readonly string[],
  { cwd, env }: Parameters<typeof runQkart>[1] = {},
): Promise<Outcome> {
  return runQkart(['catalogue', ...words], { cwd, env: { ...database.env, ...env } });
}

describe('import', () => {
  test('adds products, updates them, and prints the counts', async () => {
    const database = await newDatabase();
    const file = await feeds.write('a.csv', toCsv([feedRecord('a'), feedRecord('b')]));
    expect(await catalogue(database, ['import', file])).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        /^Read 2 products: 2 added, 0 updated, 0 unchanged, in \d+\.\d s\.\n$/,
      ),
      stderr: '',
    });
    const changed = await feeds.write('b.json', JSON.stringify([feedRecord('a', { cost: 1 })]));
    const { stdout } = await catalogue(database, ['import', changed]);
    expect(stdout).toMatch(/^Read 1 product: 0 added, 1 updated, 0 unchanged, in /);
    expect(await catalogue(database, ['count'])).toMatchObject({ code: 0, stdout: '2 products\n' });
  });

  test('refuses an invalid file, names line and field, and changes nothing', async () => {
    const database = await newDatabase();
    const file = await feeds.write(
      'electronics.csv',
      toCsv([feedRecord('a'), feedRecord('b', { cost: 'abc' }), feedRecord('a')]),
    );
    expect(await catalogue(database, ['import', file])).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'electronics.csv line 3, cost: must be an amount in dollars with at most two decimals, not "abc"\n' +
        'electronics.csv line 4, _id: a is the one of line 2 already\n' +
        'Nothing was changed.\n',
    });
    expect(await catalogue(database, ['count'])).toMatchObject({ stdout: '0 products\n' });
  });

  test('prints 20 problems and the number of the others', async () => {
    const records = Array.from({ length: 30 }, (_, n) => feedRecord(`p-${n}`, { rating: 9 }));
    const file = await feeds.write('a.jsonl', `${toJsonLines(records)}{\n`);
    const { code, stderr } = await catalogue(await newDatabase(), ['import', file]);
    expect(code).toBe(1);
    expect(stderr.split('\n')).toHaveLength(23);
    expect(stderr).toMatch(/\n… and 11 more problems\.\nNothing was changed\.\n$/);
  });

  test('--skip-invalid skips invalid records and prints their problems', async () => {
    const database = await newDatabase();
    const file = await feeds.write('a.jsonl', `${toJsonLines([feedRecord('a')])}{\n`);
    expect(await catalogue(database, ['import', file, '--skip-invalid'])).toEqual({
      code: 0,
      stdout: expect.stringMatching(/: 1 added, 0 updated, 0 unchanged, 1 skipped, in /),
      stderr: 'a.jsonl line 2: is not valid JSON\n',
    });
    expect(await catalogue(database, ['count'])).toMatchObject({ stdout: '1 product\n' });
  });

  test('--dry-run changes nothing', async () => {
    const database = await newDatabase();
    const file = await feeds.write('a.jsonl', toJsonLines([feedRecord('a')]));
    const { code, stdout } = await catalogue(database, ['import', '--dry-run', file]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^Read 1 product: 1 added, .* This was a dry run: nothing was changed\.\n$/,
    );
    expect(await catalogue(database, ['count'])).toMatchObject({ stdout: '0 products\n' });
  });

  test('finds a relative file from the folder in which npm was called', async () => {
    const database = await newDatabase();
    const folder = dirname(await feeds.write('mine.jsonl', toJsonLines([feedRecord('a')])));
    const asNpm = { INIT_CWD: folder };
    const words = ['import', 'mine.jsonl'];
    expect(await catalogue(database, words, { env: asNpm })).toMatchObject({ code: 0 });
    expect(await catalogue(database, words, { cwd: folder })).toMatchObject({ code: 0 });
  });
});

describe('update', () => {
  test('changes only price, stock and active', async () => {
    const database = await newDatabase();
    const words = ['import', await feeds.write('a.jsonl', toJsonLines([feedRecord('a')]))];
    await catalogue(database, words);
    const prices = await feeds.write('prices.csv', 'Artikel,Preis\na,9.99\n');
    const map = ['--map', 'Artikel=_id', '--map', 'Preis=cost'];
    expect(await catalogue(database, ['update', prices, ...map])).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^Read 1 product: 0 added, 1 updated, 0 unchanged, in /),
      stderr: '',
    });
    const { stdout } = await catalogue(database, ['export', '-']);
    expect(JSON.parse(stdout)).toMatchObject({ _id: 'a', name: 'The a', cost: 9.99, stock: 7 });
  });

  test('refuses an unknown id, and names the field as in the file', async () => {
    const prices = await feeds.write('prices.csv', 'Artikel,Preis\nb,9.99\n');
    const map = ['--map', 'Artikel=id', '--map', 'Preis=price'];
    expect(await catalogue(await newDatabase(), ['update', prices, ...map])).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'prices.csv line 2, Artikel: b is no product of the catalogue\nNothing was changed.\n',
    });
  });
});

describe('export', () => {
  test('writes a file that an empty shop can import', async () => {
    const database = await newDatabase();
    const records = [feedRecord('a'), feedRecord('b', { active: false })];
    await catalogue(database, ['import', await feeds.write('a.jsonl', toJsonLines(records))]);
    const folder = dirname(await feeds.write('here', ''));
    const asNpm = { env: { INIT_CWD: folder } };
    expect(await catalogue(database, ['export', 'all.csv'], asNpm)).toEqual({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/^Wrote 2 products, in \d+\.\d s\.\n$/),
    });
    const { stdout } = await catalogue(await newDatabase(), ['import', 'all.csv'], asNpm);
    expect(stdout).toMatch(/^Read 2 products: 2 added, /);
  });

  test('writes to stdout in the format that --format names', async () => {
    const database = await newDatabase();
    const records = [feedRecord('a'), feedRecord('b', { active: false })];
    await catalogue(database, ['import', await feeds.write('a.jsonl', toJsonLines(records))]);
    const env = { PUBLIC_URL: 'https://shop.example.com' };
    const words = ['export', '-', '--format', 'google-tsv'];
    const { code, stdout, stderr } = await catalogue(database, words, { env });
    expect(code).toBe(0);
    expect(stdout.split('\n')).toHaveLength(3);
    expect(stdout).toContain('\t12.50 USD\thttps://shop.example.com/pictures/a.webp\tin_stock\t');
    expect(stderr).toMatch(/^Wrote 1 product, and left out 1 that is not on sale, in /);
  });
});

describe('a killed import', () => {
  test('continues after its last batch when it is repeated', async () => {
    const database = await newDatabase();
    const records = Array.from({ length: 40_000 }, (_, n) => feedRecord(`p-${n}`));
    const file = await feeds.write('many.jsonl', toJsonLines(records));
    const beside = await openStorage({ ...database.options, exclusive: false });
    onTestFinished(() => beside.close());
    const child = startQkart(['catalogue', 'import', file], database.env);
    const ended = once(child, 'exit');
    const hasWritten = async () => (await countProducts(beside.db)) > 0;
    await vi.waitUntil(hasWritten, { timeout: 50_000, interval: 5 });
    child.kill('SIGKILL');
    expect(await ended, 'killed before it was done').toEqual([null, 'SIGKILL']);
    const { code, stdout, stderr } = await catalogue(database, ['import', file]);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^Continuing after record (5|10|15|20|25|30|35),000\.$/m);
    expect(stdout).toMatch(/^Read 40000 products: 40000 added, 0 updated, 0 unchanged, in /);
    const exported = join(dirname(file), 'exported.jsonl');
    await catalogue(database, ['export', exported]);
    const ids = (await readFile(exported, 'utf8')).match(/(?<="_id":")[^"]+/g) ?? [];
    expect(ids.join()).toBe(records.map(({ _id }) => _id).join());
  });
});

describe('beside a running shop', () => {
  test('the next request sees the new products without a restart', async () => {
    const first = await shop.call('GET', paths.products);
    const known = { headers: { 'if-none-match': String(first.headers.etag) } };
    const file = await feeds.write('a.jsonl', toJsonLines([feedRecord('brand-new')]));

    expect(await catalogue(shop.database, ['import', file])).toMatchObject({ code: 0 });

    const next = await shop.call('GET', paths.products, known);
    expect(next.statusCode).toBe(200);
    expect(next.json()).toEqual([
      ...first.json(),
      expect.objectContaining({ _id: 'brand-new', cost: 12.5 }),
    ]);
    expect((await shop.call('GET', searchPath('brand'))).json()).toHaveLength(1);

    const shopper = await shop.shopper();
    const change = { productId: 'brand-new', qty: 1 };
    await shop.call('POST', paths.cart, { as: shopper, body: change });
    expect(await catalogue(shop.database, ['remove', 'brand-new'])).toEqual({
      code: 0,
      stdout: 'Removed 1 product.\n',
      stderr: '',
    });
    expect((await shop.call('GET', productPath('brand-new'))).json().message).toBe(
      messages.productMissing,
    );
    expect((await shop.call('GET', paths.products)).json()).toEqual(first.json());
    expect((await shop.call('GET', paths.cart, { as: shopper })).json()).toEqual([change]);
  });

  test('shoppers can change their carts during an import', async () => {
    const shopper = await shop.shopper();
    const records = Array.from({ length: 5_000 }, (_, n) => feedRecord(`p-${n}`));
    const file = await feeds.write('a.jsonl', toJsonLines(records));
    const importing = { done: false };
    const outcome = catalogue(shop.database, ['import', file]).finally(() => {
      importing.done = true;
    });
    let qty = 0;
    while (!importing.done) {
      qty = (qty % 99) + 1;
      const body = { productId: 'tin-toy-rocket', qty };
      const reply = await shop.call('POST', paths.cart, { as: shopper, body });
      expect([reply.statusCode, reply.json()]).toEqual([200, [body]]);
    }
    expect(await outcome).toMatchObject({ code: 0 });
    expect((await shop.call('GET', productsByIdsPath(['p-4999']))).json()).toHaveLength(1);
  });
});

describe('remove', () => {
  test('removes nothing if one of the ids is unknown', async () => {
    const database = await newDatabase();
    await catalogue(database, [
      'import',
      await feeds.write('a.jsonl', toJsonLines([feedRecord('a')])),
    ]);
    expect(await catalogue(database, ['remove', 'a', 'b\x1b[2J'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'There is no product "b\\u001b[2J".\nNothing was changed.\n',
    });
    expect(await catalogue(database, ['count'])).toMatchObject({ stdout: '1 product\n' });
  });

  test('takes an id that begins with a dash after --', async () => {
    const database = await newDatabase();
    await catalogue(database, [
      'import',
      await feeds.write('a.jsonl', toJsonLines([feedRecord('-a')])),
    ]);
    expect(await catalogue(database, ['remove', '--', '-a'])).toMatchObject({ code: 0 });
  });
});

describe('a failure that the operator can fix is one sentence, not a stack', () => {
  test.each([
    ['a missing file', ['import', '/nowhere/a.csv'], '/nowhere/a.csv does not exist.'],
    ['a folder', ['import', '/'], '/ is a directory.'],
    [
      'an export to a folder that does not exist',
      ['export', '/nowhere/a.csv'],
      "/nowhere/a.csv can't be written: its folder does not exist.",
    ],
    [
      'an export without a format',
      ['export', '/nowhere/a'],
      '/nowhere/a must end in .json, .jsonl, .ndjson, .csv, .xml, .tsv or .txt, or --format must say what it shall be.',
    ],
    [
      'an unknown format',
      ['import', program],
      `${program} must end in .json, .jsonl, .ndjson, .csv, .xml, .tsv or .txt, or --format must say what it is.`,
    ],
  ])('%s', async (_what, words, sentence) => {
    expect(await catalogue(await newDatabase(), words)).toEqual({
      code: 1,
      stdout: '',
      stderr: `${sentence}\nNothing was changed.\n`,
    });
  });

  test('an invalid setting', async () => {
    const outcome = await catalogue(await newDatabase(), ['count'], { env: { PORT: 'x' } });
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toMatch(/^PORT must be a whole number .*\nNothing was changed\.\n$/);
  });

  test('a data folder that is a file', async () => {
    const outcome = await catalogue({ env: { DATA_DIR: program } }, ['count']);
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toMatch(
      /^The data folder .* can't be written: .*\nNothing was changed\.\n$/,
    );
  });

  test('a file that is not a database', async () => {
    const file = await feeds.write('shop.db', 'not a database '.repeat(100));
    const outcome = await catalogue({ env: { DATA_DIR: dirname(file) } }, ['count']);
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toMatch(/^The database .* is damaged .*\nNothing was changed\.\n$/);
  });

  test('a database server that is down', async () => {
    const env = { DATABASE_URL: 'postgres://shop:secret@127.0.0.1:1/shop' };
    const outcome = await catalogue({ env }, ['count']);
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toMatch(
      /^The database on 127\.0\.0\.1:1 can't be used: .*\nNothing was changed\.\n$/,
    );
    expect(outcome.stderr).not.toContain('secret');
  });
});

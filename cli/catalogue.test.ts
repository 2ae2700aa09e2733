import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { messages } from '../contract/messages.ts';
import { paths, productPath, productsByIdsPath, searchPath } from '../contract/paths.ts';
import {
  feedRecord,
  openTestFeeds,
  toCsv,
  toJsonLines,
} from '../server/catalogue/import/test-feeds.ts';
import { openTestDatabase, type TestDatabase } from '../server/test-database.ts';
import { openTestShop } from '../server/test-shop.ts';
import { usage } from './arguments.ts';

const script = resolve(import.meta.dirname, 'catalogue.ts');
const feeds = await openTestFeeds();
const shop = await openTestShop();
// Every test starts processes of its own, which takes its time where other tests run as well.
vi.setConfig({ testTimeout: 60_000 });

/** A database without a shop in it yet. */
function newDatabase(): Promise<TestDatabase> {
  return openTestDatabase(onTestFinished);
}

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the command as an operator does: a process of its own on a database. */
function catalogue(
  database: Pick<TestDatabase, 'env'>,
  words: readonly string[],
  { cwd, env }: { cwd?: string; env?: Record<string, string> } = {},
): Promise<Outcome> {
  const { PATH, TMPDIR } = process.env;
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      [script, ...words],
      { cwd, env: { PATH, TMPDIR, ...database.env, ...env } },
      (_error, stdout, stderr) => done({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

describe('import', () => {
  test('brings products in, updates them, and says so', async () => {
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

  test('refuses a file with problems, names line and field, and changes nothing', async () => {
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

  test('tells 20 problems and how many more there are', async () => {
    const records = Array.from({ length: 30 }, (_, n) => feedRecord(`p-${n}`, { rating: 9 }));
    const file = await feeds.write('a.jsonl', `${toJsonLines(records)}{\n`);
    const { code, stderr } = await catalogue(await newDatabase(), ['import', file]);
    expect(code).toBe(1);
    expect(stderr.split('\n')).toHaveLength(23);
    expect(stderr).toMatch(/\n… and 11 more problems\.\nNothing was changed\.\n$/);
  });

  test('--skip-invalid leaves out what is wrong, and tells it', async () => {
    const database = await newDatabase();
    const file = await feeds.write('a.jsonl', `${toJsonLines([feedRecord('a')])}{\n`);
    expect(await catalogue(database, ['import', file, '--skip-invalid'])).toEqual({
      code: 0,
      stdout: expect.stringMatching(/: 1 added, 0 updated, 0 unchanged, 1 left out, in /),
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

  test('finds a file from the folder that npm was called in', async () => {
    const database = await newDatabase();
    const folder = dirname(await feeds.write('mine.jsonl', toJsonLines([feedRecord('a')])));
    const asNpm = { npm_lifecycle_event: 'catalogue', INIT_CWD: folder };
    const words = ['import', 'mine.jsonl'];
    expect(await catalogue(database, words, { env: asNpm })).toMatchObject({ code: 0 });
    expect(await catalogue(database, words, { cwd: folder })).toMatchObject({ code: 0 });
  });

  test('the 3,291 real products, in a process of its own', async (context) => {
    const file = resolve(import.meta.dirname, '../../shared/data/electronics.jsonl');
    if (!existsSync(file)) context.skip('../shared/data/electronics.jsonl is not here');
    const { code, stdout } = await catalogue(await newDatabase(), ['import', file]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^Read 3291 products: 3291 added, 0 updated, 0 unchanged, in \d+\.\d s\.\n$/,
    );
  });
});

describe('beside a running shop', () => {
  test('products are on the shelf after the next request, without a restart', async () => {
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
      stdout: 'Took out 1 product.\n',
      stderr: '',
    });
    expect((await shop.call('GET', productPath('brand-new'))).json().message).toBe(
      messages.productMissing,
    );
    expect((await shop.call('GET', paths.products)).json()).toEqual(first.json());
    expect((await shop.call('GET', paths.cart, { as: shopper })).json()).toEqual([change]);
  });

  test('shoppers go on buying while products come in', async () => {
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
  test('takes out nothing where one of the ids is not there', async () => {
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

  test('takes an id that begins with a dash behind --', async () => {
    const database = await newDatabase();
    await catalogue(database, [
      'import',
      await feeds.write('a.jsonl', toJsonLines([feedRecord('-a')])),
    ]);
    expect(await catalogue(database, ['remove', '--', '-a'])).toMatchObject({ code: 0 });
  });
});

describe('what an operator can put right is told in a sentence, never as a stack', () => {
  test.each([
    ['a missing file', ['import', '/nowhere/a.csv'], '/nowhere/a.csv does not exist.'],
    ['a folder', ['import', '/'], '/ is a directory.'],
    [
      'an unknown format',
      ['import', script],
      `${script} must end in .json, .jsonl, .ndjson, .csv, .xml, .tsv or .txt, or --format must say what it is.`,
    ],
  ])('%s', async (_what, words, sentence) => {
    expect(await catalogue(await newDatabase(), words)).toEqual({
      code: 1,
      stdout: '',
      stderr: `${sentence}\nNothing was changed.\n`,
    });
  });

  test('a setting that can’t be used', async () => {
    const outcome = await catalogue(await newDatabase(), ['count'], { env: { PORT: 'x' } });
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toMatch(/^PORT must be a whole number .*\nNothing was changed\.\n$/);
  });

  test('a data folder that is a file', async () => {
    const outcome = await catalogue({ env: { DATA_DIR: script } }, ['count']);
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toMatch(
      /^The data folder .* can't be written: .*\nNothing was changed\.\n$/,
    );
  });

  test('a database that is none', async () => {
    const file = await feeds.write('shop.db', 'not a database '.repeat(100));
    const outcome = await catalogue({ env: { DATA_DIR: dirname(file) } }, ['count']);
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toMatch(
      /^The database .* can't be opened: .*\nNothing was changed\.\n$/,
    );
  });

  test('a database server that does not answer', async () => {
    const env = { DATABASE_URL: 'postgres://shop:secret@127.0.0.1:1/shop' };
    const outcome = await catalogue({ env }, ['count']);
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toMatch(
      /^The database on 127\.0\.0\.1:1 can't be used: .*\nNothing was changed\.\n$/,
    );
    expect(outcome.stderr).not.toContain('secret');
  });
});

describe('usage', () => {
  test('words that make no command are exit code 2, and how to use it', async () => {
    const { code, stdout, stderr } = await catalogue(await newDatabase(), ['sell']);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toBe(`There is no command "sell".\n\n${usage}`);
  });

  test('help says how to use it, and needs no shop', async () => {
    const noShop = { env: { DATA_DIR: '/dev/null/no-shop' } };
    expect(await catalogue(noShop, ['help'])).toEqual({ code: 0, stdout: usage, stderr: '' });
  });
});

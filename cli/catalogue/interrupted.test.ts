/** Imports that end early: what they say of the catalogue is true. */
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { defaultBatching } from '../../server/operations/feeds/apply/apply.ts';
import { feedRecord } from '../../server/operations/feeds/feeds.testing.ts';
import { openStorage } from '../../server/platform/storage/open.ts';
import type { Db } from '../../server/platform/storage/schema.ts';
import { engine, openTestDatabase } from '../../server/testing/test-database.ts';
import { startQkart } from '../shared/process.testing.ts';
import { catalogue, countOf, openCatalogues } from './catalogue.testing.ts';

const { feeds, writeFeed, shopWith } = await openCatalogues();

/** The database fails as soon as the product is added. */
async function failAtProduct(id: string, db: Db): Promise<void> {
  if (engine === 'sqlite') {
    await sql`
      create trigger no_more before insert on products when new.id = ${sql.lit(id)}
      begin select raise(abort, 'no more'); end`.execute(db);
    return;
  }
  await sql`
    create function die() returns trigger language plpgsql as $$
    begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`.execute(db);
  await sql`
    create trigger no_more before insert on products
    for each row when (new.id = ${sql.lit(id)}) execute function die()`.execute(db);
}

test('a failure after the first transaction: exit code 3, and how far it came', async () => {
  const { env, options } = await openTestDatabase(onTestFinished);
  const storage = await openStorage({ ...options, exclusive: false });
  onTestFinished(() => storage.close());
  const { size } = defaultBatching;
  await failAtProduct('last', storage.db);
  const first = Array.from({ length: size }, (_, n) => feedRecord(`p-${n}`));
  const file = await writeFeed([...first, feedRecord('last')]);
  const { code, stdout, stderr } = await catalogue(env, 'import', file);
  expect([code, stdout]).toEqual([3, '']);
  expect(stderr).toMatch(
    /^The database failed: .*\.\n500 records, up to line 500, are written\. Apply the file again to write the rest/,
  );
  expect(await countOf(env)).toBe(size);
});

test('a file of changes of stock whose run is killed is applied once, if the same command is repeated', async () => {
  const { env, options } = await openTestDatabase(onTestFinished);
  const storage = await openStorage({ ...options, exclusive: false });
  onTestFinished(() => storage.close());
  const ids = Array.from({ length: 4 * defaultBatching.size }, (_, n) => `p-${n}`);
  await catalogue(env, 'import', await writeFeed(ids.map((id) => feedRecord(id))));
  const delivery = await writeFeed(ids.map((_id) => ({ _id, stock_change: 5 })));
  const child = startQkart(['catalogue', 'update', delivery], env);
  await expect
    .poll(() => storage.db.selectFrom('applied_files').select('records').execute(), {
      interval: 5,
      timeout: 45_000,
    })
    .toHaveLength(1);
  child.kill('SIGKILL');
  await child.outcome;
  const rest = await catalogue(env, 'update', delivery);
  expect(rest).toMatchObject({ code: 0, stderr: '' });
  const stocks = () =>
    storage.db
      .selectFrom('products')
      .select('stock')
      .distinct()
      .where('id', 'like', 'p-%')
      .execute();
  expect(await stocks()).toEqual([{ stock: 12 }]);

  const third = await catalogue(env, 'update', delivery);
  expect(third).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /^Already applied at 20\d\d-.*Z; nothing was changed now\. --again applies it once more\.\n$/,
    ),
  });
  expect(await catalogue(env, 'update', delivery, '--again')).toMatchObject({
    stdout: expect.stringContaining('2000 updated'),
  });
  expect(await stocks()).toEqual([{ stock: 17 }]);
});

test('Ctrl+C while the standard input is read: exit code 130, and nothing was changed', async () => {
  const env = await shopWith(feedRecord('lamp'));
  const child = startQkart(['catalogue', 'import', '-'], env);
  // Text that is written after its end is lost.
  child.stdin?.on('error', () => {});
  let sent = 0;
  const sending = setInterval(
    () => child.stdin?.write(`${JSON.stringify(feedRecord(`p-${sent++}`))}\n`),
    10,
  );
  onTestFinished(() => clearInterval(sending));
  // The input stays open. The command shows its progress after a second.
  child.stderr?.once('data', () => child.kill('SIGINT'));
  expect(await child.outcome).toEqual({ code: 130, stdout: '', stderr: 'Nothing was changed.\n' });
  expect(await countOf(env)).toBe(1);
});

test('Ctrl+C in a command of one step: it may have been changed, or not', async () => {
  const env = await shopWith(feedRecord('lamp'));
  const child = startQkart(['catalogue', 'synonyms', 'import', '-'], env);
  // More than a pipe holds: once all is written, the command is reading.
  await new Promise((resolve) => child.stdin?.write('# a comment\n'.repeat(50_000), resolve));
  child.kill('SIGINT');
  expect(await child.outcome).toEqual({
    code: 130,
    stdout: '',
    stderr: 'It may have been changed, or not: look before you repeat the command.\n',
  });
});

test('skipped problems have no control characters, also in the names of columns', async () => {
  const env = await shopWith();
  const file = await feeds.write('a.csv', 'SKU,Title,\x1b[2JPrice\na,Ann,1\nb,Bob,free\n');
  const words = ['import', file, '--map', '\x1b[2JPrice=cost', '--skip-invalid'];
  const { code, stderr } = await catalogue(env, ...words);
  expect([code, stderr]).toEqual([
    3,
    expect.stringMatching(/^a\.csv line 3, \\u\{1b\}\[2JPrice: must be an amount/),
  ]);
});

import { dirname } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { defaultBatching } from '../../server/operations/feeds/apply/apply.ts';
import { feedRecord, toCsv, toJsonLines } from '../../server/operations/feeds/feeds.testing.ts';
import { openStorage } from '../../server/platform/storage/open.ts';
import type { Db } from '../../server/platform/storage/schema.ts';
import { countProducts } from '../../server/shop/catalogue/store.ts';
import { engine, openTestDatabase } from '../../server/testing/test-database.ts';
import { runQkart, startQkart } from '../shared/process.testing.ts';
import { catalogue, countOf, openCatalogues } from './catalogue.testing.ts';

const { feeds, writeFeed, shopWith } = await openCatalogues();

/** The database does not end the insertion of this product. @returns what lets it end again, for others */
async function hangAtProduct(db: Db, id: string): Promise<() => Promise<unknown>> {
  if (engine === 'sqlite') {
    await sql`
      create view endless as
      with recursive n (i) as (select 1 union all select i + 1 from n) select i from n`.execute(db);
    await sql`
      create trigger hang before insert on products when new.id = ${sql.lit(id)}
      begin select count(*) from endless; end`.execute(db);
    return () => sql`drop trigger hang`.execute(db);
  }
  await sql`
    create function hang() returns trigger language plpgsql as $$
    begin perform pg_sleep(3600); return new; end $$`.execute(db);
  await sql`
    create trigger hang before insert on products
    for each row when (new.id = ${sql.lit(id)}) execute function hang()`.execute(db);
  return async () => {
    // The server has not noticed that the client is gone.
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event = 'PgSleep'`.execute(db);
    await sql`drop trigger hang on products`.execute(db);
  };
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

  test('names what is no field, since it may be mistyped', async () => {
    const env = await shopWith();
    const table = await feeds.write('a.csv', 'SKU,Title,Price,Stok,Lager\na,Ann,1,5,7\n');
    const { code, stderr } = await catalogue(env, 'import', table, '--map', 'Lager=stock');
    expect([code, stderr]).toEqual([0, 'Not read, because they are no fields: Stok.\n']);
    const lines = await writeFeed([
      { id: 'a', price: 2 },
      { _id: 'b', name: 'B', cost: 1, Cost: 5 },
    ]);
    expect((await catalogue(env, 'import', lines)).stderr).toBe(
      'Not read, because they are no fields: Cost.\n',
    );
    const shopify = await feeds.write(
      'b.csv',
      'Handle,Title,Variant Price,Tags,Shade\nc,C,1,x,y\n',
    );
    expect((await catalogue(env, 'import', shopify)).stderr).toBe(
      'Not read, because they are no fields: Shade.\n',
    );
    expect((await catalogue(env, 'import', shopify, '--ignore', 'Shade')).stderr).toBe('');
    const names = Array.from({ length: 50 }, (_, n) => `${n}${'x'.repeat(200)}`);
    const wide = await feeds.write('c.csv', `SKU,Title,Price,${names}\nd,D,1\n`);
    expect((await catalogue(env, 'import', wide)).stderr.length).toBeLessThan(600);
  });

  test('refuses an invalid file, and prints 20 problems and the number of the others', async () => {
    const env = await shopWith(feedRecord('kept'));
    const records = Array.from({ length: 30 }, (_, n) => feedRecord(`p-${n}`, { rating: 9 }));
    const file = await feeds.write('goods.jsonl', `${toJsonLines(records)}{\n`);
    const { code, stdout, stderr } = await catalogue(env, 'import', file);
    expect([code, stdout]).toEqual([1, '']);
    const lines = stderr.split('\n');
    expect(lines[1]).toBe('goods.jsonl line 2, rating: must be a number from 0 to 5, not 9');
    expect(lines.slice(20)).toEqual(['… and 11 more problems.', 'Nothing was changed.', '']);
    expect(await countOf(env)).toBe(1);
  });

  test('--skip-invalid skips invalid records, prints their problems, and says that a part is missing', async () => {
    const env = await shopWith();
    const file = await feeds.write('a.jsonl', `${toJsonLines([feedRecord('a')])}{\n`);
    expect(await catalogue(env, 'import', file, '--skip-invalid')).toEqual({
      code: 3,
      stdout: expect.stringMatching(/: 1 added, 0 updated, 0 unchanged, 1 skipped, in /),
      stderr:
        'a.jsonl line 2: is not valid JSON\n1 record is not imported: correct it, and import a file of it alone. The whole file would set the stock and prices of the others again.\n',
    });
    expect(await countOf(env)).toBe(1);
    // A dry run leaves nothing out that somebody might take for done.
    expect(await catalogue(env, 'import', file, '--skip-invalid', '--dry-run')).toMatchObject({
      code: 0,
    });
  });

  test('--dry-run prints what would change, product by product, and changes nothing', async () => {
    const env = await shopWith(feedRecord('lamp'), feedRecord('desk'));
    const file = await writeFeed([
      feedRecord('rug', { name: 'The \x1b[2J rug' }),
      feedRecord('draft', { name: 'Draft', active: false }),
      feedRecord('lamp', { cost: 9.99, stock: null, brand: 'Lumo', active: false }),
      feedRecord('desk'),
    ]);
    const { code, stdout } = await catalogue(env, 'import', '--dry-run', file);
    const [added, draft, changed, ...rest] = stdout.split('\n');
    expect(added).toBe('+ rug: The [2J rug, cost 12.5, stock 7');
    expect(draft).toBe('+ draft: Draft, cost 12.5, stock 7, not on sale');
    expect(changed).toBe(
      '~ lamp: brand none → Lumo, cost 12.5 → 9.99, stock 7 → not counted, active true → false',
    );
    expect(rest.join('\n')).toMatch(
      /^Read 4 products: 2 added, 1 updated, 1 unchanged, .* This was a dry run: nothing was changed\.\n$/,
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
    const goOn = await hangAtProduct(beside.db, `p-${2 * defaultBatching.size + 7}`);
    const importing = startQkart(['catalogue', 'import', file], env);
    const written = 2 * defaultBatching.size;
    await expect.poll(() => countProducts(beside.db), { timeout: 50_000 }).toBe(written);
    importing.kill('SIGKILL');
    expect((await importing.outcome).code, 'killed before it was done').toBeNull();
    await goOn();
    expect(await countProducts(beside.db)).toBe(written);
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

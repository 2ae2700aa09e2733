import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { OperatorError } from '../../operator-error.ts';
import { releaseNames } from '../migrate.ts';
import { openStorage } from '../open.ts';

describe('opening a database on PostgreSQL', () => {
  test('ten servers that start at the same time run each migration once', async () => {
    const { options } = await openTestDatabase(onTestFinished);
    const empty = await openStorage({ ...options, exclusive: true });
    await sql`drop schema public cascade`.execute(empty.db);
    await sql`create schema public`.execute(empty.db);
    await empty.close();

    const opening = Array.from({ length: 10 }, () => openStorage({ ...options, exclusive: true }));
    const storages = await Promise.all(opening);
    const { rows } = await sql<{ name: string }>`
      select name from kysely_migration order by name`.execute(storages[0]?.db as never);
    expect(rows.map(({ name }) => name)).toEqual(releaseNames);
    await Promise.all(storages.map((storage) => storage.close()));
  });

  test('amounts, counts and sums are numbers', async () => {
    const { options } = await openTestDatabase(onTestFinished);
    const { db, close } = await openStorage({ ...options, exclusive: true });
    const { rows } = await sql`
      select 9007199254740991::bigint as amount, count(*) as count, sum(1::bigint) as sum`.execute(
      db,
    );
    expect(rows).toEqual([{ amount: Number.MAX_SAFE_INTEGER, count: 1, sum: 1 }]);
    await close();
  });

  test('a host that refuses connections is skipped for one that can be written to', async () => {
    const { env } = await openTestDatabase(onTestFinished);
    const url = new URL(env.DATABASE_URL ?? '');
    const { host } = url;
    const several = url.href.replace(host, `127.0.0.1:1,${host}`);
    const { db, close } = await openStorage({ url: several });
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
    await close();
  });

  test('a server that refuses connections is one sentence, without the password', async () => {
    const clock = performance.now.bind(performance);
    // Time goes by twenty times as fast: connecting is tried for five seconds.
    const fast = vi.spyOn(performance, 'now').mockImplementation(() => clock() * 20);
    const opening = openStorage({ url: 'postgres://shop:secret@127.0.0.1:1/shop' });
    const error: unknown = await opening.catch((thrown: unknown) => thrown);
    fast.mockRestore();
    expect(error).toBeInstanceOf(OperatorError);
    expect((error as Error).message).toMatch(
      /^The database on 127\.0\.0\.1:1 can't be used: .*ECONNREFUSED[^\n]*\.$/,
    );
    expect((error as Error).message).not.toContain('secret');
  });
});

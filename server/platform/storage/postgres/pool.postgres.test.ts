import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { DatabaseUnavailable } from '../errors.ts';
import { openStorage } from '../open.ts';
import { openNetwork } from './network.testing.ts';

test('once another host is writable, queries to a host that has fallen silent fail without a timeout', async () => {
  const { env } = await openTestDatabase(onTestFinished);
  const [first, second] = [
    await openNetwork(env.DATABASE_URL ?? ''),
    await openNetwork(env.DATABASE_URL ?? ''),
  ];
  const url = first.url.replace(
    /127\.0\.0\.1:\d+/,
    (host) => `${host},${new URL(second.url).host}`,
  );
  const storage = await openStorage({ url, poolSize: 2, statementTimeoutMs: 0 });
  onTestFinished(() => storage.close());
  const { db } = storage;
  await sql`select 1`.execute(db);
  const waiting = expect(sql`select pg_sleep(3600)`.execute(db)).rejects.toBeInstanceOf(
    DatabaseUnavailable,
  );
  first.fallSilent();
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  await waiting;
});

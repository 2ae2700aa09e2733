import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { DatabaseUnavailable } from '../errors.ts';
import { openStorage } from '../open.ts';
import { openNetwork } from './network.testing.ts';

/** Two hosts with the same database, and a pool of two connections without a statement timeout. */
async function openTwoHosts(whenDone: (cleanUp: () => Promise<void> | void) => void) {
  const { env } = await openTestDatabase(whenDone);
  const [first, second] = [
    await openNetwork(env.DATABASE_URL ?? '', whenDone),
    await openNetwork(env.DATABASE_URL ?? '', whenDone),
  ];
  const url = first.url.replace(
    /127\.0\.0\.1:\d+/,
    (host) => `${host},${new URL(second.url).host}`,
  );
  const storage = await openStorage({ url, poolSize: 2, statementTimeoutMs: 0 });
  whenDone(() => storage.close());
  const select = async () => (await sql`select 1 as one`.execute(storage.db)).rows;
  await select();
  return { first, storage, select };
}

test.concurrent('once another host is writable, queries to a host that has fallen silent fail without a timeout', async ({
  onTestFinished,
}) => {
  const { first, storage, select } = await openTwoHosts(onTestFinished);
  const waiting = expect(sql`select pg_sleep(3600)`.execute(storage.db)).rejects.toBeInstanceOf(
    DatabaseUnavailable,
  );
  first.fallSilent();
  expect(await select()).toEqual([{ one: 1 }]);
  await waiting;
});

test.concurrent('queries to a host that has fallen silent fail while no connection is free to find another host', async ({
  onTestFinished,
}) => {
  const { first, storage, select } = await openTwoHosts(onTestFinished);
  const waiting = [1, 2].map(() =>
    expect(sql`select pg_sleep(3600)`.execute(storage.db)).rejects.toBeInstanceOf(
      DatabaseUnavailable,
    ),
  );
  await vi.waitUntil(() => storage.readPool()?.size === 2);
  first.fallSilent();
  await Promise.all(waiting);
  expect(await select()).toEqual([{ one: 1 }]);
});

test.concurrent('once another host is writable, no idle connection to a host that has fallen silent is used', async ({
  onTestFinished,
}) => {
  const { first, storage, select } = await openTwoHosts(onTestFinished);
  const { promise: isOpening, resolve: letGo } = Promise.withResolvers<void>();
  const holding = storage.db.connection().execute(() => isOpening);
  await vi.waitUntil(() => storage.readPool()?.idle === 0);
  first.fallSilent();
  const selecting = select();
  await vi.waitUntil(() => storage.readPool()?.size === 2);
  letGo();
  await holding;
  expect(await selecting).toEqual([{ one: 1 }]);
  expect(await Promise.all([select(), select()])).toEqual([[{ one: 1 }], [{ one: 1 }]]);
});

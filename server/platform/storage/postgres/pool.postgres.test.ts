import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { administer } from '../../../../scripts/postgres.ts';
import { stopPoolClock } from '../../../testing/pool-clock.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { DatabaseUnavailable } from '../errors.ts';
import { openStorage } from '../open.ts';
import { openNetwork } from './network.testing.ts';

/** Two hosts with the same database, and a pool of two connections without a statement timeout. */
async function openTwoHosts() {
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
  const select = async () => (await sql`select 1 as one`.execute(storage.db)).rows;
  await select();
  return { first, storage, select };
}

test('once another host is writable, queries to a host that has fallen silent fail without a timeout', async () => {
  const { first, storage, select } = await openTwoHosts();
  const waiting = expect(sql`select pg_sleep(3600)`.execute(storage.db)).rejects.toBeInstanceOf(
    DatabaseUnavailable,
  );
  first.fallSilent();
  expect(await select()).toEqual([{ one: 1 }]);
  await waiting;
});

test('queries to a host that has fallen silent fail while no connection is free to find another host', async () => {
  const { first, storage, select } = await openTwoHosts();
  await storage.warmUp();
  // Otherwise a query whose connection is still being opened would find the other host, and run there.
  await expect.poll(() => storage.readPool()?.idle).toBe(2);
  const waiting = [1, 2].map(() =>
    expect(sql`select pg_sleep(3600)`.execute(storage.db)).rejects.toBeInstanceOf(
      DatabaseUnavailable,
    ),
  );
  await expect.poll(() => storage.readPool()?.idle).toBe(0);
  first.fallSilent();
  await Promise.all(waiting);
  expect(await select()).toEqual([{ one: 1 }]);
});

test('what has waited too long for a connection fails, and what waits since then gets it', async () => {
  stopPoolClock();
  const { storage, select } = await openTwoHosts();
  const { promise: isFree, resolve: free } = Promise.withResolvers<void>();
  const hold = () => storage.db.connection().execute(() => isFree);
  const holding = [hold(), hold()];
  await expect.poll(() => storage.readPool()?.idle).toBe(0);
  const old = expect(select()).rejects.toBeInstanceOf(DatabaseUnavailable);
  await expect.poll(() => storage.readPool()?.waiting).toBe(1);
  vi.advanceTimersByTime(6_000);
  const young = select();
  await expect.poll(() => storage.readPool()?.waiting).toBe(2);
  free();
  await Promise.all([old, ...holding]);
  expect(await young).toEqual([{ one: 1 }]);
});

test('once another host is writable, no idle connection to a host that has fallen silent is used', async () => {
  const { first, storage, select } = await openTwoHosts();
  const { promise: isOpening, resolve: letGo } = Promise.withResolvers<void>();
  const holding = storage.db.connection().execute(() => isOpening);
  await expect.poll(() => storage.readPool()?.idle).toBe(0);
  first.fallSilent();
  const selecting = select();
  await expect.poll(() => storage.readPool()?.size).toBe(2);
  letGo();
  await holding;
  expect(await selecting).toEqual([{ one: 1 }]);
  expect(await Promise.all([select(), select()])).toEqual([[{ one: 1 }], [{ one: 1 }]]);
});

describe('warming up', () => {
  async function openPool(url: string, poolSize = 4) {
    const storage = await openStorage({ url, poolSize });
    onTestFinished(() => storage.close());
    return storage;
  }

  test('opens all connections of the pool, so that the first burst waits for none', async () => {
    const { env } = await openTestDatabase(onTestFinished);
    const storage = await openPool(env.DATABASE_URL ?? '');
    await storage.warmUp();
    // A slow machine opens the last ones after warmUp has stopped waiting.
    await expect.poll(storage.readPool).toEqual({ size: 4, idle: 4, waiting: 0 });
  });

  test('opens as many connections as the server allows, and the shop works with these', async () => {
    const { env } = await openTestDatabase(onTestFinished);
    const server = env.DATABASE_URL ?? '';
    const role = `shop_${randomBytes(8).toString('hex')}`;
    await administer(server, `create role ${role} login password 'secret' connection limit 2`);
    onTestFinished(() => administer(server, `drop role ${role}`));
    await administer(server, `grant pg_read_all_data, pg_write_all_data to ${role}`);
    const url = new URL(server);
    url.username = role;
    url.password = 'secret';
    const storage = await openPool(url.href);
    await storage.warmUp();
    // The server may still be ending the connection that migrated.
    await expect.poll(() => storage.readPool()?.size).toBeLessThanOrEqual(2);
    await expect.poll(() => storage.readPool()?.idle).toBeGreaterThanOrEqual(1);
    expect((await sql`select 1 as one`.execute(storage.db)).rows).toEqual([{ one: 1 }]);
  });

  test('ends after a while although the server has fallen silent', async () => {
    const { env } = await openTestDatabase(onTestFinished);
    const network = await openNetwork(env.DATABASE_URL ?? '');
    const storage = await openPool(network.url);
    network.fallSilent();
    await storage.warmUp();
    expect(storage.readPool()?.idle).toBe(0);
    network.restore();
    expect((await sql`select 1 as one`.execute(storage.db)).rows).toEqual([{ one: 1 }]);
  });
});

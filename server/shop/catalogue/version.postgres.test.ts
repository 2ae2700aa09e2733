import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { endListeners } from '../../platform/storage/postgres/listeners.testing.ts';
import { openStorage } from '../../platform/storage/storage.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { writeVersion } from './store.ts';
import { watchVersion } from './version.ts';

const shop = await openTestShop();
const { db } = shop.services;

async function openReplica() {
  const storage = await openStorage({ ...shop.database.options, exclusive: true });
  const watch = watchVersion(storage);
  onTestFinished(async () => {
    await watch.close();
    await storage.close();
  });
  return { storage, watch };
}

const change = (version: string) => db.transaction().execute((tx) => writeVersion(tx, version));

test('a change made by one replica is known to the other within a second', async () => {
  const { watch } = await openReplica();
  for (const version of ['first', 'second', 'third']) {
    await change(version);
    await expect.poll(() => watch.current(), { timeout: 1_000, interval: 5 }).toBe(version);
  }
});

test('a change that is made while the listening connection is lost is known after the reconnect', async () => {
  const { watch } = await openReplica();
  await change('before');
  await expect.poll(() => watch.current()).toBe('before');
  await endListeners(db);
  await change('meanwhile');
  await expect.poll(() => watch.current(), { timeout: 1_000, interval: 5 }).toBe('meanwhile');
  await change('after');
  await expect.poll(() => watch.current(), { timeout: 1_000, interval: 5 }).toBe('after');
});

test('a change that is rolled back is announced to nobody', async () => {
  const { watch } = await openReplica();
  await change('kept');
  await expect.poll(() => watch.current()).toBe('kept');
  const undone = db.transaction().execute(async (tx) => {
    await writeVersion(tx, 'undone');
    throw new Error('undo');
  });
  await expect(undone).rejects.toThrow('undo');
  expect(await watch.current()).toBe('kept');
});

test('a read that fails after a reconnect is repeated until it works; meanwhile the last known version is served', async () => {
  const { watch } = await openReplica();
  await change('before');
  await expect.poll(() => watch.current()).toBe('before');
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  // The change is not announced, and the table can't be read.
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await writeVersion(tx, 'missed');
    await sql`alter table catalogue_state rename to catalogue_state_away`.execute(tx);
  });
  await endListeners(db);
  await expect.poll(() => countReads(rows[0]?.now)).toBeGreaterThan(0);
  expect(watch.current()).toBe('before');
  await sql`alter table catalogue_state_away rename to catalogue_state`.execute(db);
  await expect.poll(() => watch.current() === 'missed').toBe(true);
});

/** Counts connections whose last query read the version, and did so after this time. */
async function countReads(since: Date | undefined): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and query like 'select "version"%'
      and query_start > ${since}`.execute(db);
  return rows[0]?.count ?? 0;
}

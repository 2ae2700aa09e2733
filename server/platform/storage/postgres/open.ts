/** The database on a PostgreSQL server: its migrations and its pool. */
import { Kysely, sql } from 'kysely';
import { OperatorError } from '../../operator-error.ts';
import { reasonOf } from '../errors.ts';
import { hasShop, migrate } from '../migrate.ts';
import type { Db, Schema } from '../schema.ts';
import type { Storage } from '../storage.ts';
import { postgresDialect } from './driver.ts';
import { startHeartbeat } from './heartbeat.ts';
import { HostRing } from './hosts.ts';
import { type PoolSettings, WritablePool } from './pool.ts';

export interface PostgresSettings extends Partial<PoolSettings> {
  /** `postgres://user:password@host[:port][,host…]/database`, with the usual parameters for TLS. */
  url: string;
}

const DEFAULTS: PoolSettings = {
  poolSize: 10,
  statementTimeoutMs: 10_000,
  lockTimeoutMs: 2_000,
  idleTimeoutMs: 30_000,
};
/** For one task that may take its time: a migration that builds an index, or an audit. */
const SINGLE: PoolSettings = {
  poolSize: 1,
  statementTimeoutMs: 0,
  lockTimeoutMs: 0,
  idleTimeoutMs: 0,
};

/** @throws OperatorError if no host can be written to, or the database has something else than a shop of this release */
export async function openPostgres({ url, ...settings }: PostgresSettings): Promise<Storage> {
  const ring = new HostRing(url);
  await migrateAlone(ring);
  const pool = new WritablePool(ring, { ...DEFAULTS, ...settings });
  const heartbeat = ring.size > 1 ? startHeartbeat(ring, pool) : undefined;
  const db = openPool(pool);
  return {
    db,
    async check() {
      await sql`select 1`.execute(db);
    },
    warmUp: () => pool.warmUp(),
    readPool: () => pool.use,
    backlog: () => pool.backlog,
    notices: [],
    emptyLog: async () => true,
    async close() {
      await heartbeat?.stop();
      await db.destroy();
    },
  };
}

export function openPostgresReadOnly(url: string): Db {
  return openPool(new WritablePool(new HostRing(url), SINGLE));
}

function openPool(pool: WritablePool): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: postgresDialect(pool) });
}

/** Kysely takes an advisory lock, so any number of servers may start at once. */
async function migrateAlone(ring: HostRing): Promise<void> {
  const db = openPool(new WritablePool(ring, SINGLE));
  try {
    await hasShop(db, `on ${ring.names}`);
    await migrate(db);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`The database on ${ring.names} can't be used: ${reasonOf(error)}.`);
  } finally {
    await db.destroy();
  }
}

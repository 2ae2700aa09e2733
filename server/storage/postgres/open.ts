/** The database on a server: connections that follow the writable host, migrations, channels. */
import { Kysely, PostgresDialect, sql } from 'kysely';
import { reasonOf, StorageError } from '../errors.ts';
import { migrate } from '../migrate.ts';
import type { Schema } from '../schema.ts';
import { withoutShopperCache } from '../shopper-cache.ts';
import type { Storage } from '../storage.ts';
import { HostRing } from './hosts.ts';
import { listenOn } from './listen.ts';
import { WritablePool } from './pool.ts';

export interface PostgresSettings {
  /** `postgres://user:password@host[:port][,host…]/database`, with the usual parameters for TLS. */
  url: string;
  /** Connections at most; 10 where it isn't said. */
  poolSize?: number;
  /** Longer than that no statement runs; 0 is no limit. */
  statementTimeoutMs?: number;
  /** A connection that nobody used for that long is closed. */
  idleTimeoutMs?: number;
}

const DEFAULTS = { poolSize: 10, statementTimeoutMs: 10_000, idleTimeoutMs: 30_000 };

/** @throws StorageError where no host can be written to, or the tables can't be brought up to date */
export async function openPostgres(settings: PostgresSettings): Promise<Storage> {
  const { poolSize, statementTimeoutMs, idleTimeoutMs } = { ...DEFAULTS, ...settings };
  const ring = new HostRing(settings.url);
  await migrateOnce(ring);
  const pool = new WritablePool(ring, { poolSize, statementTimeoutMs, idleTimeoutMs });
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    check: async () => {
      await sql`select 1`.execute(db);
    },
    createShopperCache: withoutShopperCache,
    listen: (channel, listener) => listenOn({ ring, channel, listener }),
    readPool: () => pool.use,
    backlog: () => pool.backlog,
    close: () => db.destroy(),
  };
}

/**
 * On a connection of its own, which may take its time: an index of a large shop does. Kysely holds an
 * advisory lock meanwhile, so that any number of servers can start at once.
 */
async function migrateOnce(ring: HostRing): Promise<void> {
  const pool = new WritablePool(ring, { poolSize: 1, statementTimeoutMs: 0, idleTimeoutMs: 0 });
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  try {
    await migrate(db, 'postgres');
  } catch (error) {
    throw new StorageError(`The database on ${ring.names} can't be used: ${reasonOf(error)}.`);
  } finally {
    await db.destroy();
  }
}

/** The database of a drill, and its settings for servers and operators. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Refusal } from '../contract/refusals.ts';
import { temporaryFolder } from '../scripts/children.ts';
import type { Engine } from '../server/platform/storage/engine.ts';
import type { StorageOptions } from '../server/platform/storage/open.ts';
import type { Db } from '../server/platform/storage/schema.ts';
import { killPostgres, startPostgres } from './postgres.ts';

export interface Deployment {
  engine: Engine;
  /** The options for the operator of the catalogue. */
  storage: StorageOptions;
  /** The options for the operators of orders. */
  desk: StorageOptions;
  /** The environment of servers. */
  settings: Record<string, string>;
  /** Options of Node for servers and for the operators' process. */
  nodeOptions?: string[];
  /** The entry file of servers; by default the built shop. */
  entry?: string;
  /** Kills and restarts the database server, if the drill has started it. */
  restartDatabase?(): Promise<void>;
}

/** @throws MissingPart if PostgreSQL is not installed */
export async function createDeployment(engine: Engine): Promise<Deployment> {
  if (engine === 'sqlite') {
    const dataDir = join(temporaryFolder(), 'data');
    mkdirSync(dataDir);
    return deploymentOn({ dataDir });
  }
  const database = await startPostgres();
  const restartDatabase = () => killPostgres(database).then(() => database.restart());
  return { ...deploymentOn({ url: database.url }), restartDatabase };
}

/** A deployment on an existing database. */
export function deploymentOn(place: { dataDir: string } | { url: string }): Deployment {
  if ('dataDir' in place) {
    const storage = { dataDir: place.dataDir, exclusive: false };
    return { engine: 'sqlite', storage, desk: storage, settings: { DATA_DIR: place.dataDir } };
  }
  // `untilDisconnected` finds connections by this name.
  const as = (application: string) => {
    const url = new URL(place.url);
    url.searchParams.set('application_name', application);
    return { url: url.href, poolSize: 2 };
  };
  const settings = { DATABASE_URL: place.url };
  return { engine: 'postgres', storage: as('operator'), desk: as('desk'), settings };
}

/** Waits until PostgreSQL has ended the transactions of a dead process, which takes some time. */
export async function untilDisconnected(
  db: Db,
  engine: Engine,
  application: 'qkart' | 'desk',
): Promise<void> {
  const connections = sql`
    select pid from pg_stat_activity
    where datname = current_database() and application_name = ${application}`;
  while (engine === 'postgres') {
    try {
      const { rows } = await connections.execute(db);
      if (rows.length === 0) return;
    } catch (error) {
      // The database refuses connections while it restarts.
      if (!(error instanceof Refusal)) throw error;
    }
    await sleep(5);
  }
}

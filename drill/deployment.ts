/** The database of a drill, and how servers and the operator reach it. */
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
  /** For the operator of the catalogue. */
  storage: StorageOptions;
  /** For the order desk. */
  desk: StorageOptions;
  /** For servers. */
  settings: Record<string, string>;
  /** For servers and the order desk. */
  nodeOptions?: string[];
  /** Of servers; missing: the built shop. */
  entry?: string;
  /** Kills a database server of the drill's own, and starts it again. */
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

/** On a database that others may use as well. */
export function deploymentOn(place: { dataDir: string } | { url: string }): Deployment {
  if ('dataDir' in place) {
    const storage = { dataDir: place.dataDir, exclusive: false };
    return { engine: 'sqlite', storage, desk: storage, settings: { DATA_DIR: place.dataDir } };
  }
  // `untilDisconnected` knows connections by this name.
  const as = (application: string) => {
    const url = new URL(place.url);
    url.searchParams.set('application_name', application);
    return { url: url.href, poolSize: 2 };
  };
  const settings = { DATABASE_URL: place.url };
  return { engine: 'postgres', storage: as('operator'), desk: as('desk'), settings };
}

/** PostgreSQL goes on with the transactions of a dead process until it notices; waits for the last to end. */
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
      // The database has just been restarted.
      if (!(error instanceof Refusal)) throw error;
    }
    await sleep(5);
  }
}

/** Where the shop of a drill lives: its database, and how that is killed. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Refusal } from '../../contract/refusals.ts';
import type { Engine } from '../../server/storage/engine.ts';
import type { Db } from '../../server/storage/schema.ts';
import type { StorageOptions } from '../../server/storage/storage.ts';
import { drillFolder } from '../children.ts';
import { startSoleDatabase, strike } from '../database.ts';
import type { Program } from '../replica.ts';

export interface Site {
  engine: Engine;
  /** For the operator. */
  storage: StorageOptions;
  /** For servers. */
  settings: Record<string, string>;
  /** What is run where it isn't the shop as it was built. */
  program?: Program | undefined;
  /** Kills the database and brings it back, where it is a process of its own that is this drill's alone. */
  killDatabase?(): Promise<void>;
}

/** @throws MissingPart where PostgreSQL isn't all there */
export async function openSite(engine: Engine): Promise<Site> {
  if (engine === 'sqlite') return siteOf({ dataDir: join(drillFolder(), 'data') });
  const database = await startSoleDatabase();
  return {
    ...siteOf({ url: database.url }),
    async killDatabase() {
      strike(database.server, 'SIGKILL');
      await database.server.process.ended;
      await database.restart();
    },
  };
}

/** The shop in this folder, or in this database, whose server others use as well. */
export function siteOf(place: { dataDir: string } | { url: string }): Site {
  if ('dataDir' in place) {
    return {
      engine: 'sqlite',
      storage: { dataDir: place.dataDir, exclusive: false },
      settings: { DATA_DIR: place.dataDir },
    };
  }
  const url = new URL(place.url);
  // Not to be taken for the shop's own connections.
  url.searchParams.set('application_name', 'operator');
  return {
    engine: 'postgres',
    storage: { url: url.href, poolSize: 2 },
    settings: { DATABASE_URL: place.url },
  };
}

/** A killed server's transactions go on in the database until that notices: waits until there are none. */
export async function untilNothingIsLeft(db: Db, { engine }: Site): Promise<void> {
  if (engine === 'sqlite') return;
  for (;;) {
    const left = await countConnections(db).catch((error) => {
      // The database has just been away.
      if (error instanceof Refusal) return undefined;
      throw error;
    });
    if (left === 0) return;
    await sleep(5);
  }
}

async function countConnections(db: Db): Promise<number> {
  const { rows } = await sql`
    select pid from pg_stat_activity
    where datname = current_database() and application_name = 'qkart'`.execute(db);
  return rows.length;
}

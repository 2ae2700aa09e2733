/** The catalogue's version, which cached pages and the search index ask for. */
import { setTimeout as sleep } from 'node:timers/promises';
import { engineOf } from '../../platform/storage/engine.ts';
import type { Db } from '../../platform/storage/schema.ts';
import { readVersion } from './store.ts';

const POLL_MS = 250;

export interface CatalogueVersion {
  current(): Promise<string>;
  close(): Promise<void>;
}

/**
 * On SQLite the version is read for each request, which takes some microseconds. On PostgreSQL it is polled, so it may
 * be a quarter of a second old, and is older while the database can't be reached: pages are still served then, and
 * checkout reads prices in its own transaction.
 */
export function openVersion(db: Db): CatalogueVersion {
  return engineOf(db) === 'postgres' ? pollVersion(db) : readEachTime(db);
}

function readEachTime(db: Db): CatalogueVersion {
  return { current: () => readVersion(db), close: async () => {} };
}

function pollVersion(db: Db): CatalogueVersion {
  const closing = new AbortController();
  let known: string | undefined;

  async function read(): Promise<string> {
    known = await readVersion(db);
    return known;
  }

  async function poll(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      // The last known version stays if the database doesn't answer.
      await read().catch(() => {});
      await sleep(POLL_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  const polling = poll(closing.signal);
  return {
    current: async () => known ?? read(),
    async close() {
      closing.abort();
      await polling;
    },
  };
}

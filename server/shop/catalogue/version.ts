/** The catalogue's version, which cached responses and the search index ask for. */
import { startRuns } from '../../platform/run-every.ts';
import type { AppServices } from '../../platform/services.ts';
import type { Db } from '../../platform/storage/schema.ts';
import { readVersionOfLists } from './store.ts';

const POLL_MS = 250;

export interface CatalogueVersion {
  current(): Promise<string>;
  close(): Promise<void>;
}

/**
 * Polls the version, which other processes change, too: it may be a quarter of a second old. While the database can't
 * be read, the last known version stays, so cached pages are still served. Checkout reads prices in its own transaction.
 */
export function openVersion(db: Db): CatalogueVersion {
  let known: string | undefined;

  async function read(): Promise<string> {
    known = await readVersionOfLists(db);
    return known;
  }

  const polls = startRuns({ everyMs: POLL_MS, task: read });
  return { current: async () => known ?? read(), close: polls.stop };
}

/**
 * The version for a request to the API's lists. Products that a cart asks for by their ids are as of now: right after
 * checkout has refused old prices, the page must not be shown them again.
 * @param versionOfLists the version of all other lists
 */
export function versionForList(
  { db }: Pick<AppServices, 'db'>,
  versionOfLists: () => Promise<string>,
) {
  return ({ query }: { query: unknown }): Promise<string> =>
    Object.hasOwn(query as object, 'ids') ? readVersionOfLists(db) : versionOfLists();
}

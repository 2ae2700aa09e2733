import type { Storage, WatchedValue } from '../../platform/storage/storage.ts';
import { readVersion } from './store.ts';

/** Where PostgreSQL announces a new version; see its migrations. */
const CHANNEL = 'catalogue_version';

/**
 * The catalogue's version, kept in the memory of every process. On PostgreSQL it may be some milliseconds old, and
 * is older while the database can't be reached: checkout reads prices in its own transaction.
 */
export function watchVersion({ db, watch }: Pick<Storage, 'db' | 'watch'>): WatchedValue {
  return watch(CHANNEL, () => readVersion(db));
}

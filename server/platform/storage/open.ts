/** Opens a database, on the engine that the settings name. */
import type { PostgresSettings } from './postgres/open.ts';
import type { SqliteSettings } from './sqlite/open.ts';
import type { Storage } from './storage.ts';

/** A file on this machine, or a server that any number of machines share. */
export type StorageOptions = SqliteSettings | PostgresSettings;

/**
 * Opens the database and migrates it.
 * @throws OperatorError if it can't be reached, read or written, or another server uses it
 */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  // Only the driver of this engine is loaded.
  if ('url' in options) return (await import('./postgres/open.ts')).openPostgres(options);
  return (await import('./sqlite/open.ts')).openSqlite(options);
}

/** The database of a shop, on either engine. Only this folder knows what one of them needs. */

import type { PostgresSettings } from './postgres/open.ts';
import type { Db } from './schema.ts';
import type { CreateShopperCache } from './shopper-cache.ts';
import type { SqliteSettings } from './sqlite/open.ts';

export interface Storage {
  db: Db;
  /** Health check. Rejects where the database can't be read, or failed to write and still does. */
  check(): Promise<void>;
  /**
   * Keeps a value of the database in memory, also where another process changes it.
   * @param channel where PostgreSQL announces a new value, see its migrations
   * @param read reads the value from `db`
   */
  watch(channel: string, read: () => Promise<string>): WatchedValue;
  /**
   * Does a work on one server at a time: on another one as soon as this one stops, dies or loses the database.
   * @param name the work's, the same on all servers
   * @param work goes on until the signal, and never rejects
   */
  lead(name: string, work: LeadWork): Leading;
  /** Caches what requests read of shoppers, where no other server changes it. */
  createShopperCache: CreateShopperCache;
  /** The connection pool at this moment; only on PostgreSQL. */
  readPool?: () => PoolUse;
  /** How full the queue for a connection is, 1 where there is no more room; only on PostgreSQL. */
  backlog?: () => number;
  /** Leaves nothing of deleted rows in the file; only on SQLite. @throws StorageError */
  compact?: () => Promise<void>;
  close(): Promise<void>;
}

export interface WatchedValue {
  /** A promise only while the value has to be read. */
  current(): string | Promise<string>;
  close(): Promise<void>;
}

export type LeadWork = (stop: AbortSignal) => Promise<void>;

export interface Leading {
  /** Resolves when the work has stopped, and another server may do it. */
  close(): Promise<void>;
}

export interface PoolUse {
  /** Open connections. */
  size: number;
  /** Of those, the ones that nobody uses. */
  idle: number;
  /** Transactions and queries in the queue for a connection. */
  waiting: number;
}

/** A file on this machine, or a server that any number of machines share. */
export type StorageOptions = SqliteSettings | PostgresSettings;

/**
 * Opens the database and migrates it.
 * @throws StorageError where it can't be reached, read or written, or another server uses it
 */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  // Only the driver of this engine is loaded.
  if ('url' in options) return (await import('./postgres/open.ts')).openPostgres(options);
  return (await import('./sqlite/open.ts')).openSqlite(options);
}

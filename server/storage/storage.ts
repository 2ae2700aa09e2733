/** Opens the shop's database, whichever engine it is on, and brings its tables to today's shape. */

import type { PostgresSettings } from './postgres/open.ts';
import type { PoolUse } from './postgres/pool.ts';
import type { Db } from './schema.ts';
import type { CreateShopperCache } from './shopper-cache.ts';
import type { SqliteSettings } from './sqlite/open.ts';

export interface Storage {
  db: Db;
  /** Rejects where the database can't be read, or where it couldn't be written lately and still can't. */
  check(): Promise<void>;
  /** Told what is written to a channel; only where other processes on the network write, too. */
  listen?: Listen;
  /** Another number once anybody has written; only where all of them are on this machine. */
  writes?: () => number;
  /** Caches what requests read of shoppers, where no other server changes it. */
  createShopperCache: CreateShopperCache;
  /** How busy the connections are, where there are several. */
  readPool?: () => PoolUse;
  /** How much of the room for those who wait for a connection is taken: 1 where it is full. */
  backlog?: () => number;
  close(): Promise<void>;
}

export type Listen = (channel: string, listener: ChannelListener) => Listening;

export interface ChannelListener {
  /** From now on every message arrives; asked anew after each break. */
  onListening(): unknown;
  onMessage(payload: string): void;
  /** Messages may be missed from now on. */
  onLost(): void;
}

export interface Listening {
  close(): Promise<void>;
}

/** One machine's file, or a server for any number of machines. */
export type StorageOptions = SqliteSettings | PostgresSettings;

/**
 * Opens and migrates the database.
 * @throws StorageError where it can't be reached, written or understood, or another server has it
 */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  // Each loads its own driver.
  if ('url' in options) return (await import('./postgres/open.ts')).openPostgres(options);
  return (await import('./sqlite/open.ts')).openSqlite(options);
}

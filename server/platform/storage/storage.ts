/** The database of a shop, on either engine. Only this folder knows what one of them needs. */
import type { Db } from './schema.ts';

export interface Storage {
  db: Db;
  /** Health check. Rejects if the database can't be read, or failed to write and still does. */
  check(): Promise<void>;
  /** Prepares for a burst of requests right after the start: opens the connections to PostgreSQL. Never fails. */
  warmUp(): Promise<void>;
  /** The connection pool at this moment; undefined on SQLite. */
  readPool(): PoolUse | undefined;
  /** How full the queue for connections is for the client of the current work; 1 is full. */
  backlog(): number;
  /** What opening the database changed or found, a sentence each, for the log. */
  notices: readonly string[];
  /**
   * Empties the write-ahead log, which has old copies of changed and deleted rows. The database file has none.
   * @returns false if another process is reading the log. On PostgreSQL, which cares for its log itself, true.
   */
  emptyLog(): Promise<boolean>;
  close(): Promise<void>;
}

export interface PoolUse {
  /** Open connections. */
  size: number;
  /** Idle connections. */
  idle: number;
  /** Transactions and queries in the queue for a connection. */
  waiting: number;
}

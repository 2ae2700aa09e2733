/** The database of a shop, on either engine. Only this folder knows what one of them needs. */
import type { Db } from './schema.ts';

export interface Storage {
  db: Db;
  /** Health check. Rejects if the database can't be read, or failed to write and still does. */
  check(): Promise<void>;
  /** The connection pool at this moment; undefined on SQLite. */
  readPool(): PoolUse | undefined;
  /** The part of the queue for a connection that is in use; 1 means that it is full. */
  backlog(): number;
  /** Removes deleted rows from the file. PostgreSQL does so itself. @throws OperatorError */
  compact(): Promise<void>;
  close(): Promise<void>;
}

export interface PoolUse {
  /** Open connections. */
  size: number;
  /** Open connections that nobody uses. */
  idle: number;
  /** Transactions and queries in the queue for a connection. */
  waiting: number;
}

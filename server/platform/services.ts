import type { Meter } from './metrics/meter.ts';
import type { Db } from './storage/schema.ts';
import type { Outbox } from './webhooks/outbox.ts';

/** The database, and what tests decide themselves. */
export interface Services {
  db: Db;
  /** Milliseconds since 1970 UTC. */
  now(): number;
  /** A new, unique, time-ordered id. */
  newId(): string;
}

/** What changes shoppers' data gets. */
export interface ShopServices extends Services {
  /** Records events for the receiver of webhooks. */
  outbox: Outbox;
  /** Counts sales. */
  meter: Meter;
}

/** What the routes of a server get. */
export interface AppServices extends ShopServices {
  /** Rejects if the database can't be read or written. */
  checkDatabase(): Promise<void>;
  /** Changes with every change of the catalogue. */
  catalogueVersion(): Promise<string>;
  /** The part of the database's queue that is in use; 1 means that it is full. */
  databaseBacklog(): number;
  /** Removes old copies of deleted rows from the log of the database, if nobody reads it at the moment. */
  emptyLog(): Promise<boolean>;
}

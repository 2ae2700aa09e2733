import type { ShopEvent } from '../../contract/events.ts';
import type { Db, NewEventRow, Tx } from './storage/schema.ts';

/** The database, and what tests decide themselves. */
export interface Services {
  db: Db;
  /** Milliseconds since 1970 UTC. */
  now(): number;
  /** A new, unique, time-ordered id. */
  newId(): string;
}

/** Who changes the shop from outside of it. */
export interface Operator {
  name: string;
  /** Where the change comes from: 'command', or 'start' for what the program does itself. */
  origin: string;
}

/** What operators' changes of the shop get, each of which is in the log. */
export interface OperatorServices extends Services {
  operator: Operator;
}

export interface NewEvent
  extends Pick<NewEventRow, 'user_id' | 'order_id' | 'number' | 'created_at'> {
  event: ShopEvent;
}

export interface Outbox {
  /** @param event creates the event; called only if webhooks are on */
  add(tx: Tx, event: () => Promise<NewEvent>): Promise<void>;
  /** Sends committed events without delay. Other servers find them within a second. */
  wake(): void;
}

/** Counts committed sales and grants. Amounts are cents. */
export interface Meter {
  orderPlaced(totalCents: number): void;
  moneyGranted(cents: number): void;
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

/** The identity of the shop, and the events that it sends. */
import type { Generated, Insertable } from 'kysely';
import type { EventType } from '../../../../contract/events.ts';

/** The outbox of webhooks. A row without `next_attempt_at` is delivered, or was given up. */
export interface EventsTable {
  /** The `webhook-id`: the same with every attempt. */
  id: string;
  type: EventType;
  /** Whose account or order it is: the payload may name this person. */
  user_id: string;
  /** Null for an event of an account. */
  order_id: string | null;
  /** The place in the order's life: 0 for its beginning, then the number of the change. */
  number: number;
  /** The body as it is sent: JSON. */
  payload: string;
  created_at: number;
  /** When it was recorded, or an operator retried it last. */
  waiting_since: number;
  /** Counts the attempts that failed and the one that was accepted; 0 by default. */
  attempts: Generated<number>;
  next_attempt_at: number | null;
  delivered_at: number | null;
  /** Why the last attempt failed. */
  last_error: string | null;
}
export type NewEventRow = Insertable<EventsTable>;

export interface WebhookSettingsTable {
  /** Always 1. */
  id: number;
  /** 1 if the shop that started last sends events, else 0. */
  wants_events: number;
}

/** Has a row once a backup was made. It is not moved: a moved shop has no backup. */
export interface LastBackupTable {
  /** Always 1. */
  id: number;
  /** The moment that the backup has. */
  made_at: number;
}

export interface ShopIdentityTable {
  /** Always 1. */
  id: number;
  /** The hash of the document and the pictures. */
  version: string;
  /** A `ShopIdentity` as JSON. */
  document: string;
  /** `IdentityPictures` as JSON; null if an earlier release imported the identity. */
  pictures: string | null;
}

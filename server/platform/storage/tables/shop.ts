/** The identity of the shop, and the events that it sends. */
import { eventTypes } from '../../../../contract/events.ts';
import { flag, integer, only, table, text, time, union } from './columns.ts';

export const shop = {
  /** The outbox of webhooks. A row without `next_attempt_at` is delivered, or was given up. */
  events: table({
    columns: {
      /** The `webhook-id`: the same with every attempt. */
      id: text({ key: true }),
      type: union(eventTypes),
      /** Whose account or order it is: the payload may name this person. */
      user_id: text({ references: 'users.id' }),
      /** Null for an event of an account. */
      order_id: text({ null: true, references: 'orders.id' }),
      /** The place in the order's life: 0 for its beginning, then the number of the change. */
      number: integer({ check: '>= 0' }),
      /** The JSON body to send. */
      payload: text(),
      created_at: time(),
      /** Counts the attempts that failed and the one that was accepted. */
      attempts: integer({ default: 0, check: '>= 0' }),
      next_attempt_at: time({ null: true }),
      delivered_at: time({ null: true }),
      /** Why the last attempt failed. */
      last_error: text({ null: true }),
      /** When it was recorded, or an operator retried it last. */
      waiting_since: time({ default: 0 }),
    },
    uniques: { events_in_order: ['order_id', 'number', 'type'] },
    constraints: {
      events_order_check: "check ((type = 'account.erased') = (order_id is null))",
      events_state_check: 'check (next_attempt_at is null or delivered_at is null)',
    },
    indexes: {
      events_user_id: '(user_id)',
      events_next_attempt_at: '(next_attempt_at)',
      events_delivered_at: '(delivered_at)',
    },
  }),

  webhook_settings: table({
    columns: {
      id: only(),
      /** 1 if the shop that started last sends events. */
      wants_events: flag(),
    },
  }),

  /** Has a row once a backup was made. A moved shop has no backup. */
  last_backup: table({
    columns: {
      id: only(),
      /** The moment that the backup has. */
      made_at: time(),
    },
    isLocal: true,
  }),

  shop_identity: table({
    columns: {
      id: only(),
      /** The hash of the document and the pictures. */
      version: text(),
      /** A `ShopIdentity` as JSON. */
      document: text(),
      /** `IdentityPictures` as JSON. */
      pictures: text(),
    },
  }),
};

/** The outbox in the database. An event waits while it has a `next_attempt_at`. */
import { sql } from 'kysely';
import type { EventType } from '../../../contract/events.ts';
import type { NewEvent } from '../services.ts';
import type { Db, Tx } from '../storage/schema.ts';

/** Adds an event that is due at once. */
export async function addEvent(tx: Tx, id: string, { event, ...row }: NewEvent): Promise<void> {
  await tx
    .insertInto('events')
    .values({
      ...row,
      id,
      type: event.type,
      payload: JSON.stringify(event),
      next_attempt_at: row.created_at,
      waiting_since: row.created_at,
    })
    .execute();
}

export interface WaitingEvent {
  id: string;
  type: EventType;
  userId: string;
  orderId: string | null;
  payload: string;
  /** The number of failed attempts. */
  attempts: number;
  /** Milliseconds since 1970 UTC. */
  waitingSince: number;
}

/**
 * Claims the events to send next, the longest due first. No other server gets them before the lease ends. An order's
 * next event is its earliest waiting one. The event that a person was erased waits until no other event of the
 * person waits.
 * @param leaseEndsAt the time at which they are due again if this server dies; milliseconds since 1970 UTC
 */
export async function claimDueEvents(
  db: Db,
  { now, limit, leaseEndsAt }: { now: number; limit: number; leaseEndsAt: number },
): Promise<WaitingEvent[]> {
  const claimed = await db
    .with('due', (cte) =>
      cte
        .selectFrom('events')
        .select('id')
        .where('next_attempt_at', '<=', now)
        .where(({ eb, not, or, exists, selectFrom }) => {
          const waiting = selectFrom('events as earlier')
            .select('earlier.id')
            .where('earlier.next_attempt_at', 'is not', null);
          const ofOrder = waiting
            .whereRef('earlier.order_id', '=', 'events.order_id')
            // A change comes before its document.
            .where(sql<boolean>`
              (earlier.number, earlier.type = 'invoice.issued') < (events.number, events.type = 'invoice.issued')`);
          const ofPerson = waiting
            .whereRef('earlier.user_id', '=', 'events.user_id')
            .where('earlier.order_id', 'is not', null);
          const isErasure = eb('events.order_id', 'is', null);
          return not(or([exists(ofOrder), isErasure.and(exists(ofPerson))]));
        })
        .orderBy('next_attempt_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('events')
    .set({ next_attempt_at: leaseEndsAt })
    .where('id', 'in', (eb) => eb.selectFrom('due').select('due.id'))
    .returning(['id', 'type', 'user_id as userId', 'order_id as orderId', 'payload', 'attempts'])
    .returning(['waiting_since', 'created_at'])
    .execute();
  // Ids are ordered by time.
  return claimed
    .map(({ waiting_since, created_at, ...event }) => ({
      ...event,
      waitingSince: Math.max(waiting_since, created_at),
    }))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** Releases a claimed event, which is then due at once on any server. */
export async function releaseEvent(db: Db, { id, attempts }: Claim, now: number): Promise<void> {
  await db
    .updateTable('events')
    .set({ next_attempt_at: now })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('next_attempt_at', 'is not', null)
    .execute();
}

type Claim = Pick<WaitingEvent, 'id' | 'attempts'>;

/** Marks an event as delivered, even if another server has saved an outcome meanwhile. */
export async function noteDelivered(db: Db, { id, attempts }: Claim, now: number): Promise<void> {
  await db
    .updateTable('events')
    .set({
      attempts: attempts + 1,
      next_attempt_at: null,
      delivered_at: now,
      last_error: null,
    })
    .where('id', '=', id)
    .execute();
}

/**
 * Saves a failed attempt. Does nothing if another server has saved an outcome meanwhile.
 * @param nextAttemptAt null if this was the last attempt
 */
export async function noteFailed(
  db: Db,
  { id, attempts }: Claim,
  { reason, nextAttemptAt }: { reason: string; nextAttemptAt: number | null },
): Promise<void> {
  await db
    .updateTable('events')
    .set({ attempts: attempts + 1, next_attempt_at: nextAttemptAt, last_error: reason })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('next_attempt_at', 'is not', null)
    .execute();
}

/** Marks events that have waited since this time as failed for good, tried or not. @returns their number */
export async function giveUpOldEvents(db: Db, waitingSince: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('events')
    .set((eb) => ({
      next_attempt_at: null,
      last_error: eb.fn.coalesce('last_error', eb.val('not sent within three days')),
    }))
    .where('next_attempt_at', 'is not', null)
    .where('waiting_since', '<=', waitingSince)
    // Servers of the last release record events without it.
    .where('created_at', '<=', waitingSince)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Deletes events that were delivered, or recorded and failed for good, before these times. */
export async function deleteOldEvents(
  db: Db,
  { deliveredBefore, givenUpBefore }: { deliveredBefore: number; givenUpBefore: number },
): Promise<void> {
  await db.deleteFrom('events').where('delivered_at', '<', deliveredBefore).execute();
  await db
    .deleteFrom('events')
    .where('delivered_at', 'is', null)
    .where('next_attempt_at', 'is', null)
    .where('created_at', '<', givenUpBefore)
    .execute();
}

/** Events that are not delivered. */
export interface EventBacklog {
  waiting: number;
  /** Age of the oldest waiting event in milliseconds; 0 if none waits. */
  oldestAgeMs: number;
  /** Events whose delivery failed for good; an operator can retry them. */
  givenUp: number;
}

export async function readBacklog(db: Db, now: number): Promise<EventBacklog> {
  const { waiting, all, oldest } = await db
    .selectFrom('events')
    .select(({ fn, eb }) => [
      fn.count<number>('next_attempt_at').as('waiting'),
      fn.countAll<number>().as('all'),
      fn
        .min<number | null>(
          eb.case().when('next_attempt_at', 'is not', null).then(eb.ref('created_at')).end(),
        )
        .as('oldest'),
    ])
    .where('delivered_at', 'is', null)
    .executeTakeFirstOrThrow();
  const oldestAgeMs = oldest === null ? 0 : Math.max(0, now - oldest);
  return { waiting, oldestAgeMs, givenUp: all - waiting };
}

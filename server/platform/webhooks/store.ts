/** The outbox in the database. An event waits while it has a `next_attempt_at`. */
import type { EventType, ShopEvent } from '../../../contract/events.ts';
import type { EventBacklog } from '../services.ts';
import { compileOnce } from '../storage/compile-once.ts';
import type { Db, NewEventRow, Tx } from '../storage/schema.ts';

type NewEvent = Pick<NewEventRow, 'id' | 'user_id' | 'order_id' | 'number' | 'created_at'>;

const insertEvent = compileOnce((db: Db, event: NewEvent & Pick<NewEventRow, 'type' | 'payload'>) =>
  db.insertInto('events').values({
    id: event.id,
    type: event.type,
    user_id: event.user_id,
    order_id: event.order_id,
    number: event.number,
    payload: event.payload,
    created_at: event.created_at,
    next_attempt_at: event.created_at,
  }),
);

/** Due at once. */
export async function addEvent(tx: Tx, row: NewEvent, event: ShopEvent): Promise<void> {
  await insertEvent(tx, { ...row, type: event.type, payload: JSON.stringify(event) });
}

export interface WaitingEvent {
  id: string;
  type: EventType;
  userId: string;
  orderId: string | null;
  payload: string;
  /** Those that failed. */
  attempts: number;
}

/**
 * The events to send next, the longest due first: of each order the earliest that waits.
 * @param except events that are being sent
 */
export function findDueEvents(
  db: Db,
  { now, limit, except }: { now: number; limit: number; except: readonly string[] },
): Promise<WaitingEvent[]> {
  let query = db
    .selectFrom('events')
    .select(['id', 'type', 'user_id as userId', 'order_id as orderId', 'payload', 'attempts'])
    .where('next_attempt_at', '<=', now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('events as earlier')
            .select('earlier.id')
            .whereRef('earlier.order_id', '=', 'events.order_id')
            .whereRef('earlier.number', '<', 'events.number')
            .where('earlier.next_attempt_at', 'is not', null),
        ),
      ),
    );
  if (except.length > 0) query = query.where('id', 'not in', except);
  return query.orderBy('next_attempt_at').limit(limit).execute();
}

/** The receiver has it, whatever else was noted meanwhile. */
export async function noteDelivered(
  db: Db,
  { id, attempts }: Pick<WaitingEvent, 'id' | 'attempts'>,
  now: number,
): Promise<void> {
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
 * Does nothing where somebody else has noted an attempt meanwhile.
 * @param nextAttemptAt null gives the event up
 */
export async function noteFailed(
  db: Db,
  { id, attempts }: Pick<WaitingEvent, 'id' | 'attempts'>,
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

/** Deletes events that were delivered, or recorded and given up, before these times. */
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

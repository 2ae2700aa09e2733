/** Operators list and retry events. */
import type { EventType } from '../../../contract/events.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { logChange } from '../../platform/operator-log.ts';
import type { OperatorServices } from '../../platform/services.ts';
import type { Db, Tx } from '../../platform/storage/schema.ts';
import { transact } from '../../platform/storage/transaction.ts';

/** Events per query. */
const PAGE_SIZE = 500;

export const eventStates = ['waiting', 'delivered', 'given up'] as const;
export type EventState = (typeof eventStates)[number];

export interface AdminEvent {
  id: string;
  type: EventType;
  userId: string;
  /** Null for an event of an account. */
  orderId: string | null;
  /** The short number of the order. */
  orderNumber: string | null;
  state: EventState;
  createdAt: number;
  attempts: number;
  /** The time of the next attempt if the event waits, else null. */
  nextAttemptAt: number | null;
  deliveredAt: number | null;
  /** Why the last attempt failed. */
  lastError: string | null;
}

export interface EventFilter {
  state?: EventState | undefined;
  orderId?: string | undefined;
}

/** Reads events page by page, newest first. */
export async function* findEvents(
  db: Db,
  { state, orderId }: EventFilter,
): AsyncGenerator<AdminEvent[]> {
  for (let after: string | undefined; ; ) {
    let query = db
      .selectFrom('events')
      .leftJoin('orders', 'orders.id', 'order_id')
      .select([
        'events.id',
        'type',
        'events.user_id as userId',
        'order_id as orderId',
        'orders.number as orderNumber',
        'created_at as createdAt',
        'attempts',
        'next_attempt_at as nextAttemptAt',
        'delivered_at as deliveredAt',
        'last_error as lastError',
      ]);
    if (orderId !== undefined) query = query.where('order_id', '=', orderId);
    if (state !== undefined) {
      query = query
        .where('next_attempt_at', state === 'waiting' ? 'is not' : 'is', null)
        .where('delivered_at', state === 'delivered' ? 'is not' : 'is', null);
    }
    if (after !== undefined) query = query.where('events.id', '<', after);
    const rows = await query.orderBy('events.id', 'desc').limit(PAGE_SIZE).execute();
    after = rows.at(-1)?.id;
    if (after === undefined) return;
    yield rows.map((row) => ({ ...row, state: stateOf(row) }));
  }
}

/** Events whose delivery failed for good. */
export async function countGivenUp(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('events')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('next_attempt_at', 'is', null)
    .where('delivered_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

function stateOf({
  nextAttemptAt,
  deliveredAt,
}: Pick<AdminEvent, 'nextAttemptAt' | 'deliveredAt'>): EventState {
  if (nextAttemptAt !== null) return 'waiting';
  return deliveredAt === null ? 'given up' : 'delivered';
}

/**
 * Sends events again in any state, with the same `webhook-id`. If the first attempt fails, more follow for three
 * days.
 * @returns the ids that exist
 */
export async function retryEvents(db: Db, ids: readonly string[], now: number): Promise<string[]> {
  const found: string[] = [];
  for (let start = 0; start < ids.length; start += PAGE_SIZE) {
    const rows = await db
      .updateTable('events')
      .set({ attempts: 0, next_attempt_at: now, waiting_since: now, delivered_at: null })
      .where('id', 'in', ids.slice(start, start + PAGE_SIZE))
      .returning('id')
      .execute();
    found.push(...rows.map(({ id }) => id));
  }
  return found;
}

/**
 * Sends the named events again, all of them or none.
 * @param ids empty for all events whose delivery failed for good
 * @returns the number of events
 * @throws OperatorError if there is no such event
 */
export function sendAgain(services: OperatorServices, ids: readonly string[]): Promise<number> {
  return transact(services.db, async (tx) => {
    const now = services.now();
    const events = await (ids.length === 0 ? retryGivenUpEvents(tx, now) : retryAll(tx, ids, now));
    await logChange(tx, services, { action: 'events retried', after: { events } }, now);
    return events;
  });
}

/** @throws OperatorError if there is no such event */
async function retryAll(tx: Tx, ids: readonly string[], now: number): Promise<number> {
  const found = await retryEvents(tx, ids, now);
  const missing = ids.filter((id) => !found.includes(id));
  if (missing.length === 0) return found.length;
  const lines = missing.map((id) => `There is no event ${JSON.stringify(id)}.`);
  throw new OperatorError(lines.join('\n'));
}

async function retryGivenUpEvents(tx: Tx, now: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('events')
    .set({ attempts: 0, next_attempt_at: now, waiting_since: now })
    .where('next_attempt_at', 'is', null)
    .where('delivered_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

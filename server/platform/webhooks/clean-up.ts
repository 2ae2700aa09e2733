/**
 * Gives up events that have waited for too long, and deletes old ones. It needs no receiver: it also runs while the
 * receiver is down, and without webhooks.
 */
import type { RegularTask } from '../run-every.ts';
import type { Services } from '../services.ts';
import type { Db } from '../storage/schema.ts';
import { deleteOldEvents, giveUpOldEvents } from './store.ts';

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;
/** Time after which delivery has failed for good, from the recording of the event or an operator's retry. */
export const GIVE_UP_AFTER_MS = 3 * DAY_MS;
const KEEP_DELIVERED_MS = 7 * DAY_MS;
const KEEP_GIVEN_UP_MS = 30 * DAY_MS;

/** @returns how many events were given up */
export async function cleanUpEvents(db: Db, now: number): Promise<number> {
  const givenUp = await giveUpOldEvents(db, now - GIVE_UP_AFTER_MS);
  await deleteOldEvents(db, {
    deliveredBefore: now - KEEP_DELIVERED_MS,
    givenUpBefore: now - KEEP_GIVEN_UP_MS,
  });
  return givenUp;
}

/** Cleans up when the shop starts, and every hour. */
export function cleanUpRegularly(
  { db, now }: Pick<Services, 'db' | 'now'>,
  log: { error(details: object, message: string): void },
): RegularTask {
  return {
    everyMs: HOUR_MS,
    async task() {
      const events = await cleanUpEvents(db, now());
      if (events > 0) log.error({ events }, 'events given up');
    },
    failure: 'the outbox cannot be cleaned up',
  };
}

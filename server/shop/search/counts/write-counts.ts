/** Writes the counts of searches once a minute, so that no search waits for them, and deletes old ones. */
import { createDayFormat } from '../../../platform/days.ts';
import type { RegularTask } from '../../../platform/run-every.ts';
import type { Services } from '../../../platform/services.ts';
import { readIdentity } from '../../identity/store.ts';
import type { SearchCounter } from './search-counter.ts';
import { addSearchCounts, deleteSearchCounts } from './store.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const KEEP_MS = 90 * DAY_MS;

/** Days are those of the shop's time zone. @param counter without it, old counts are only deleted */
export function createCountWriter(
  { db, now }: Pick<Services, 'db' | 'now'>,
  counter: SearchCounter | undefined,
) {
  /** The day of the current counts. */
  let today: string | undefined;
  /** A failure loses the counts of a minute. */
  return async function write(): Promise<void> {
    const { timeZone = 'UTC' } = (await readIdentity(db)) ?? {};
    const dayOf = createDayFormat(timeZone);
    const day = dayOf(now());
    const counts = counter?.take() ?? [];
    await addSearchCounts(db, today ?? day, counts);
    if (day === today) return;
    if (today !== undefined) counter?.clear();
    today = day;
    await deleteSearchCounts(db, dayOf(now() - KEEP_MS));
  };
}

/** Writes every minute, and when the server closes. */
export function countRegularly(
  services: Pick<Services, 'db' | 'now'>,
  counter: SearchCounter | undefined,
): RegularTask {
  const write = createCountWriter(services, counter);
  const failure = 'searches of a minute cannot be counted';
  return { everyMs: MINUTE_MS, task: write, finish: write, failure };
}

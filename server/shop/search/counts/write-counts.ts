/** Writes the counts of searches once a minute, so that no search waits for them, and deletes old ones. */
import { createDayFormat } from '../../../platform/days.ts';
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
  /** The day of what is counted now. */
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

/** @param onFailure called whenever a minute is lost */
export function createRegularWriter(
  services: Pick<Services, 'db' | 'now'>,
  counter: SearchCounter | undefined,
  onFailure: (error: unknown) => void,
) {
  const write = createCountWriter(services, counter);
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  const run = () => {
    writing = writing.then(write).catch(onFailure);
    return writing;
  };
  return {
    async start() {
      timer = setInterval(run, MINUTE_MS).unref();
      void run();
    },
    /** Writes what is left. */
    async stop() {
      clearInterval(timer);
      await run();
    },
  };
}

import type { Leading, LeadWork } from './storage.ts';

/** Does a work until it is closed. */
export function beginTerm(work: LeadWork): Leading {
  const stop = new AbortController();
  const done = work(stop.signal);
  return {
    async close() {
      stop.abort();
      await done;
    },
  };
}

/** The client of the current work, for fair queues. It is known at any depth below a request. */
import { AsyncLocalStorage } from 'node:async_hooks';

const sharers = new AsyncLocalStorage<string>();

export function runFor<T>(sharer: string, work: () => T): T {
  return sharers.run(sharer, work);
}

/** @returns '' for the shop's own work, which no request causes */
export function currentSharer(): string {
  return sharers.getStore() ?? '';
}

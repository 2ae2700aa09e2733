/** Who takes turns with others at what is scarce. It is known in everything that a request causes, at any depth. */
import { AsyncLocalStorage } from 'node:async_hooks';

const sharers = new AsyncLocalStorage<string>();

export function runFor<T>(sharer: string, work: () => T): T {
  return sharers.run(sharer, work);
}

/** @returns '' for the shop's own work, which no request causes */
export function currentSharer(): string {
  return sharers.getStore() ?? '';
}

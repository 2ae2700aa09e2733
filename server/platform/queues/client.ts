/** The client of the current work, for fair queues. It is known at any depth below a request. */
import { AsyncLocalStorage } from 'node:async_hooks';

const clients = new AsyncLocalStorage<string>();

export function runFor<T>(client: string, work: () => T): T {
  return clients.run(client, work);
}

/** @returns '' for the shop's own work, which no request causes */
export function currentClient(): string {
  return clients.getStore() ?? '';
}

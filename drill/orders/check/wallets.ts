/** Wallets: what everybody begins with, less what they ordered, to the cent. */
import { OPENING_BALANCE_CENTS } from '../../../contract/limits.ts';
import type { Trace } from './trace.ts';

export function findWrongWallets(trace: Trace): string[] {
  return differences(trace)
    .filter(({ cents, balanceCents }) => cents !== 0 || balanceCents < 0)
    .map(
      ({ username, balanceCents, cents }) =>
        `${username} has ${balanceCents} cents, ${Math.abs(cents)} too ${cents > 0 ? 'many' : 'few'}`,
    );
}

/** Of all wallets together. */
export function centsOff(trace: Trace): number {
  return differences(trace).reduce((sum, { cents }) => sum + Math.abs(cents), 0);
}

function differences({ books }: Trace) {
  const orders = Map.groupBy(books.orders, ({ username }) => username);
  return books.users.map(({ username, balanceCents }) => {
    const spent = (orders.get(username) ?? []).reduce((sum, order) => sum + order.totalCents, 0);
    return { username, balanceCents, cents: balanceCents - (OPENING_BALANCE_CENTS - spent) };
  });
}

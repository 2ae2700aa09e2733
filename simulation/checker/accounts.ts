/** Invariants of accounts, sessions and wallets. */
import { OPENING_BALANCE_CENTS } from '../../contract/limits.ts';
import type { Response } from '../history.ts';
import { callsOf, type PairedHistory } from './calls.ts';
import { returnedCents } from './order-state.ts';

/** Finds names that were registered twice, do not exist after their registration, or cannot log in. */
export function findBrokenAccounts(history: PairedHistory): string[] {
  const users = Map.groupBy(history.final.users, ({ username }) => username);
  const found = [...users].filter(([, same]) => same.length > 1).map(([name]) => `${name} twice`);
  const registrations = callsOf(history, 'register').filter(
    (call) => call.response?.status === 201,
  );
  for (const [name, [first, ...others]] of Map.groupBy(registrations, ({ username }) => username)) {
    if (first === undefined) continue;
    if (others.length > 0) found.push(`${name} was registered ${others.length + 1} times`);
    if (!users.has(name)) found.push(`${name} was registered and does not exist`);
    const [erasure] = callsOf(history, 'erase account').filter((call) => call.username === name);
    for (const { id, username, from, to, response } of callsOf(history, 'login')) {
      if (username !== name || from < first.to || !response || response.status === 201) continue;
      if (erasure && erasure.from < to) continue;
      found.push(`${name} was registered, and call ${id} refused the login`);
    }
  }
  return found;
}

/** Finds tokens that were not valid from login to logout or erasure. Server crashes must not end a session. */
export function findBrokenSessions(history: PairedHistory): string[] {
  const logouts = Map.groupBy(callsOf(history, 'logout'), ({ session }) => session);
  const erasures = Map.groupBy(callsOf(history, 'erase account'), ({ username }) => username);
  return history.calls.flatMap((call) => {
    const { session, response, id, username, operation } = call;
    // Everybody may read products.
    if (!session || !response || operation.type === 'read products') return [];
    const own = [...(logouts.get(session) ?? []), ...(erasures.get(username) ?? [])];
    const name = `call ${id} of ${username} (${operation.type})`;
    if (response.status === 401) {
      const mayHaveEnded = own.some((end) => end.from < call.to && end !== call);
      return mayHaveEnded ? [] : [`${name} was refused without a logout`];
    }
    const ended = own.find(({ response, to }) => to < call.from && isDone(response));
    return ended ? [`${name} was answered after call ${ended.id} ended the session`] : [];
  });
}

function isDone(response: Response | undefined): boolean {
  return response?.status === 204 || response?.status === 200;
}

/**
 * Finds wallets that are negative, or not the opening balance with what operators booked, less the orders plus the refunds;
 * and erased accounts that have money.
 */
export function findWrongWallets({ final }: PairedHistory): string[] {
  const orders = Map.groupBy(final.orders, ({ username }) => username);
  return final.users.flatMap(({ username, balanceCents, money, isErased }) => {
    const own = orders.get(username) ?? [];
    const paidCents = own.map(({ totalCents, changes }) => returnedCents(changes) - totalCents);
    const all = [...paidCents, ...money.map(({ amountCents }) => amountCents)];
    const cents = all.reduce((sum, amount) => sum + amount, OPENING_BALANCE_CENTS);
    const wrongBy = balanceCents - cents;
    if (wrongBy === 0 && balanceCents >= 0 && !(isErased && balanceCents > 0)) return [];
    return [`${username} has ${balanceCents} cents, wrong by ${wrongBy}`];
  });
}

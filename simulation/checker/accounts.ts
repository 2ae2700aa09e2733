/** Invariants of accounts, sessions and wallets. */
import { OPENING_BALANCE_CENTS } from '../../contract/limits.ts';
import { callsOf, type PairedHistory } from './calls.ts';
import { returnedCents } from './changes.ts';

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
    for (const { id, username, from, response } of callsOf(history, 'login')) {
      if (username !== name || from < first.to || !response || response.status === 201) continue;
      found.push(`${name} was registered, and call ${id} refused the login`);
    }
  }
  return found;
}

/** Finds tokens that were not valid from login to logout. Server crashes must not end a session. */
export function findBrokenSessions(history: PairedHistory): string[] {
  const logouts = Map.groupBy(callsOf(history, 'logout'), ({ session }) => session);
  return history.calls.flatMap((call) => {
    const { session, response, id, username, operation } = call;
    if (session === undefined || response === undefined) return [];
    const own = logouts.get(session) ?? [];
    const name = `call ${id} of ${username} (${operation.type})`;
    if (response.status === 401) {
      const mayHaveEnded = own.some((logout) => logout.from < call.to && logout !== call);
      return mayHaveEnded ? [] : [`${name} was refused without a logout`];
    }
    const ended = own.find(({ response, to }) => response?.status === 204 && to < call.from);
    return ended ? [`${name} was answered after logout ${ended.id}`] : [];
  });
}

/** Finds wallets that are negative, or not the opening balance less the orders plus the refunds. */
export function findWrongWallets({ final }: PairedHistory): string[] {
  const orders = Map.groupBy(final.orders, ({ username }) => username);
  return final.users.flatMap(({ username, balanceCents }) => {
    const own = orders.get(username) ?? [];
    const spentCents = own.reduce((sum, order) => sum + order.totalCents - returnedCents(order), 0);
    const wrongBy = balanceCents - (OPENING_BALANCE_CENTS - spentCents);
    if (wrongBy === 0 && balanceCents >= 0) return [];
    return [`${username} has ${balanceCents} cents, wrong by ${wrongBy}`];
  });
}

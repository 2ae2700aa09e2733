/** Invariants of accounts, sessions and wallets. */
import { OPENING_BALANCE_CENTS } from '../../contract/limits.ts';
import { callsOf, type PairedHistory } from './calls.ts';

/** A name is registered once, exists from then on, and can log in. */
export function findBrokenAccounts(history: PairedHistory): string[] {
  const users = Map.groupBy(history.final.users, ({ username }) => username);
  const found = [...users].filter(([, same]) => same.length > 1).map(([name]) => `${name} twice`);
  const registrations = callsOf(history, 'register').filter(
    ({ response }) => response?.status === 201,
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

/** A token is valid from the login to the logout, whatever happens to servers in between. */
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

/** A wallet is the opening balance less the shopper's orders, to the cent. */
export function findWrongWallets(history: PairedHistory): string[] {
  return wallets(history)
    .filter(({ differenceCents, balanceCents }) => differenceCents !== 0 || balanceCents < 0)
    .map(
      ({ username, balanceCents, differenceCents }) =>
        `${username} has ${balanceCents} cents, wrong by ${differenceCents}`,
    );
}

/** Of all wallets together. */
export function centsOff(history: PairedHistory): number {
  return wallets(history).reduce((sum, { differenceCents }) => sum + Math.abs(differenceCents), 0);
}

function wallets({ final }: PairedHistory) {
  const orders = Map.groupBy(final.orders, ({ username }) => username);
  return final.users.map(({ username, balanceCents }) => {
    const spent = (orders.get(username) ?? []).reduce((sum, order) => sum + order.totalCents, 0);
    const differenceCents = balanceCents - (OPENING_BALANCE_CENTS - spent);
    return { username, balanceCents, differenceCents };
  });
}

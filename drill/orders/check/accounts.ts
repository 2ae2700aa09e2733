/** Accounts and sessions: what was opened stays open, what was ended stays ended. */
import type { Call, Trace } from './trace.ts';
import { callsOf } from './trace.ts';

/** A name is registered once, and whoever was told so gets in from then on. */
export function findBrokenAccounts(trace: Trace): string[] {
  const booked = Map.groupBy(trace.books.users, ({ username }) => username);
  const found = [...booked]
    .filter(([, users]) => users.length > 1)
    .map(([name]) => `${name} twice`);
  const logins = Map.groupBy(callsOf(trace, 'login'), ({ username }) => username);
  for (const [name, calls] of Map.groupBy(callsOf(trace, 'register'), ({ username }) => username)) {
    const opened = calls.filter(({ answer }) => answer?.status === 201);
    if (opened.length > 1) found.push(`${name} was registered ${opened.length} times`);
    const [first] = opened;
    if (first === undefined) continue;
    if (!booked.has(name)) found.push(`${name} was registered, and is not there`);
    const refused = logins
      .get(name)
      ?.find((login) => login.from > first.to && login.answer && login.answer.status !== 201);
    if (refused) found.push(`${name} was registered, and then refused by call ${refused.number}`);
  }
  return found;
}

/** A token is good from the login to the logout, whatever happens to servers meanwhile. */
export function findBrokenSessions(trace: Trace): string[] {
  const logouts = Map.groupBy(callsOf(trace, 'logout'), ({ session }) => session);
  return trace.calls.flatMap((call) => {
    const { session, answer } = call;
    if (session === undefined || answer === undefined) return [];
    const ends = logouts.get(session) ?? [];
    if (answer.status === 401) {
      const isExplained = ends.some((logout) => logout.from < call.to && logout !== call);
      return isExplained ? [] : [`${nameOf(call)} was refused, and nobody had logged out`];
    }
    const ended = ends.find((logout) => logout.answer?.status === 204 && logout.to < call.from);
    return ended ? [`${nameOf(call)} was answered after logout ${ended.number}`] : [];
  });
}

function nameOf({ number, username, operation }: Call): string {
  return `call ${number} of ${username} (${operation.do})`;
}

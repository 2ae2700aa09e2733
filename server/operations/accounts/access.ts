/** What operators do about who can use an account. */

import type { Services } from '../../platform/services.ts';
import { transact } from '../../platform/storage/transaction.ts';
import { hashPassword } from '../../shop/accounts/passwords.ts';
import { checkCredentials } from '../../shop/accounts/rules.ts';
import { endSessions, setPassword } from '../../shop/accounts/store.ts';
import { forgiveAccount } from '../../shop/accounts/throttle.ts';
import { accountMissing, findAccount } from './find.ts';

export interface EndedAccess {
  /** As registered. */
  username: string;
  endedSessions: number;
}

/**
 * Sets a new password, ends all sessions, and forgets failed logins, so that the owner can log in at once.
 * @param username in any case
 * @throws OperatorError, and Refusal for a password that a shopper couldn't choose
 */
export async function resetPassword(
  { db, now }: Pick<Services, 'db' | 'now'>,
  username: string,
  password: string,
): Promise<EndedAccess> {
  const { username: registered } = await findAccount(db, username);
  checkCredentials({ username: registered, password });
  const passwordHash = await hashPassword(password);
  return transact(db, async (tx) => {
    // Before the user is locked, as a login does it.
    await forgiveAccount(tx, registered);
    const user = await setPassword(tx, registered, passwordHash);
    if (user === undefined) throw accountMissing(username);
    return { username: registered, endedSessions: await endSessions(tx, user.id, now()) };
  });
}

/** @param username in any case @throws OperatorError */
export async function endAllSessions(
  { db, now }: Pick<Services, 'db' | 'now'>,
  username: string,
): Promise<EndedAccess> {
  return transact(db, async (tx) => {
    const user = await findAccount(tx, username);
    return { username: user.username, endedSessions: await endSessions(tx, user.id, now()) };
  });
}

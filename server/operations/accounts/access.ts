/** Operators set passwords and end sessions. */

import type { Services } from '../../platform/services.ts';
import { transact } from '../../platform/storage/transaction.ts';
import { hashPassword } from '../../shop/accounts/passwords.ts';
import { checkCredentials } from '../../shop/accounts/rules.ts';
import { endSessions, setPassword } from '../../shop/accounts/store.ts';
import { forgiveAccount } from '../../shop/accounts/throttle.ts';
import { accountMissing, findAccount } from './find.ts';

export interface EndedAccess {
  /** The name as registered. */
  username: string;
  endedSessions: number;
}

/**
 * Sets a new password, ends all sessions, and deletes failed logins, so that the owner can log in at once.
 * @param username in any case
 * @throws OperatorError, or Refusal if a shopper could not choose the password
 */
export async function resetPassword(
  { db, now }: Pick<Services, 'db' | 'now'>,
  username: string,
  password: string,
): Promise<EndedAccess> {
  const { username: registered } = await findAccount(db, username);
  checkCredentials({ username: registered, password });
  const passwordHash = await hashPassword(password, 'operator');
  return transact(db, async (tx) => {
    // A login locks in this order, too: failed logins first, then the user.
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

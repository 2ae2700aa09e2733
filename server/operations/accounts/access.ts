/** Operators set passwords and end sessions. */
import type { Services } from '../../platform/services.ts';
import { transact } from '../../platform/storage/transaction.ts';
import { forgetDevices } from '../../shop/accounts/devices.ts';
import { checkNewPassword } from '../../shop/accounts/new-credentials.ts';
import { removePasskeys } from '../../shop/accounts/passkeys/store.ts';
import { hashPassword } from '../../shop/accounts/passwords.ts';
import { deleteRecoveryCodes } from '../../shop/accounts/recovery/store.ts';
import { checkCredentials } from '../../shop/accounts/rules.ts';
import { setPassword } from '../../shop/accounts/store.ts';
import { forgiveAccount } from '../../shop/accounts/throttle.ts';
import { endSessions } from '../../shop/session/sessions.ts';
import { findAccount, findAccountInUse } from './find.ts';

export interface EndedAccess {
  /** The name as registered. */
  username: string;
  endedSessions: number;
}

/**
 * Sets a new password, ends all sessions, forgets all devices, and deletes passkeys, recovery codes and failed logins, so
 * that the owner, and nobody else, can log in at once.
 * @param account name or id
 * @throws OperatorError, or Refusal if a shopper could not choose the password
 */
export async function resetPassword(
  { db, now }: Pick<Services, 'db' | 'now'>,
  account: string,
  password: string,
): Promise<EndedAccess> {
  const { id, username } = await findAccount(db, account);
  await checkNewPassword(db, checkCredentials({ username, password }));
  const passwordHash = await hashPassword(password);
  return transact(db, async (tx) => {
    // A login locks in this order, too: failed logins first, then the user.
    await forgiveAccount(tx, username);
    await setPassword(tx, id, passwordHash);
    await findAccountInUse(tx, id);
    await forgetDevices(tx, id);
    // A stranger who knew the password may have made them, or added a passkey.
    await deleteRecoveryCodes(tx, id);
    await removePasskeys(tx, id);
    return { username, endedSessions: await endSessions(tx, id, now()) };
  });
}

/** @param account name or id @throws OperatorError */
export async function endAllSessions(
  { db, now }: Pick<Services, 'db' | 'now'>,
  account: string,
): Promise<EndedAccess> {
  return transact(db, async (tx) => {
    const user = await findAccount(tx, account);
    return { username: user.username, endedSessions: await endSessions(tx, user.id, now()) };
  });
}

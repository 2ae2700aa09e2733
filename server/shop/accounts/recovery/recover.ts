import type { Services } from '../../../platform/services.ts';
import { lockUser } from '../../../platform/storage/locks.ts';
import { transact } from '../../../platform/storage/transaction.ts';
import { endSessions } from '../../session/sessions.ts';
import { forgetDevices } from '../devices.ts';
import { recordFailedLogin, recordLoginEvent } from '../login-events.ts';
import { removePasskeys } from '../passkeys/store.ts';
import { setPassword } from '../store.ts';
import { forgiveAccount } from '../throttle.ts';
import { redeemRecoveryCode } from './store.ts';

interface Recovery {
  username: string;
  codeHash: string;
  /** The owner of the code; undefined if it is wrong. */
  owner: string | undefined;
  /** Of the new password, if the code is right. */
  passwordHash: string | undefined;
  /** As `nameBrowser` writes it. */
  browser: string;
}

/**
 * Uses the code and sets the password, or records a failure. Ends all sessions, and removes passkeys, which a stranger who
 * knew the password may have added.
 * @returns false if the code is wrong
 */
export function recover(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { username, codeHash, owner, passwordHash, browser }: Recovery,
): Promise<boolean> {
  return transact(db, async (tx) => {
    if (owner !== undefined) await lockUser(tx, owner);
    const isRight =
      owner !== undefined &&
      passwordHash !== undefined &&
      (await redeemRecoveryCode(tx, codeHash, now()));
    if (!isRight) {
      await recordFailedLogin(tx, username, now());
      return false;
    }
    await forgiveAccount(tx, username);
    await setPassword(tx, owner, passwordHash);
    await forgetDevices(tx, owner);
    await removePasskeys(tx, owner);
    await endSessions(tx, owner, now());
    await recordLoginEvent(tx, { userId: owner, kind: 'recovered', browser }, now());
    return true;
  });
}

import type { Services } from '../../../platform/services.ts';
import { lockUser } from '../../../platform/storage/locks.ts';
import { transact } from '../../../platform/storage/transaction.ts';
import { nameBrowser } from '../browser-name.ts';
import { forgetDevices } from '../devices.ts';
import { recordFailedLogin, recordLoginEvent } from '../login-events.ts';
import { removePasskeys } from '../passkeys/store.ts';
import { endSessions, setPassword } from '../store.ts';
import { countFailure, forgive, forgiveAccount, type Limits } from '../throttle.ts';
import { redeemRecoveryCode } from './store.ts';

interface Recovery {
  username: string;
  limits: Limits;
  codeHash: string;
  /** The owner of the code; undefined if it is wrong. */
  owner: string | undefined;
  /** Of the new password, if the code is right. */
  passwordHash: string | undefined;
  /** The request's User-Agent. */
  browser: string | undefined;
}

/**
 * Uses the code and sets the password, or counts a failure. Ends all sessions, and removes passkeys, which a stranger who
 * knew the password may have added.
 * @returns false if the code is wrong
 * @throws Refusal FAILED_LOGINS_TOO_MANY
 */
export function recover(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { username, limits, codeHash, owner, passwordHash, browser }: Recovery,
): Promise<boolean> {
  return transact(db, async (tx) => {
    // Count before replying: parallel guesses get no more replies than sequential ones.
    await countFailure(tx, limits, now());
    if (owner !== undefined) await lockUser(tx, owner);
    const isRight =
      owner !== undefined &&
      passwordHash !== undefined &&
      (await redeemRecoveryCode(tx, codeHash, now()));
    if (!isRight) {
      await recordFailedLogin(tx, username, now());
      return false;
    }
    await forgive(tx, limits);
    await forgiveAccount(tx, username);
    await setPassword(tx, owner, passwordHash);
    await forgetDevices(tx, owner);
    await removePasskeys(tx, owner);
    await endSessions(tx, owner, now());
    const event = { userId: owner, kind: 'recovered', browser: nameBrowser(browser) } as const;
    await recordLoginEvent(tx, event, now());
    return true;
  });
}

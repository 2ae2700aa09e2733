/** Changes of an account for which its owner must give the password once more. */
import { PASSWORD_MAX_LENGTH } from '../../../contract/limits.ts';
import { Refusal } from '../../../contract/refusals.ts';
import { countCharacters } from '../../../contract/text.ts';
import type { ShopServices } from '../../platform/services.ts';
import { transact } from '../../platform/storage/transaction.ts';
import { lockSession, type Shopper } from '../session/authentication.ts';
import { type ShopWork, transactShop } from '../session/with-shopper.ts';
import { networkRates, ownRates, proofLimits } from './limits.ts';
import { type Incoming, senderOf } from './login-attempt.ts';
import { verifyPassword } from './passwords.ts';
import { hashAccount } from './rules.ts';
import { findUserById, isCurrentPassword, type User } from './store.ts';
import { countAttempt, forgive, refuseThrottled } from './throttle.ts';

export interface ProofOptions extends Pick<ShopServices, 'db' | 'now' | 'outbox' | 'meter'> {
  /** Logins a minute from one network; 0 is no limit. */
  authRateLimit: number;
}

export interface Proof {
  user: User;
  /** Runs the change, with the shopper locked, unless the password or the session is no longer the same. */
  change<T>(work: ShopWork<T>): Promise<T>;
}

/**
 * Checks the password of a shopper who is logged in. Failures are limited for each session, so that a stolen one can't
 * guess the password, and does not keep the owner from changing it.
 * @throws Refusal CURRENT_PASSWORD_REQUIRED, CURRENT_PASSWORD_WRONG, FAILED_LOGINS_TOO_MANY, TOO_MANY_REQUESTS
 */
export async function provePassword(
  services: ProofOptions,
  request: Incoming,
  shopper: Shopper,
  password: string,
): Promise<Proof> {
  const { db, now, authRateLimit } = services;
  if (password === '') throw new Refusal('CURRENT_PASSWORD_REQUIRED');
  const rates = [
    ...ownRates('proof', shopper.tokenHash, authRateLimit),
    ...networkRates('proof', senderOf(request), authRateLimit),
  ];
  await countAttempt(db, rates, now());
  const user = await findUserById(db, shopper.userId);
  if (user === undefined) throw new Refusal('SESSION_EXPIRED');
  const limits = proofLimits(hashAccount(user.username), shopper.tokenHash);
  await refuseThrottled(db, limits, now());
  const fits =
    countCharacters(password) <= PASSWORD_MAX_LENGTH &&
    (await verifyPassword(password, user.passwordHash, 'knownDevices'));
  const isProven = await transact(db, async (tx) => {
    // Count before replying: parallel guesses get no more replies than sequential ones.
    await countAttempt(tx, limits, now());
    // First, because the account may have been deleted since, with its password.
    await lockSession(tx, shopper, now());
    if (!fits || !(await isCurrentPassword(tx, user))) return false;
    await forgive(tx, limits);
    return true;
  });
  // Outside of the transaction, which would roll back the count.
  if (!isProven) throw new Refusal('CURRENT_PASSWORD_WRONG');
  return {
    user,
    change: (work) =>
      transactShop(services, async (tx, recorder) => {
        await lockSession(tx, shopper, now());
        if (!(await isCurrentPassword(tx, user))) throw new Refusal('CURRENT_PASSWORD_WRONG');
        return work(tx, recorder);
      }),
  };
}

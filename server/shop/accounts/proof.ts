import { PASSWORD_MAX_LENGTH } from '../../../contract/limits.ts';
import { Refusal } from '../../../contract/refusals.ts';
import { countCharacters } from '../../../contract/text.ts';
import type { ShopServices } from '../../platform/services.ts';
import { transact } from '../../platform/storage/transaction.ts';
import { lockSession, type Shopper, shopperOf } from '../session/authentication.ts';
import { type ShopWork, transactShop } from '../session/with-shopper.ts';
import { type Incoming, senderOf } from './attempts/devices.ts';
import { proofLimits } from './attempts/limits.ts';
import {
  countAttempt,
  countRequest,
  forgive,
  refuseThrottled,
  type ThrottleServices,
} from './attempts/throttle.ts';
import { verifyPassword } from './passwords.ts';
import { findUserById, hashAccount, isCurrentPassword, type User } from './store.ts';

export interface ProofOptions extends ThrottleServices, Pick<ShopServices, 'outbox' | 'meter'> {}

/** A request of a shopper who is logged in. */
interface ProvenRequest extends Incoming {
  shopper: Shopper | null;
  body: { currentPassword?: string };
}

export interface Proof {
  shopper: Shopper;
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
  request: ProvenRequest,
): Promise<Proof> {
  const { db, now } = services;
  const shopper = shopperOf(request);
  const { currentPassword = '' } = request.body;
  if (currentPassword === '') throw new Refusal('CURRENT_PASSWORD_REQUIRED');
  const from = { owner: shopper.tokenHash, sender: senderOf(request) };
  await countRequest(services, 'proof', from);
  const user = await findUserById(db, shopper.userId);
  if (user === undefined) throw new Refusal('SESSION_EXPIRED');
  const limits = proofLimits(hashAccount(user.username), shopper.tokenHash);
  await refuseThrottled(db, limits, now());
  const fits =
    countCharacters(currentPassword) <= PASSWORD_MAX_LENGTH &&
    (await verifyPassword(currentPassword, user.passwordHash, 'knownDevices'));
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
    shopper,
    user,
    change: (work) =>
      transactShop(services, async (tx, recorder) => {
        await lockSession(tx, shopper, now());
        if (!(await isCurrentPassword(tx, user))) throw new Refusal('CURRENT_PASSWORD_WRONG');
        return work(tx, recorder);
      }),
  };
}

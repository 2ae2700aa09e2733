/** Operators set passwords and end sessions. */
import { randomInt } from 'node:crypto';
import { OperatorError } from '../../platform/operator-error.ts';
import { logChange } from '../../platform/operator-log.ts';
import type { OperatorServices } from '../../platform/services.ts';
import type { Db, OperatorEntryRow, Tx } from '../../platform/storage/schema.ts';
import { transact } from '../../platform/storage/transaction.ts';
import { forgiveAccount } from '../../shop/accounts/attempts/throttle.ts';
import { checkCredentials, checkNewPassword } from '../../shop/accounts/credentials.ts';
import { hashPassword } from '../../shop/accounts/passwords.ts';
import { replacePassword } from '../../shop/accounts/store.ts';
import { endSessions } from '../../shop/session/sessions.ts';
import { findAccount, findAccountInUse } from './find.ts';

/** Lower case without characters that look alike, so that a password can be read out on the phone. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
/** In characters: 16 of them have 79 random bits. */
const RANDOM_LENGTH = 16;

export function randomPassword(): string {
  return Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

export interface EndedAccess {
  /** The name as registered. */
  username: string;
  endedSessions: number;
}

/**
 * Sets a new password, ends all sessions, forgets all devices, and deletes passkeys, recovery codes and failed logins,
 * so that only the owner can log in, at once.
 * @param account name or id
 * @param resets how often it was reset when the operator decided
 * @throws OperatorError, or Refusal if a shopper could not choose the password
 */
export async function resetPassword(
  services: OperatorServices,
  account: string,
  password: string,
  resets?: number,
): Promise<EndedAccess> {
  const { db } = services;
  const { id, username } = await findAccount(db, account);
  await checkNewPassword(db, checkCredentials({ username, password }));
  const passwordHash = await hashPassword(password);
  return transact(db, async (tx) => {
    // A login locks in this order, too: failed logins first, then the user.
    await forgiveAccount(tx, username);
    await replacePassword(tx, { id, passwordHash });
    await findAccountInUse(tx, id);
    if (resets !== undefined && resets !== (await countResets(tx, id))) {
      throw new OperatorError('The password was reset meanwhile. Nothing was done now.');
    }
    return { username, endedSessions: await endLogged(tx, services, id, 'password reset') };
  });
}

/** @returns how often operators have reset the password of an account */
export async function countResets(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('operator_log')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('subject', '=', userId)
    .where('action', '=', 'password reset')
    .executeTakeFirstOrThrow();
  return count;
}

/** @param account name or id @throws OperatorError */
export async function endAllSessions(
  services: OperatorServices,
  account: string,
): Promise<EndedAccess> {
  return transact(services.db, async (tx) => {
    const { id, username } = await findAccount(tx, account);
    return { username, endedSessions: await endLogged(tx, services, id, 'sessions ended') };
  });
}

/** @returns the number of sessions that were ended */
async function endLogged(
  tx: Tx,
  services: OperatorServices,
  userId: string,
  action: OperatorEntryRow['action'],
): Promise<number> {
  const now = services.now();
  const endedSessions = await endSessions(tx, userId, now);
  await logChange(tx, services, { action, subject: userId, after: { endedSessions } }, now);
  return endedSessions;
}

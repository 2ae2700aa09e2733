/** How operators log in: by a link that sets the password, then by name, password, and a second factor. */
import { OPERATOR_PASSWORD_MIN_LENGTH } from '../../../contract/desk.ts';
import { PASSWORD_MAX_LENGTH } from '../../../contract/limits.ts';
import { hashSecret } from '../../operations/operators/operators.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { logChange } from '../../platform/operator-log.ts';
import type { OperatorServices } from '../../platform/services.ts';
import { transact } from '../../platform/storage/transaction.ts';
import type { Sender } from '../../shop/accounts/attempts/devices.ts';
import { failureLimits } from '../../shop/accounts/attempts/limits.ts';
import {
  countAttempt,
  countRequest,
  forgive,
  refuseThrottled,
} from '../../shop/accounts/attempts/throttle.ts';
import { decoyHash, hashPassword, verifyPassword } from '../../shop/accounts/passwords.ts';
import { beginSession } from './sessions.ts';

export interface AccessServices extends OperatorServices {
  /** Logins a minute from one network; 0 is no limit. */
  authRateLimit: number;
  /** Whether the desk is reached from this machine alone. Otherwise a second factor is required. */
  isLocal: boolean;
}

/** @returns the token of a session @throws OperatorError, Refusal */
export async function logIn(
  services: AccessServices,
  { name, password }: { name: string; password: string },
  sender: Sender,
): Promise<string> {
  const { db, now } = services;
  await countRequest(services, 'login', { sender });
  const known = name.trim().normalize();
  const operator = await db
    .selectFrom('operators')
    .selectAll()
    .where('name', '=', known)
    .executeTakeFirst();
  const account = hashSecret(`operator ${known}`);
  const attempt = { ...sender, account, device: undefined };
  const limits = failureLimits(attempt, { isKnownName: operator !== undefined });
  await refuseThrottled(db, limits, now());
  const hash = operator?.password_hash ?? decoyHash;
  const fits = await verifyPassword(password, hash, 'logins');
  const token = await transact(db, async (tx) => {
    await countAttempt(tx, limits, now());
    if (!fits || operator === undefined) return undefined;
    const current = await tx
      .selectFrom('operators')
      .select('totp_secret')
      .where('name', '=', operator.name)
      // It may have been reset meanwhile. A reset that begins now waits, and ends the new session.
      .where('password_hash', '=', hash)
      .forUpdate()
      .executeTakeFirst();
    if (current === undefined) return undefined;
    await forgive(tx, limits);
    const isComplete = services.isLocal && current.totp_secret === null;
    return beginSession(tx, { operator: operator.name, isComplete }, now());
  });
  // Outside of the transaction, which would roll back the count.
  if (token === undefined) throw new OperatorError('Name or password is wrong.');
  return token;
}

const linkGone = new OperatorError('The link was used, or is older than a day.');

/** @returns the operator whose link it is; undefined if it was used, or is too old */
export async function findLink(
  { db, now }: OperatorServices,
  link: string,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('operators')
    .select('name')
    .where('link_hash', '=', hashSecret(link))
    .where('link_expires_at', '>', now())
    .executeTakeFirst();
  return found?.name;
}

/** @returns the token of a session @throws OperatorError, Refusal */
export async function join(
  services: AccessServices,
  { link, password }: { link: string; password: string },
  sender: Sender,
): Promise<string> {
  const { db, now, isLocal } = services;
  await countRequest(services, 'login', { sender });
  const name = await findLink(services, link);
  if (name === undefined) throw linkGone;
  await checkPassword(name, password);
  const passwordHash = await hashPassword(password);
  return transact(db, async (tx) => {
    const set = await tx
      .updateTable('operators')
      .set({ password_hash: passwordHash, link_hash: null })
      .where('link_hash', '=', hashSecret(link))
      .where('link_expires_at', '>', now())
      .returning('name')
      .executeTakeFirst();
    if (set === undefined) throw linkGone;
    const by = { ...services, operator: { ...services.operator, name } };
    const after = { hasPassword: true };
    await logChange(tx, by, { action: 'operator changed', subject: name, after }, now());
    return beginSession(tx, { operator: name, isComplete: isLocal }, now());
  });
}

async function checkPassword(name: string, password: string): Promise<void> {
  if (password.length < OPERATOR_PASSWORD_MIN_LENGTH || password.length > PASSWORD_MAX_LENGTH) {
    throw new OperatorError(
      `The password must have ${OPERATOR_PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters.`,
    );
  }
  const { isCommonPassword } = await import('../../shop/accounts/common-passwords.ts');
  const hasName = name.length > 3 && password.toLowerCase().includes(name.toLowerCase());
  if (hasName || isCommonPassword(password)) {
    throw new OperatorError('Choose a password that is harder to guess.');
  }
}

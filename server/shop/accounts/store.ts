import { hash } from 'node:crypto';
import { normaliseUsername, usernameKey } from '../../../contract/credentials.ts';
import { USED_CODES_MAX } from '../../../contract/limits.ts';
import { Refusal } from '../../../contract/refusals.ts';
import type { Db, Tx } from '../../platform/storage/schema.ts';

export interface User {
  id: string;
  username: string;
  passwordHash: string;
  /** Null unless the person was erased. */
  erasedAt: number | null;
}

/** @throws Refusal USERNAME_TAKEN, also for concurrent registrations */
export async function addUser(tx: Tx, user: Omit<User, 'erasedAt'>, now: number): Promise<void> {
  const added = await tx
    .insertInto('users')
    .values({
      id: user.id,
      username: normaliseUsername(user.username),
      username_key: usernameKey(user.username),
      password_hash: user.passwordHash,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('username_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added === undefined) throw new Refusal('USERNAME_TAKEN');
}

export function findUser(db: Db, username: string): Promise<User | undefined> {
  return selectUser(db).where('username_key', '=', usernameKey(username)).executeTakeFirst();
}

export function findUserById(db: Db, id: string): Promise<User | undefined> {
  return selectUser(db).where('id', '=', id).executeTakeFirst();
}

function selectUser(db: Db) {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'password_hash as passwordHash', 'erased_at as erasedAt']);
}

/**
 * Sets a password, and forgets all devices, passkeys and recovery codes but those that are kept: a stranger who knew the
 * last password may have added them. Also locks the user. Sessions are the caller's to end.
 */
export async function replacePassword(
  tx: Tx,
  { id, passwordHash }: Pick<User, 'id' | 'passwordHash'>,
  keep: { passkeys?: boolean | undefined; codes?: boolean | undefined } = {},
): Promise<void> {
  await tx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).execute();
  await tx.deleteFrom('devices').where('user_id', '=', id).execute();
  if (!keep.passkeys) await tx.deleteFrom('passkeys').where('user_id', '=', id).execute();
  if (!keep.codes) await deleteRecoveryCodes(tx, id);
}

/** Deletes the codes that are not used, and the oldest used ones above the limit: the export has the last. */
export async function deleteRecoveryCodes(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', 'not in', (eb) =>
      eb
        .selectFrom('recovery_codes')
        .select('code_hash')
        .where('user_id', '=', userId)
        .where('used_at', 'is not', null)
        .orderBy('used_at', 'desc')
        .orderBy('code_hash')
        .limit(USED_CODES_MAX),
    )
    .execute();
}

/**
 * Locks the user, so that the password doesn't change until the transaction ends.
 * @returns whether the password still has this hash
 */
export async function isCurrentPassword(tx: Tx, { id, passwordHash }: User): Promise<boolean> {
  const user = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '=', passwordHash)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return user !== undefined;
}

/** Identifies an account in what is counted. A hash, because people sometimes type their password as the username. */
export function hashAccount(username: string): string {
  return hash('sha256', usernameKey(username), 'base64url');
}

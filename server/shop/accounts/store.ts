import { normaliseUsername, usernameKey } from '../../../contract/credentials.ts';
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

/** Also locks the user. */
export async function setPassword(tx: Tx, userId: string, passwordHash: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', userId)
    .execute();
}

/**
 * Locks the user, so that the password doesn't change until the transaction ends.
 * @returns whether the password is still the one of this hash
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

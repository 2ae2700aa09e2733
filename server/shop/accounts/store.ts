import { normaliseUsername, usernameKey } from '../../../contract/credentials.ts';
import { Refusal } from '../../../contract/refusals.ts';
import { compileOnce } from '../../platform/storage/compile-once.ts';
import type { Db, Tx } from '../../platform/storage/schema.ts';

export interface User {
  id: string;
  username: string;
  passwordHash: string;
}

/** @throws Refusal USERNAME_TAKEN, also for concurrent registrations */
export async function addUser(tx: Tx, user: User, now: number): Promise<void> {
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

export async function findUser(db: Db, username: string): Promise<User | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'password_hash as passwordHash'])
    .where('username_key', '=', usernameKey(username))
    .executeTakeFirst();
}

/** Also locks the user. @returns nothing where no user has the name */
export async function setPassword(
  tx: Tx,
  username: string,
  passwordHash: string,
): Promise<{ id: string } | undefined> {
  return tx
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('username_key', '=', usernameKey(username))
    .returning('id')
    .executeTakeFirst();
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

export async function readUsername(db: Db, userId: string): Promise<string> {
  const [user] = await selectUsername(db, { userId });
  if (user === undefined) throw new Error(`There is no user ${userId}`);
  return user.username;
}

const selectUsername = compileOnce((db: Db, user: { userId: string }) =>
  db.selectFrom('users').select('username').where('id', '=', user.userId),
);

export interface Session {
  tokenHash: string;
  userId: string;
  /** Milliseconds since 1970 UTC. */
  expiresAt: number;
}

/** Also deletes sessions that are over. */
export async function addSession(tx: Tx, session: Session, now: number): Promise<void> {
  await tx.deleteFrom('sessions').where('expires_at', '<=', now).execute();
  await tx
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      user_id: session.userId,
      expires_at: session.expiresAt,
    })
    .execute();
}

const selectSession = compileOnce((db: Db, session: { tokenHash: string }) =>
  db
    .selectFrom('sessions')
    .select(['token_hash as tokenHash', 'user_id as userId', 'expires_at as expiresAt'])
    .where('token_hash', '=', session.tokenHash),
);

/** Expired ones, too: callers compare `expiresAt`. @throws Refusal SESSION_EXPIRED where there is none */
export async function loadSession(db: Db, tokenHash: string): Promise<Session> {
  const [session] = await selectSession(db, { tokenHash });
  if (session === undefined) throw new Refusal('SESSION_EXPIRED');
  return session;
}

export async function endSession(tx: Tx, tokenHash: string): Promise<void> {
  await tx.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/** @returns how many sessions of the user were not over yet */
export async function endSessions(tx: Tx, userId: string, now: number): Promise<number> {
  const ended = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .returning('expires_at')
    .execute();
  return ended.filter(({ expires_at }) => expires_at > now).length;
}

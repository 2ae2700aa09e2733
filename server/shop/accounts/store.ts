import { normaliseUsername, usernameKey } from '../../../contract/credentials.ts';
import { SESSIONS_MAX } from '../../../contract/limits.ts';
import { Refusal } from '../../../contract/refusals.ts';
import type { Db, Tx } from '../../platform/storage/schema.ts';
import { sessionId } from './rules.ts';

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

/** @throws Error if there is no such user: the database is damaged */
export async function readUsername(db: Db, userId: string): Promise<string> {
  const { username } = await db
    .selectFrom('users')
    .select('username')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return username;
}

export interface Session {
  tokenHash: string;
  userId: string;
  /** Milliseconds since 1970 UTC. */
  expiresAt: number;
  /** As `nameBrowser` writes it. */
  browser: string;
}

/**
 * Also deletes sessions that are over, and ends the shopper's oldest above the limit. Lock the user first.
 * @param session `device` is the hash of the device that begins it
 */
export async function addSession(
  tx: Tx,
  session: Session & { device?: string },
  now: number,
): Promise<void> {
  await tx.deleteFrom('sessions').where('expires_at', '<=', now).execute();
  await tx
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      user_id: session.userId,
      expires_at: session.expiresAt,
      browser: session.browser,
      device_hash: session.device ?? null,
    })
    .execute();
  await tx
    .deleteFrom('sessions')
    .where('user_id', '=', session.userId)
    .where('token_hash', 'not in', (eb) =>
      eb
        .selectFrom('sessions')
        .select('token_hash')
        .where('user_id', '=', session.userId)
        // All last equally long: the oldest expires first.
        .orderBy('expires_at', 'desc')
        .orderBy('token_hash')
        .limit(SESSIONS_MAX),
    )
    .execute();
}

/** Who is logged in, and by which session. */
export interface Shopper {
  userId: string;
  /** SHA-256 of the session's token, base64url. */
  tokenHash: string;
}

/** The session of a token, unless it has expired. */
export function findSession(
  db: Db,
  tokenHash: string,
  now: number,
): Promise<{ userId: string } | undefined> {
  return db
    .selectFrom('sessions')
    .select('user_id as userId')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/**
 * Locks a shopper until the transaction ends: first the user, then the session, as an erasure does it.
 * @throws Refusal SESSION_EXPIRED if the session has ended since the request was authenticated
 */
export async function lockSession(
  tx: Tx,
  { userId, tokenHash }: Shopper,
  now: number,
): Promise<void> {
  const locked = await tx
    .selectFrom('users')
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .select('users.id')
    .where('users.id', '=', userId)
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', now)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (locked === undefined) throw new Refusal('SESSION_EXPIRED');
}

/** From then on the token is refused. */
export async function endSession(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/** Ends the sessions that these devices began: a browser that logs in again has no use for its last token. */
export async function endSessionsOf(
  tx: Tx,
  userId: string,
  devices: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('device_hash', 'in', devices)
    .execute();
}

/** The sessions of a user that are not over, newest first; at most `SESSIONS_MAX`. */
export function listSessions(
  db: Db,
  userId: string,
  now: number,
): Promise<Omit<Session, 'userId'>[]> {
  return db
    .selectFrom('sessions')
    .select(['token_hash as tokenHash', 'expires_at as expiresAt', 'browser'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('expires_at', 'desc')
    .orderBy('token_hash')
    .execute();
}

/** @param id of `sessionId` @returns whether the user had such a session */
export async function endOwnSession(tx: Tx, userId: string, id: string): Promise<boolean> {
  const sessions = await tx
    .selectFrom('sessions')
    .select('token_hash')
    .where('user_id', '=', userId)
    .execute();
  const session = sessions.find(({ token_hash }) => sessionId(token_hash) === id);
  if (session === undefined) return false;
  await endSession(tx, session.token_hash);
  return true;
}

/** Ends the sessions of the shopper but the one that asks for it. */
export async function endOtherSessions(tx: Tx, { userId, tokenHash }: Shopper): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('token_hash', '<>', tokenHash)
    .execute();
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

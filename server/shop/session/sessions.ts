/** The sessions of shoppers, as the database has them. */
import { SESSION_DAYS, SESSIONS_MAX } from '../../../contract/limits.ts';
import type { Db, Tx } from '../../platform/storage/schema.ts';
import type { Shopper } from './authentication.ts';

const SESSION_MS = SESSION_DAYS * 24 * 60 * 60 * 1000;
/** Enough that no two sessions share it. */
const SESSION_ID_LENGTH = 22;

/** When a session that begins now expires. Milliseconds since 1970 UTC, both. */
export function sessionEnd(now: number): number {
  return now + SESSION_MS;
}

/** Start time of a session, computed from its expiry. Milliseconds since 1970 UTC, both. */
export function sessionStart(expiresAt: number): number {
  return expiresAt - SESSION_MS;
}

/** Identifies a session to its owner: the beginning of a hash, which doesn't reveal the token. */
export function sessionId(tokenHash: string): string {
  return tokenHash.slice(0, SESSION_ID_LENGTH);
}

export interface Session {
  tokenHash: string;
  userId: string;
  /** Milliseconds since 1970 UTC. */
  expiresAt: number;
  /** The browser's name, from `nameBrowser`. */
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

/** Ends all sessions of the shopper but the current one. */
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

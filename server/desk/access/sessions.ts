/** The sessions of operators: 30 minutes idle, 12 hours at most. */
import { randomBytes } from 'node:crypto';
import { hashSecret } from '../../operations/operators/operators.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { Db, Tx } from '../../platform/storage/schema.ts';

const MINUTE_MS = 60_000;
const IDLE_MS = 30 * MINUTE_MS;
const SESSION_MS = 12 * 60 * MINUTE_MS;
const SESSIONS_MAX = 5;
const TOKEN_BYTES = 32;
/** Browsers take a cookie with this prefix only from its host, over TLS. */
const PREFIX = '__Host-';
const COOKIE = 'desk';

export interface DeskSession {
  tokenHash: string;
  operator: string;
  /** Whether nothing but a code is missing for the login. */
  isComplete: boolean;
  /** What each form sends, so that no other page can send one. */
  formToken: string;
}

/** Ends the oldest sessions above the limit. @returns the token */
export async function beginSession(
  tx: Tx,
  { operator, isComplete }: Pick<DeskSession, 'operator' | 'isComplete'>,
  now: number,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const kept = tx
    .selectFrom('operator_sessions')
    .select('token_hash')
    .where('operator', '=', operator)
    .where('began_at', '>', now - SESSION_MS)
    .where('seen_at', '>', now - IDLE_MS)
    .orderBy('began_at', 'desc')
    .limit(SESSIONS_MAX - 1);
  await tx
    .deleteFrom('operator_sessions')
    .where('operator', '=', operator)
    .where('token_hash', 'not in', kept)
    .execute();
  await tx
    .insertInto('operator_sessions')
    .values({
      ...{ token_hash: hashSecret(token), operator, complete: isComplete ? 1 : 0 },
      ...{ began_at: now, seen_at: now },
    })
    .execute();
  return token;
}

/**
 * @param cookie the header
 * @param isIdle whether nobody asked for the request: it doesn't make the session last longer
 * @returns undefined without a session that is not over
 */
export async function readSession(
  db: Db,
  cookie: string | undefined,
  { now, isSecure, isIdle }: { now: number; isSecure: boolean; isIdle: boolean },
): Promise<DeskSession | undefined> {
  const token = readCookie(cookie, COOKIE, isSecure);
  if (token === undefined) return undefined;
  const tokenHash = hashSecret(token);
  const row = await db
    .selectFrom('operator_sessions')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('began_at', '>', now - SESSION_MS)
    .where('seen_at', '>', now - IDLE_MS)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (!isIdle && row.seen_at < now - MINUTE_MS) {
    const session = db.updateTable('operator_sessions').where('token_hash', '=', tokenHash);
    await session.set({ seen_at: now }).execute();
  }
  const { operator, complete } = row;
  return {
    ...{ tokenHash, operator, isComplete: complete === 1 },
    formToken: hashSecret(`form ${token}`),
  };
}

/** @throws OperatorError if the session has ended meanwhile */
export async function completeSession(tx: Tx, tokenHash: string): Promise<void> {
  const completed = await tx
    .updateTable('operator_sessions')
    .set({ complete: 1 })
    .where('token_hash', '=', tokenHash)
    .returning('operator')
    .executeTakeFirst();
  if (completed === undefined) throw new OperatorError('Log in again: this session is over.');
}

export async function endSession(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom('operator_sessions').where('token_hash', '=', tokenHash).execute();
}

/** The header Set-Cookie. @param token empty to forget it */
export function sessionCookie(token: string, isSecure: boolean): string {
  return setCookie(COOKIE, token, token === '' ? 0 : SESSION_MS / 1_000, isSecure);
}

/** @param header Cookie @param isSecure without the prefix, another host of the domain may have set it */
export function readCookie(
  header: string | undefined,
  name: string,
  isSecure: boolean,
): string | undefined {
  const prefix = isSecure ? PREFIX : '';
  return new RegExp(`(?:^|; *)${prefix}${name}=([^;]+)`).exec(header ?? '')?.[1];
}

export function setCookie(
  name: string,
  value: string,
  maxAgeSeconds: number,
  isSecure: boolean,
): string {
  const secure = isSecure ? '; Secure' : '';
  const prefix = isSecure ? PREFIX : '';
  return `${prefix}${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`;
}

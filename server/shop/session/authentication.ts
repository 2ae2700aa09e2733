/** Authenticates requests by their bearer token, before the body is read. */
import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../../../contract/refusals.ts';
import type { Services } from '../../platform/services.ts';
import type { Tx } from '../../platform/storage/schema.ts';

/** The logged-in shopper, and the session. */
export interface Shopper {
  userId: string;
  /** SHA-256 of the session's token, base64url. */
  tokenHash: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for calls that need a token; read it with `shopperOf`. */
    shopper: Shopper | null;
  }
}

/**
 * Authenticates the requests to all routes that are added to `app` after this, if their endpoint needs a token. A request
 * without a valid one ends here with 401: LOGIN_REQUIRED, SESSION_EXPIRED.
 */
export function authenticateShoppers(
  app: FastifyInstance,
  { db, now }: Pick<Services, 'db' | 'now'>,
): void {
  app.decorateRequest('shopper', null);
  app.addHook('onRequest', async (request) => {
    if (!request.routeOptions.config.needsToken) return;
    const token = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined) throw new Refusal('LOGIN_REQUIRED');
    const tokenHash = hashToken(token);
    const session = await db
      .selectFrom('sessions')
      .select('user_id as userId')
      .where('token_hash', '=', tokenHash)
      .where('expires_at', '>', now())
      .executeTakeFirst();
    if (session === undefined) throw new Refusal('SESSION_EXPIRED');
    request.shopper = { userId: session.userId, tokenHash };
  });
}

/** The shopper who sent the request to a call that needs a token. */
export function shopperOf(request: Pick<FastifyRequest, 'shopper'>): Shopper {
  // Undefined outside of the routes that `authenticateShoppers` watches.
  if (!request.shopper) throw new Error('This request is not authenticated');
  return request.shopper;
}

/** The database holds this instead of the token: SHA-256, base64url. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url');
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

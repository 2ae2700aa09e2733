/** Authenticates requests by their bearer token, before the body is read. */
import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../../contract/refusals.ts';
import type { Services } from '../../platform/services.ts';
import { findSession, type Shopper } from './store.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `requireShopper`; read it with `shopperOf`. */
    shopper: Shopper | null;
  }
}

/** An onRequest hook: a request without a valid token ends here with 401. */
export function requireShopper(services: Pick<Services, 'db' | 'now'>) {
  return async (request: FastifyRequest): Promise<void> => {
    request.shopper = await findShopper(request.headers.authorization, services);
  };
}

/**
 * @param authorization the request's header
 * @throws Refusal LOGIN_REQUIRED, SESSION_EXPIRED
 */
export async function findShopper(
  authorization: string | undefined,
  { db, now }: Pick<Services, 'db' | 'now'>,
): Promise<Shopper> {
  const token = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) throw new Refusal('LOGIN_REQUIRED');
  const tokenHash = hashToken(token);
  const session = await findSession(db, tokenHash, now());
  if (session === undefined) throw new Refusal('SESSION_EXPIRED');
  return { userId: session.userId, tokenHash };
}

/** The shopper of a route with the `requireShopper` hook. */
export function shopperOf(request: FastifyRequest): Shopper {
  if (request.shopper === null) throw new Error('This route lacks the requireShopper hook');
  return request.shopper;
}

/** The database holds this instead of the token: SHA-256, base64url. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url');
}

/** What the screens of the login call. */
import type { FastifyRequest } from 'fastify';
import type { DeskAccess } from '../../../contract/desk.ts';
import { senderOf } from '../../shop/accounts/attempts/devices.ts';
import { type AccessServices, findLink, join, logIn } from './login.ts';
import { createSecondFactor, giveCode, readSecret, setUpSecondFactor } from './second-factor.ts';
import { type DeskSession, endSession, sessionCookie } from './sessions.ts';

interface Visitor {
  request: FastifyRequest;
  session: DeskSession | undefined;
  /** The name of the shop. */
  shop: string;
}

export function createAccess(
  services: AccessServices & { isSecure: boolean },
  { request, session, shop }: Visitor,
): DeskAccess {
  const { db, isSecure } = services;
  const sender = senderOf(request);
  const toCookie = (token: string) => ({ cookie: sessionCookie(token, isSecure) });
  const current = (): DeskSession => {
    if (session === undefined) throw new Error('The page needs a session');
    return session;
  };
  return {
    logIn: async (name, password) => toCookie(await logIn(services, { name, password }, sender)),
    findLink: (link) => findLink(services, link),
    join: async (link, password) => toCookie(await join(services, { link, password }, sender)),
    async proposeSecondFactor(secret) {
      const { operator } = current();
      const isSetUp = (await readSecret(db, operator)) !== null;
      return isSetUp ? undefined : createSecondFactor(shop, operator, secret);
    },
    setUpSecondFactor: (secret, code) => setUpSecondFactor(services, current(), { secret, code }),
    giveCode: (code) => giveCode(services, current(), code),
    async logOut() {
      await endSession(db, current().tokenHash);
      return toCookie('');
    },
  };
}

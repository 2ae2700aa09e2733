import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  LoginEventList,
  type SessionEntry,
  SessionEntryList,
  SessionParams,
} from '../../../../contract/account.ts';
import { paths } from '../../../../contract/paths.ts';
import { Refusal } from '../../../../contract/refusals.ts';
import { bearerSecurity, replies } from '../../../platform/http/error-replies.ts';
import type { AppServices } from '../../../platform/services.ts';
import type { Db } from '../../../platform/storage/schema.ts';
import { withShopper } from '../../shoppers.ts';
import { requireShopper, shopperOf } from '../authentication.ts';
import { listLoginEvents } from '../login-events.ts';
import { sessionId, sessionStart } from '../rules.ts';
import { endOtherSessions, endOwnSession, listSessions, type Shopper } from '../store.ts';

export const sessionRoutes: FastifyPluginAsyncTypebox<AppServices> = async (app, services) => {
  app.addHook('onRequest', requireShopper(services));
  const shared = {
    tags: ['account'],
    security: bearerSecurity,
    response: { 200: SessionEntryList, ...replies(401) },
  };

  app.get(
    paths.sessions,
    { schema: { ...shared, summary: "The shopper's sessions that are not over, newest first" } },
    (request) => readSessions(services.db, shopperOf(request), services.now()),
  );

  app.delete(
    paths.sessions,
    {
      schema: {
        ...shared,
        summary: 'Log out everywhere else',
        description: 'Ends all sessions but the one whose token was sent, which the reply lists.',
      },
    },
    (request) => {
      const shopper = shopperOf(request);
      return withShopper(services, shopper, async (tx) => {
        await endOtherSessions(tx, shopper);
        return readSessions(tx, shopper, services.now());
      });
    },
  );

  app.delete(
    `${paths.sessions}/:id`,
    {
      schema: {
        ...shared,
        summary: 'Log out of one session',
        params: SessionParams,
        response: { 200: SessionEntryList, ...replies(401, 404) },
      },
    },
    (request) => {
      const shopper = shopperOf(request);
      return withShopper(services, shopper, async (tx) => {
        const isEnded = await endOwnSession(tx, shopper.userId, request.params.id);
        if (!isEnded) throw new Refusal('SESSION_MISSING');
        return readSessions(tx, shopper, services.now());
      });
    },
  );

  app.get(
    paths.logins,
    {
      schema: {
        ...shared,
        summary: 'Failed logins, logins from new devices, and added passkeys',
        response: { 200: LoginEventList, ...replies(401) },
      },
    },
    async (request) => {
      const { userId } = shopperOf(request);
      const events = await listLoginEvents(services.db, userId, services.now());
      return events.map(({ kind, browser, times, lastAt }) => ({
        kind,
        browser,
        count: times,
        lastAt: new Date(lastAt).toISOString(),
      }));
    },
  );
};

async function readSessions(db: Db, shopper: Shopper, now: number): Promise<SessionEntry[]> {
  const sessions = await listSessions(db, shopper.userId, now);
  return sessions.map(({ tokenHash, expiresAt, browser }) => ({
    id: sessionId(tokenHash),
    browser,
    startedAt: new Date(sessionStart(expiresAt)).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
    current: tokenHash === shopper.tokenHash,
  }));
}

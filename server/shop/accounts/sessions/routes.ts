import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type SessionEntry, SessionEntryList } from '../../../../contract/account.ts';
import { paths } from '../../../../contract/paths.ts';
import { bearerSecurity, replies } from '../../../platform/http/error-replies.ts';
import type { AppServices } from '../../../platform/services.ts';
import type { Db } from '../../../platform/storage/schema.ts';
import { withShopper } from '../../shoppers.ts';
import { requireShopper, shopperOf } from '../authentication.ts';
import { sessionStart } from '../rules.ts';
import { endOtherSessions, listSessions, type Shopper } from '../store.ts';

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
};

async function readSessions(db: Db, shopper: Shopper, now: number): Promise<SessionEntry[]> {
  const sessions = await listSessions(db, shopper.userId, now);
  return sessions.map(({ tokenHash, expiresAt }) => ({
    startedAt: new Date(sessionStart(expiresAt)).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
    current: tokenHash === shopper.tokenHash,
  }));
}

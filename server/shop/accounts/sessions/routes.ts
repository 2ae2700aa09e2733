import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  LoginEventList,
  ProofBody,
  type SessionEntry,
  SessionEntryList,
  SessionParams,
} from '../../../../contract/account.ts';
import { paths } from '../../../../contract/paths.ts';
import { Refusal } from '../../../../contract/refusals.ts';
import { bearerSecurity, replies } from '../../../platform/http/error-replies.ts';
import type { Db } from '../../../platform/storage/schema.ts';
import { requireShopper, type Shopper, shopperOf } from '../../session/authentication.ts';
import {
  endOtherSessions,
  endOwnSession,
  listSessions,
  sessionId,
  sessionStart,
} from '../../session/sessions.ts';
import { listLoginEvents } from '../attempts/login-events.ts';
import { type ProofOptions, provePassword } from '../proof.ts';

export const sessionRoutes: FastifyPluginAsyncTypebox<ProofOptions> = async (app, services) => {
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
        description:
          'Asks for the password. Ends all sessions but the one whose token was sent, which the reply lists.',
        body: ProofBody,
        response: { 200: SessionEntryList, ...replies(400, 401, 429) },
      },
    },
    async (request) => {
      const { shopper, change } = await provePassword(services, request);
      return change(async (tx) => {
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
        description: 'Asks for the password.',
        params: SessionParams,
        body: ProofBody,
        response: { 200: SessionEntryList, ...replies(400, 401, 404, 429) },
      },
    },
    async (request) => {
      const { shopper, change } = await provePassword(services, request);
      return change(async (tx) => {
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
        summary:
          'Failed logins, logins from new devices, and changes of passkeys and recovery codes',
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

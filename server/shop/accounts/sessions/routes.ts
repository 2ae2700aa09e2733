import type { FastifyPluginAsync } from 'fastify';
import type { SessionEntry } from '../../../../contract/account.ts';
import { Refusal } from '../../../../contract/refusals.ts';
import { addRoute } from '../../../platform/http/api/add-route.ts';
import type { Db } from '../../../platform/storage/schema.ts';
import { type Shopper, shopperOf } from '../../session/authentication.ts';
import {
  endOtherSessions,
  endOwnSession,
  listSessions,
  sessionId,
  sessionStart,
} from '../../session/sessions.ts';
import { listLoginEvents } from '../attempts/login-events.ts';
import { type ProofOptions, provePassword } from '../proof.ts';

export const sessionRoutes: FastifyPluginAsync<ProofOptions> = async (app, services) => {
  addRoute(app, 'listSessions', (request) =>
    readSessions(services.db, shopperOf(request), services.now()),
  );

  addRoute(app, 'endOtherSessions', async (request) => {
    const { shopper, change } = await provePassword(services, request);
    return change(async (tx) => {
      await endOtherSessions(tx, shopper);
      return readSessions(tx, shopper, services.now());
    });
  });

  addRoute(app, 'endSession', async (request) => {
    const { shopper, change } = await provePassword(services, request);
    return change(async (tx) => {
      const isEnded = await endOwnSession(tx, shopper.userId, request.params.id);
      if (!isEnded) throw new Refusal('SESSION_MISSING');
      return readSessions(tx, shopper, services.now());
    });
  });

  addRoute(app, 'listLogins', async (request) => {
    const { userId } = shopperOf(request);
    const events = await listLoginEvents(services.db, userId, services.now());
    return events.map(({ kind, browser, times, lastAt }) => ({
      kind,
      browser,
      count: times,
      lastAt: new Date(lastAt).toISOString(),
    }));
  });
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

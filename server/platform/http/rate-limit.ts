/** Limits registrations and logins, which hash passwords: the most expensive requests. */
import rateLimit, {
  type FastifyRateLimitStore,
  type FastifyRateLimitStoreCtor,
} from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../../contract/refusals.ts';
import type { Services } from '../services.ts';
import { networkOf } from './network.ts';
import { countRequest } from './request-counts.ts';

/** Counts in the database, so the limit holds across all servers of the shop. */
export async function limitRate(
  app: FastifyInstance,
  services: Services,
  perMinute: number,
): Promise<void> {
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: '1 minute',
    keyGenerator: (request) => networkOf(request.ip),
    store: sharedCounts(services),
    errorResponseBuilder: (_request, { ttl }) =>
      new Refusal('TOO_MANY_REQUESTS', { retryAfter: Math.ceil(ttl / 1000) }),
  });
}

/** The plugin takes a class and constructs it. */
function sharedCounts({ db, now }: Services): FastifyRateLimitStoreCtor {
  return class SharedCounts implements FastifyRateLimitStore {
    incr(
      address: string,
      callback: Parameters<FastifyRateLimitStore['incr']>[1],
      windowMs: number,
    ): void {
      countRequest(db, address, windowMs, now()).then(
        (result) => callback(null, result),
        (error: Error) => callback(error),
      );
    }

    child(): FastifyRateLimitStore {
      return this;
    }
  };
}

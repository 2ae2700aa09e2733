/** One line a request, and no more in it than an operator needs: no headers, no bodies. */
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import pino, { type DestinationStream } from 'pino';

/** Written together: this many bytes, or what there is after this many milliseconds, or at the end. */
const WRITTEN_AT_ONCE = { minLength: 4_096, periodicFlush: 100 };

/** Standard output, without a call of the operating system for each line. */
export function openLog(): DestinationStream {
  return pino.destination({ sync: false, ...WRITTEN_AT_ONCE });
}

/** A request, once it is answered. */
export interface Answered {
  id: string;
  method: string;
  /** The route, not the address: what people search for is theirs. */
  route: string | undefined;
  status: number;
  /** How long it took. */
  ms: number;
}

export function answeredOf(request: FastifyRequest, reply: FastifyReply): Answered {
  return {
    id: request.id,
    method: request.method,
    route: request.routeOptions.url,
    status: reply.statusCode,
    ms: reply.elapsedTime,
  };
}

/** @param log of the request: it has the id, and knows whether its route is logged at all */
export function logAnswered(log: FastifyBaseLogger, answered: Answered): void {
  const { method, route, status, ms } = answered;
  log.info({ method, route, status, ms: Math.round(ms * 10) / 10 }, 'answered');
}

/** Between two lines about the same trouble. */
const TROUBLE_MS = 1_000;

/**
 * One line a second, however many are turned away: who has too much to do shouldn't write about each.
 * @returns to be told of each request that was turned away
 */
export function turnedAwayLog(log: Pick<FastifyBaseLogger, 'warn'>): () => void {
  let count = 0;
  return () => {
    if (count++ > 0) return;
    setTimeout(() => {
      log.warn({ count }, 'requests turned away: there are more than can be answered');
      count = 0;
    }, TROUBLE_MS).unref();
  };
}

/** One line a request, and no more in it than an operator needs: no headers, no bodies. */
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';

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

export function logAnswered(log: FastifyBaseLogger, answered: Answered): void {
  const { id, method, route, status, ms } = answered;
  log.info({ reqId: id, method, route, status, ms: Math.round(ms * 10) / 10 }, 'answered');
}

/** One line a request, and no more in it than an operator needs: no headers, no bodies. */
import type { FastifyReply, FastifyRequest } from 'fastify';

export async function logResponse(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  request.log.info(
    {
      method: request.method,
      // The route, not the address: what people search for is theirs.
      route: request.routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    },
    'answered',
  );
}

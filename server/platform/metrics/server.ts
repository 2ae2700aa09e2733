/** Serves the metrics on a separate address, which shoppers cannot reach. */
import { isIP } from 'node:net';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Registry } from 'prom-client';
import { Refusal } from '../../../contract/refusals.ts';
import { handleError } from '../http/errors.ts';

/**
 * Builds a server that has only GET /metrics. It does not listen yet.
 * @param host the name or address that it is going to listen on
 */
export function buildMetricsServer(
  registry: Registry,
  log: FastifyBaseLogger,
  host: string,
): FastifyInstance {
  const server = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    exposeHeadRoutes: false,
    // Close the connections when the shop stops, because scrapers keep them open.
    forceCloseConnections: true,
  });
  server.setErrorHandler(handleError);
  server.addHook('onRequest', async (request) => {
    const { hostname } = request;
    if (hostname !== host && !isInternalName(hostname)) throw new Refusal('HOST_UNKNOWN');
  });
  server.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
  return server;
}

/**
 * A page on the internet can have its own name resolve to this server and read the answer (DNS rebinding). It can't
 * have an address, or a name without a dot, which containers give each other.
 */
function isInternalName(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || !hostname.includes('.');
}

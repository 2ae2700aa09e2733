/** Serves the metrics on an address of their own, away from shoppers. */
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Registry } from 'prom-client';

/** Serves GET /metrics, and nothing else. It doesn't listen yet. */
export function buildMetricsServer(registry: Registry, log: FastifyBaseLogger): FastifyInstance {
  const server = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    exposeHeadRoutes: false,
    // Scrapers keep connections open: close them when the shop stops.
    forceCloseConnections: true,
  });
  server.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
  return server;
}

/** Serves the metrics on an address of their own, which shoppers can't reach. */
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Registry } from 'prom-client';

/** Answers GET /metrics, and nothing else. Doesn't listen yet. */
export function buildMetricsServer(registry: Registry, log: FastifyBaseLogger): FastifyInstance {
  const server = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    exposeHeadRoutes: false,
    // A scraper keeps its connection open; nobody waits for it when the shop stops.
    forceCloseConnections: true,
  });
  server.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
  return server;
}

/** Serves the metrics on a separate address, which shoppers cannot reach. */
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Registry } from 'prom-client';

/** Builds a server that has only GET /metrics. It does not listen yet. */
export function buildMetricsServer(registry: Registry, log: FastifyBaseLogger): FastifyInstance {
  const server = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    exposeHeadRoutes: false,
    // Close the connections when the shop stops, because scrapers keep them open.
    forceCloseConnections: true,
  });
  server.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
  return server;
}

/** Requests by the pattern of their route, never by address: what people look for is theirs. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';
import { asRefusal } from '../http/errors.ts';

/** Seconds. Most answers take less than the first; a shopper waits no longer than the last. */
const DURATION_BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export function watchRequests(registry: Registry, app: FastifyInstance): void {
  const registers = [registry];
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests answered, and how long each took.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const refusals = new Counter({
    name: 'qkart_refusals_total',
    help: 'Requests refused, by why.',
    labelNames: ['route', 'code'],
    registers,
  });

  app.addHook('onResponse', async (request, reply) => {
    const { method } = request;
    const labels = { method, route: routeOf(request), status: reply.statusCode };
    durations.observe(labels, reply.elapsedTime / 1000);
  });
  app.addHook('onError', async (request, _reply, error) => {
    const refusal = asRefusal(error);
    if (refusal) refusals.inc({ route: routeOf(request), code: refusal.code });
  });
}

const FILE = /\.\w+$/;

/** Built files have a route each, and another one with every build: of each kind they are one. */
function routeOf(request: FastifyRequest): string {
  const pattern = request.routeOptions.url;
  if (pattern === undefined) return 'none';
  const extension = FILE.exec(pattern)?.[0];
  return extension === undefined ? pattern : `*${extension}`;
}

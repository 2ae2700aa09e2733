/** Counts requests by the pattern of their route, never by address, because search texts are private. */
import type { FastifyInstance } from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';
import { asRefusal } from '../http/errors.ts';
import type { ShedReason } from '../http/load-shedder.ts';

/** Seconds. */
const DURATION_BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export interface RequestMetrics {
  /** Counts the requests, and the refusals, of every route that is registered after this call. */
  watch(app: FastifyInstance): void;
  /** Counts a request that the load shedder refused. */
  shed(reason: ShedReason): void;
}

export function countRequests(registry: Registry): RequestMetrics {
  const registers = [registry];
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const refusals = new Counter({
    name: 'qkart_refusals_total',
    help: 'Requests refused, by the code of the refusal.',
    labelNames: ['route', 'code'],
    registers,
  });

  const shed = new Counter({
    name: 'qkart_requests_shed_total',
    help: 'Requests refused because the shop was overloaded, by what it was short of.',
    labelNames: ['reason'],
    registers,
  });

  return {
    shed: (reason) => shed.inc({ reason }),
    watch(app) {
      app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
        const labels = { method, route: labelOf(routeOptions.url), status: statusCode };
        durations.observe(labels, elapsedTime / 1000);
      });
      app.addHook('onError', async (request, _reply, error) => {
        const refusal = asRefusal(error);
        if (refusal === undefined) return;
        refusals.inc({ route: labelOf(request.routeOptions.url), code: refusal.code });
      });
    },
  };
}

const FILE = /\.\w+$/;

/** Labels built files by extension, because each has its own route, which changes with every build. */
function labelOf(pattern: string | undefined): string {
  if (pattern === undefined) return 'none';
  const extension = FILE.exec(pattern)?.[0];
  return extension === undefined ? pattern : `*${extension}`;
}

/** Counts requests by the pattern of their route, never by address, because search texts are private. */
import type { FastifyInstance } from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';
import { asRefusal } from '../http/errors.ts';
import type { ShedReason } from '../http/load-shedder.ts';
import type { Answered } from '../http/request-log.ts';

/** Seconds. */
const DURATION_BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export interface RequestMetrics {
  answered(answered: Answered): void;
  /** Requests that the load shedder refused, before they reached a route. */
  shed(reason: ShedReason): void;
  /** Counts the refusals of every route that is registered after this call. */
  watchRefusals(app: FastifyInstance): void;
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
    answered({ method, route, status, ms }) {
      durations.observe({ method, route: labelOf(route), status }, ms / 1000);
    },
    watchRefusals(app) {
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

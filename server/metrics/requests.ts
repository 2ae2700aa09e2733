/** Requests by the pattern of their route, never by address: what people look for is theirs. */
import type { FastifyInstance } from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';
import { asRefusal } from '../http/errors.ts';
import type { Shortage } from '../http/load-shedder.ts';
import type { Answered } from '../http/request-log.ts';

/** Seconds. Most answers take less than the first; a shopper waits no longer than the last. */
const DURATION_BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export interface RequestMetrics {
  answered(answered: Answered): void;
  /** Before they got to a route. */
  turnedAway(shortage: Shortage): void;
  /** Counts the refusals of every route that is registered from here on. */
  watchRefusals(app: FastifyInstance): void;
}

export function countRequests(registry: Registry): RequestMetrics {
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

  const turnedAway = new Counter({
    name: 'qkart_requests_turned_away_total',
    help: 'Requests that were turned away at the door, by what there was too much work for.',
    labelNames: ['shortage'],
    registers,
  });

  return {
    turnedAway: (shortage) => turnedAway.inc({ shortage }),
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

/** Built files have a route each, and another one with every build: of each kind they are one. */
function labelOf(pattern: string | undefined): string {
  if (pattern === undefined) return 'none';
  const extension = FILE.exec(pattern)?.[0];
  return extension === undefined ? pattern : `*${extension}`;
}

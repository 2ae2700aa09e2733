/** What is counted of a running shop, in Prometheus' terms. Counters are of this process alone. */
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Meter } from '../http/services.ts';
import type { PoolUse } from '../storage/pool.ts';
import { watchPool } from './pool.ts';
import { watchRequests } from './requests.ts';
import { countSales } from './sales.ts';

export interface Metrics {
  registry: Registry;
  meter: Meter;
  /** Counts the requests of every route that is registered from here on. */
  watch(app: FastifyInstance): void;
}

/** @param readPool the use of the database's pool; an engine without one has none */
export function openMetrics(readPool?: () => PoolUse): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  if (readPool) watchPool(registry, readPool);
  return {
    registry,
    meter: countSales(registry),
    watch: (app) => watchRequests(registry, app),
  };
}

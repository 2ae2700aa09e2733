/** What is counted of a running shop, in Prometheus' terms. Counters are of this process alone. */
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Meter } from '../services.ts';
import type { PoolUse } from '../storage/storage.ts';
import { watchPool } from './pool.ts';
import { countRequests, type RequestMetrics } from './requests.ts';
import { countSales } from './sales.ts';

export interface Metrics {
  registry: Registry;
  meter: Meter;
  requests: RequestMetrics;
}

/** @param readPool the use of the database's pool; an engine without one has none */
export function openMetrics(readPool?: () => PoolUse): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  if (readPool) watchPool(registry, readPool);
  return {
    registry,
    meter: countSales(registry),
    requests: countRequests(registry),
  };
}

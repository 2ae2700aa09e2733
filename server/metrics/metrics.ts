/** Prometheus metrics of this process. */
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

/** @param readPool reads the database's connection pool, where the engine has one */
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

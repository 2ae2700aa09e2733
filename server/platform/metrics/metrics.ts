/** Prometheus metrics of this process. */
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { EventBacklog, Meter } from '../services.ts';
import type { PoolUse } from '../storage/storage.ts';
import { watchEvents } from './events.ts';
import { watchPool } from './pool.ts';
import { countRequests, type RequestMetrics } from './requests.ts';
import { countSales } from './sales.ts';

export interface Metrics {
  registry: Registry;
  meter: Meter;
  requests: RequestMetrics;
}

interface Watched {
  /** The database's connection pool, where the engine has one. */
  readPool?: (() => PoolUse) | undefined;
  /** The outbox, where webhooks are on. */
  readBacklog?: (() => Promise<EventBacklog>) | undefined;
}

export function openMetrics({ readPool, readBacklog }: Watched = {}): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  if (readPool) watchPool(registry, readPool);
  if (readBacklog) watchEvents(registry, readBacklog);
  return {
    registry,
    meter: countSales(registry),
    requests: countRequests(registry),
  };
}

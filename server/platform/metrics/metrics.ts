/** Prometheus metrics of this process. */
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Meter } from '../services.ts';
import type { PoolUse } from '../storage/storage.ts';
import type { EventBacklog } from '../webhooks/store.ts';
import { watchBackup } from './backup.ts';
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
  /** The database's connection pool; undefined on an engine without one. */
  readPool(): PoolUse | undefined;
  /** The outbox; undefined if webhooks are off. */
  readBacklog?: (() => Promise<EventBacklog>) | undefined;
  /** When the last backup was made, in milliseconds since 1970 UTC. */
  readLastBackup(): Promise<number | undefined>;
}

export function openMetrics({ readPool, readBacklog, readLastBackup }: Watched): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  if (readPool() !== undefined) watchPool(registry, readPool);
  if (readBacklog) watchEvents(registry, readBacklog);
  watchBackup(registry, readLastBackup);
  return {
    registry,
    meter: countSales(registry),
    requests: countRequests(registry),
  };
}

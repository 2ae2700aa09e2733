import { Gauge, type Registry } from 'prom-client';
import type { PoolUse } from '../storage/storage.ts';

const help: Record<keyof PoolUse, string> = {
  size: 'Open database connections.',
  idle: 'Idle database connections.',
  waiting: 'Transactions and queries that wait for a database connection.',
};

/** Reads the pool with each scrape. */
export function watchPool(registry: Registry, readPool: () => PoolUse | undefined): void {
  for (const name of ['size', 'idle', 'waiting'] as const) {
    new Gauge({
      name: `qkart_database_pool_${name}`,
      help: help[name],
      registers: [registry],
      collect() {
        this.set(readPool()?.[name] ?? 0);
      },
    });
  }
}

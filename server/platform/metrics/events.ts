import { Gauge, type Registry } from 'prom-client';
import type { EventBacklog } from '../webhooks/store.ts';
import { readInTime } from './read-in-time.ts';

const gauges: Record<keyof EventBacklog, { name: string; help: string; unit: number }> = {
  waiting: {
    name: 'qkart_events_waiting',
    help: 'Events that are to be delivered, or tried again.',
    unit: 1,
  },
  oldestAgeMs: {
    name: 'qkart_events_oldest_waiting_seconds',
    help: 'Age of the oldest waiting event; 0 if none waits.',
    unit: 1_000,
  },
  givenUp: {
    name: 'qkart_events_given_up',
    help: 'Events that were given up after three days.',
    unit: 1,
  },
};

/** Reads the outbox with each scrape. While it cannot be read, only its own lines are missing. */
export function watchEvents(registry: Registry, readBacklog: () => Promise<EventBacklog>): void {
  let reading: Promise<EventBacklog> | undefined;
  /** A scrape collects all gauges at the same time. */
  const readOnce = () => {
    reading ??= readBacklog().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  for (const key of ['waiting', 'oldestAgeMs', 'givenUp'] as const) {
    const { name, help, unit } = gauges[key];
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const backlog = await readInTime(readOnce());
        if (backlog === undefined) this.remove();
        else this.set(backlog[key] / unit);
      },
    });
  }
}

/** Notices that a host has fallen silent before the queries on it time out. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { HostRing } from './hosts.ts';
import { HostClient, type WritablePool } from './pool.ts';

const PAUSE_MS = 1_000;
const TIMEOUT_MS = 1_000;
/** Until the next host is tried. */
const RETRY_PAUSE_MS = 250;

export interface Heartbeat {
  stop(): Promise<void>;
}

/** Asks the host every second, on a connection beside the pool, whether it can be written to. */
export function startHeartbeat(ring: HostRing, pool: WritablePool): Heartbeat {
  const stopping = new AbortController();
  const done = beat(ring, pool, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await done;
    },
  };
}

async function beat(ring: HostRing, pool: WritablePool, signal: AbortSignal): Promise<void> {
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {});
  while (!signal.aborted) {
    const client = new HostClient(ring.current, {
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
    });
    try {
      await client.connect();
      while (!signal.aborted) {
        await pool.moveToHostOf(client);
        await pause(PAUSE_MS);
      }
    } catch {
      ring.leave(client.url);
      await pause(RETRY_PAUSE_MS);
    } finally {
      // Not awaited: a silent host doesn't answer.
      void client.end();
    }
  }
}

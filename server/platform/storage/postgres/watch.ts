import { setTimeout as sleep } from 'node:timers/promises';
import type { HostRing } from './hosts.ts';
import { listenOn } from './listen.ts';

const FIRST_RETRY_MS = 100;
const RETRY_MAX_MS = 5_000;

/**
 * Keeps a value in memory that the database announces on a channel whenever it changes. While the
 * listening connection is lost the last known value is served. After the reconnect the value is read
 * again, with retries and backoff. Callers of `current` wait for the first value only.
 */
export function watchChannel(ring: HostRing, channel: string, read: () => Promise<string>) {
  let value: string | undefined;
  /** Aborted by whatever makes the result of a read out of date. */
  let reading = new AbortController();

  async function readWithRetries({ signal }: AbortController): Promise<void> {
    for (let pauseMs = FIRST_RETRY_MS; ; pauseMs = Math.min(2 * pauseMs, RETRY_MAX_MS)) {
      const found = await read().catch(() => undefined);
      if (signal.aborted) return;
      if (found !== undefined) {
        value = found;
        return;
      }
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
    }
  }

  async function readFirst(): Promise<string> {
    const found = await read();
    value ??= found;
    return value;
  }

  const listening = listenOn({
    ring,
    channel,
    listener: {
      onListening() {
        reading.abort();
        reading = new AbortController();
        void readWithRetries(reading);
      },
      onMessage(payload) {
        reading.abort();
        value = payload;
      },
      onLost: () => reading.abort(),
    },
  });
  return {
    current: () => value ?? readFirst(),
    async close() {
      reading.abort();
      await listening.close();
    },
  };
}

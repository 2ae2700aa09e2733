/** A connection that is told what is written to a channel, for as long as it lasts, and then another. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { HostRing } from './hosts.ts';
import type { ChannelListener, Listening } from './open.ts';
import { connectionTo, isWritable } from './pool.ts';

const RECONNECT_PAUSE_MS = 250;
/** A connection that is cut off isn't told so: it is asked that often whether it is still there. */
const HEARTBEAT_MS = 1_000;
const HEARTBEAT_TIMEOUT_MS = 1_000;

/** @param channel a plain name */
export function listenOn(ring: HostRing, channel: string, listener: ChannelListener): Listening {
  const closing = new AbortController();
  const done = keepListening(ring, channel, listener, closing.signal);
  return {
    async close() {
      closing.abort();
      await done;
    },
  };
}

async function keepListening(
  ring: HostRing,
  channel: string,
  listener: ChannelListener,
  closing: AbortSignal,
): Promise<void> {
  while (!closing.aborted) {
    const url = ring.current;
    const client = new pg.Client({ ...connectionTo(url), query_timeout: HEARTBEAT_TIMEOUT_MS });
    client.on('error', () => {});
    client.on('notification', ({ payload = '' }) => listener.onMessage(payload));
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      let isListening = false;
      while (!closing.aborted) {
        if (!(await isWritable(client))) throw new Error('The host only reads');
        ring.found(url);
        if (!isListening) listener.onListening();
        isListening = true;
        await sleep(HEARTBEAT_MS, undefined, { signal: closing }).catch(() => {});
      }
    } catch {
      ring.leave(url);
      listener.onLost();
      await sleep(RECONNECT_PAUSE_MS, undefined, { signal: closing }).catch(() => {});
    } finally {
      await client.end().catch(() => {});
    }
  }
}

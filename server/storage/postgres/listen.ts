/** A connection that is told what is written to a channel, for as long as it lasts, and then another. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ChannelListener, Listening } from '../storage.ts';
import type { HostRing } from './hosts.ts';
import { connectionTo, isWritable } from './pool.ts';

const RECONNECT_PAUSE_MS = 250;
const HEARTBEAT_MS = 1_000;
const HEARTBEAT_TIMEOUT_MS = 1_000;

interface Subscription {
  ring: HostRing;
  /** A plain name. */
  channel: string;
  listener: ChannelListener;
  /** How often a connection is asked whether it is still there: one that is cut off isn't told so. */
  heartbeatMs?: number;
}

export function listenOn(subscription: Subscription): Listening {
  const closing = new AbortController();
  const done = keepListening(subscription, closing.signal);
  return {
    async close() {
      closing.abort();
      await done;
    },
  };
}

async function keepListening(
  { ring, channel, listener, heartbeatMs = HEARTBEAT_MS }: Subscription,
  closing: AbortSignal,
): Promise<void> {
  while (!closing.aborted) {
    const url = ring.current;
    const client = new pg.Client({ ...connectionTo(url), query_timeout: HEARTBEAT_TIMEOUT_MS });
    const ended = new AbortController();
    client.on('error', () => {});
    client.on('end', () => ended.abort());
    const wakeUp = AbortSignal.any([closing, ended.signal]);
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
        await sleep(heartbeatMs, undefined, { signal: wakeUp }).catch(() => {});
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

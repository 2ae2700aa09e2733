/** LISTEN: a connection that is told what is announced on a channel, and is replaced when it is lost. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { HostRing } from './hosts.ts';
import { connectionTo, expectWritable } from './pool.ts';

const RECONNECT_PAUSE_MS = 250;
const HEARTBEAT_MS = 1_000;
const HEARTBEAT_TIMEOUT_MS = 1_000;

export interface ChannelListener {
  /** From now on every message arrives. Called again after each reconnect. */
  onListening(): void;
  onMessage(payload: string): void;
  /** From now on messages may be missed. */
  onLost(): void;
}

export interface Listening {
  close(): Promise<void>;
}

interface Subscription {
  ring: HostRing;
  /** An SQL identifier. */
  channel: string;
  listener: ChannelListener;
  /** Between two queries that show whether the connection still works: one that is cut off isn't told. */
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

async function keepListening(subscription: Subscription, closing: AbortSignal): Promise<void> {
  const { ring, listener } = subscription;
  while (!closing.aborted) {
    const url = ring.current;
    try {
      await listenUntilLost(url, subscription, closing);
    } catch {
      ring.leave(url);
      listener.onLost();
      await sleep(RECONNECT_PAUSE_MS, undefined, { signal: closing }).catch(() => {});
    }
  }
}

/** @throws what ended the connection, unless it was closed */
async function listenUntilLost(
  url: string,
  { ring, channel, listener, heartbeatMs = HEARTBEAT_MS }: Subscription,
  closing: AbortSignal,
): Promise<void> {
  const client = new pg.Client({ ...connectionTo(url), query_timeout: HEARTBEAT_TIMEOUT_MS });
  const ended = new AbortController();
  client.on('error', () => {});
  client.on('end', () => ended.abort());
  client.on('notification', ({ payload = '' }) => listener.onMessage(payload));
  const wakeUp = AbortSignal.any([closing, ended.signal]);
  try {
    await client.connect();
    await client.query(`listen ${channel}`);
    await expectWritable(client);
    ring.found(url);
    listener.onListening();
    for (;;) {
      await sleep(heartbeatMs, undefined, { signal: wakeUp }).catch(() => {});
      if (closing.aborted) return;
      await expectWritable(client);
    }
  } finally {
    await client.end().catch(() => {});
  }
}

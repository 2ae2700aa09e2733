/** A connection beside the pool that is held open, and is replaced when it is lost. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { HostRing } from './hosts.ts';
import { connectionTo, expectWritable } from './pool.ts';

const RECONNECT_PAUSE_MS = 250;
const HEARTBEAT_MS = 1_000;
const HEARTBEAT_TIMEOUT_MS = 1_000;

export interface HeldConnection {
  ring: HostRing;
  /** After each connect to a host that can be written to. */
  onConnected(client: pg.Client): Promise<void>;
  /** With each heartbeat: a connection that is cut off isn't told. */
  onHeartbeat?(client: pg.Client): Promise<void>;
  /** Before the connection is closed, which may be lost already. */
  onClosing?(): Promise<void>;
  /** After a connection was lost, or could not be opened. */
  onLost?(): void;
  heartbeatMs?: number | undefined;
}

export interface Holding {
  close(): Promise<void>;
}

export function holdConnection(held: HeldConnection): Holding {
  const closing = new AbortController();
  const done = keepConnected(held, closing.signal);
  return {
    async close() {
      closing.abort();
      await done;
    },
  };
}

async function keepConnected(held: HeldConnection, closing: AbortSignal): Promise<void> {
  const { ring } = held;
  while (!closing.aborted) {
    const url = ring.current;
    try {
      await holdUntilLost(url, held, closing);
    } catch {
      ring.leave(url);
      held.onLost?.();
      await sleep(RECONNECT_PAUSE_MS, undefined, { signal: closing }).catch(() => {});
    }
  }
}

/** @throws what ended the connection, unless it was closed */
async function holdUntilLost(
  url: string,
  { ring, heartbeatMs = HEARTBEAT_MS, ...held }: HeldConnection,
  closing: AbortSignal,
): Promise<void> {
  const client = new pg.Client({ ...connectionTo(url), query_timeout: HEARTBEAT_TIMEOUT_MS });
  const ended = new AbortController();
  client.on('error', () => {});
  client.on('end', () => ended.abort());
  const wakeUp = AbortSignal.any([closing, ended.signal]);
  try {
    await client.connect();
    await expectWritable(client);
    ring.found(url);
    await held.onConnected(client);
    for (;;) {
      await sleep(heartbeatMs, undefined, { signal: wakeUp }).catch(() => {});
      if (closing.aborted) return;
      await expectWritable(client);
      await held.onHeartbeat?.(client);
    }
  } finally {
    await held.onClosing?.();
    await client.end().catch(() => {});
  }
}

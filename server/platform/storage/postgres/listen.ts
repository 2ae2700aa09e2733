/** LISTEN: a connection that is told what is announced on a channel. */
import { type Holding, holdConnection } from './hold.ts';
import type { HostRing } from './hosts.ts';

export interface ChannelListener {
  /** From now on every message arrives. Called again after each reconnect. */
  onListening(): void;
  onMessage(payload: string): void;
  /** From now on messages may be missed. */
  onLost(): void;
}

interface Subscription {
  ring: HostRing;
  /** An SQL identifier. */
  channel: string;
  listener: ChannelListener;
  heartbeatMs?: number;
}

export function listenOn({ ring, channel, listener, heartbeatMs }: Subscription): Holding {
  return holdConnection({
    ring,
    heartbeatMs,
    async onConnected(client) {
      client.on('notification', ({ payload = '' }) => listener.onMessage(payload));
      await client.query(`listen ${channel}`);
      listener.onListening();
    },
    onLost: listener.onLost,
  });
}

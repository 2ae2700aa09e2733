/** A proxy between the shop and its database that can drop packets or connections. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Network {
  /** The database, through the proxy. */
  url: string;
  /** Nothing arrives any more; no connection is closed. */
  fallSilent(): void;
  /** Resets every connection, and refuses new ones. */
  cut(): void;
  /** Works again; delayed packets arrive now. */
  restore(): void;
}

/** @param whenDone registers its end: after the test, or after the test file */
export async function openNetwork(
  url: string,
  whenDone: (end: () => void) => void = onTestFinished,
): Promise<Network> {
  const target = new URL(url);
  const pairs = new Set<[Socket, Socket]>();
  let state: 'open' | 'silent' | 'cut' = 'open';
  const server = createServer((near) => {
    near.on('error', () => {});
    if (state === 'cut') {
      near.resetAndDestroy();
      return;
    }
    const far = connect(Number(target.port), target.hostname);
    far.on('error', () => {});
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    near.pipe(far);
    far.pipe(near);
    if (state === 'silent') hold(pair);
    for (const socket of pair) {
      socket.once('close', () => {
        pairs.delete(pair);
        for (const other of pair) other.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  whenDone(() => {
    server.close();
    for (const pair of pairs) for (const socket of pair) socket.destroy();
  });
  const { port } = server.address() as AddressInfo;
  target.host = `127.0.0.1:${port}`;
  const through = target.href;
  target.host = new URL(url).host;
  return {
    url: through,
    fallSilent() {
      state = 'silent';
      for (const pair of pairs) hold(pair);
    },
    cut() {
      state = 'cut';
      for (const [near, far] of pairs) {
        near.resetAndDestroy();
        far.destroy();
      }
    },
    restore() {
      state = 'open';
      for (const [near, far] of pairs) {
        near.pipe(far);
        far.pipe(near);
      }
    },
  };
}

function hold([near, far]: [Socket, Socket]): void {
  near.unpipe(far).pause();
  far.unpipe(near).pause();
}

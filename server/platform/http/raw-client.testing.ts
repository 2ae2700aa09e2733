/** A client that sends just these bytes, whether they are HTTP or not. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { onTestFinished, vi } from 'vitest';

export interface RawClient {
  socket: Socket;
  send(text: string | Buffer): void;
  /** All that was received so far. */
  received(): string;
  /** The statuses of the answers so far, in their order. */
  statuses(): number[];
  /** Waits for a number of answers. @returns everything received */
  answers(count: number): Promise<string>;
  /** Waits until the server ends the connection. @returns all that was received */
  ended(): Promise<string>;
}

/** Connected until the test is over. @param from another address of this machine, as if from another network */
export async function connectRaw(
  port: number,
  first?: string | Buffer,
  from = '127.0.0.1',
): Promise<RawClient> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  onTestFinished(() => {
    socket.destroy();
  });
  let text = '';
  let hasEnded = false;
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  // A server that hangs up on what it doesn't want to read may do so with a reset.
  socket.on('error', () => {});
  socket.on('close', () => {
    hasEnded = true;
  });
  await once(socket, 'connect');
  if (first !== undefined) socket.write(first);
  const statuses = () => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, code]) => Number(code));
  const patience = { timeout: 30_000, interval: 5 };
  return {
    socket,
    send: (more) => {
      socket.write(more);
    },
    received: () => text,
    statuses,
    async answers(count) {
      await vi.waitUntil(() => statuses().length >= count, patience);
      return text;
    },
    async ended() {
      await vi.waitUntil(() => hasEnded, patience);
      return text;
    },
  };
}

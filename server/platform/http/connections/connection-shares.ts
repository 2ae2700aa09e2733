/** Shares connections and their memory fairly among networks. */
import type { Socket } from 'node:net';
import { widestNetworkOf } from '../network.ts';

export interface ConnectionLimits {
  /** Open connections. */
  count: number;
  /** Bytes of unfinished requests and of answers that clients haven't read. */
  bytes: number;
}

/** A process needs twice as much memory for connections that only wait: 14.5 kB for each. */
export const connectionLimits: ConnectionLimits = { count: 16_384, bytes: 64 * 1_024 * 1_024 };

export class ConnectionShares {
  readonly #limits: ConnectionLimits;
  /** The open connections of each network, oldest first. */
  readonly #networks = new Map<string, Set<Socket>>();
  /** The bytes that a connection had received when its last request was answered. */
  readonly #answeredBytes = new WeakMap<Socket, number>();
  #count = 0;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /**
   * Adds a new connection. If there are too many, the network that has most of them loses one: the oldest idle one, or
   * else the oldest. A network that has most itself gets no more.
   * @returns false if the new connection must be closed
   */
  add(socket: Socket, isIdle: (socket: Socket) => boolean): boolean {
    const network = widestNetworkOf(socket.remoteAddress ?? '');
    const own = this.#networks.get(network) ?? new Set();
    if (this.#count >= this.#limits.count) {
      const most = largestOf(this.#networks, ([, { size }]) => size);
      if (most === undefined || most[1].size <= own.size + 1) return false;
      const [oldest] = most[1];
      const closed = most[1].values().find(isIdle) ?? oldest;
      closed?.destroy();
      // Its event comes later, and other connections may come before.
      if (closed !== undefined) this.#remove(closed, most[0]);
    }
    this.#networks.set(network, own.add(socket));
    this.#count++;
    socket.once('close', () => this.#remove(socket, network));
    return true;
  }

  #remove(socket: Socket, network: string): void {
    const sockets = this.#networks.get(network);
    if (!sockets?.delete(socket)) return;
    this.#count--;
    if (sockets.size === 0) this.#networks.delete(network);
  }

  /** The server needs nothing that the connection has received so far. */
  forgetReceived(socket: Socket): void {
    this.#answeredBytes.set(socket, socket.bytesRead);
  }

  /** Closes connections until they hold no more than they may: the largest of the network that holds most. */
  freeMemory(): void {
    const networks = Array.from(this.#networks.values(), (sockets) => {
      const held = Array.from(sockets, (socket) => ({ socket, bytes: this.#heldBy(socket) }));
      return { held, bytes: sumOf(held) };
    });
    const excess = () => sumOf(networks) - this.#limits.bytes;
    if (excess() <= 0) return;
    for (const { held } of networks) held.sort((one, other) => one.bytes - other.bytes);
    while (excess() > 0) {
      const most = largestOf(networks, ({ bytes }) => bytes);
      const largest = most?.held.pop();
      if (most === undefined || largest === undefined) return;
      most.bytes -= largest.bytes;
      largest.socket.destroy();
    }
  }

  #heldBy(socket: Socket): number {
    return socket.writableLength + socket.bytesRead - (this.#answeredBytes.get(socket) ?? 0);
  }
}

function sumOf(parts: readonly { bytes: number }[]): number {
  return parts.reduce((sum, { bytes }) => sum + bytes, 0);
}

function largestOf<T>(things: Iterable<T>, sizeOf: (thing: T) => number): T | undefined {
  let largest: T | undefined;
  for (const thing of things) {
    if (largest === undefined || sizeOf(thing) > sizeOf(largest)) largest = thing;
  }
  return largest;
}

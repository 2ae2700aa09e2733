/** A pool of connections to the host that can be written to. */
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg, { type ClientConfig } from 'pg';
import { DatabaseUnavailable } from '../errors.ts';
import { isConnectionLoss, READ_ONLY, translateError } from './errors.ts';
import type { HostRing } from './hosts.ts';

/** The queue for a connection is full at so many for each: some tenths of a second of work. */
const QUEUE_PER_CONNECTION = 10;
/** Also the time that a request waits for a standby to take over. */
const ACQUIRE_TIMEOUT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 2_000;
const RETRY_PAUSE_MS = 50;
/** Added to the statement timeout: by then a host that can be reached has reported it. */
const SILENCE_MS = 2_000;

export interface PoolSettings {
  poolSize: number;
  /** 0 is no timeout. */
  statementTimeoutMs: number;
  idleTimeoutMs: number;
}

/** Of every connection. Bigints and sums are numbers: all amounts and counts fit. */
const CONNECTION: ClientConfig = {
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  keepAlive: true,
  application_name: 'qkart',
  types: {
    getTypeParser(oid, format) {
      const isWhole = oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC;
      return isWhole ? Number : pg.types.getTypeParser(oid, format);
    },
  },
};

/**
 * A connection that knows its host and has a socket of ours. `destroy()` on the socket ends the connection at
 * once, even if the host is silent, and removes it from the pool; after `end()` the pool would still hand it out.
 */
class HostClient extends pg.Client {
  readonly url: string;
  readonly socket: Socket;

  constructor(url: string, config: ClientConfig) {
    const socket = new Socket();
    super({ ...CONNECTION, ...config, connectionString: url, stream: () => socket });
    this.url = url;
    this.socket = socket;
    // If a connection breaks while it is used, its query rejects; the pool listens to idle ones.
    this.on('error', () => {});
  }
}

export type PooledClient = HostClient & pg.PoolClient;

export class WritablePool {
  readonly #ring: HostRing;
  readonly #pool: pg.Pool;
  readonly #open = new Set<HostClient>();
  readonly #queueMax: number;
  #queued = 0;

  constructor(ring: HostRing, { poolSize, statementTimeoutMs, idleTimeoutMs }: PoolSettings) {
    this.#ring = ring;
    this.#queueMax = poolSize * QUEUE_PER_CONNECTION;
    const config: ClientConfig = {
      statement_timeout: statementTimeoutMs,
      query_timeout: statementTimeoutMs && statementTimeoutMs + SILENCE_MS,
    };
    const open = this.#open;
    // The pool makes all its clients with this class, so the assertions below hold.
    this.#pool = new pg.Pool({
      Client: class extends HostClient {
        constructor() {
          super(ring.current, config);
          open.add(this);
          this.once('end', () => open.delete(this));
        }
      },
      max: poolSize,
      idleTimeoutMillis: idleTimeoutMs,
      connectionTimeoutMillis: ACQUIRE_TIMEOUT_MS,
      onConnect: (client) => this.#moveToHostOf(client as HostClient),
    });
    this.#pool.on('error', (_error, client) => ring.leave((client as PooledClient).url));
  }

  /** For metrics. `waiting` counts those in the queue for a connection. */
  get use(): { size: number; idle: number; waiting: number } {
    const { totalCount, idleCount } = this.#pool;
    return { size: totalCount, idle: idleCount, waiting: this.#queued };
  }

  /** How full the queue for a connection is: 1 if there is no more room. */
  get backlog(): number {
    return this.#queued / this.#queueMax;
  }

  /** @throws DatabaseUnavailable if there is no connection within the timeout */
  async connect(): Promise<PooledClient> {
    const deadline = performance.now() + ACQUIRE_TIMEOUT_MS;
    this.#queued++;
    try {
      for (;;) {
        const url = this.#ring.current;
        try {
          return (await this.#pool.connect()) as PooledClient;
        } catch (error) {
          if (!isConnectionLoss(error)) throw translateError(error);
          this.#ring.leave(url);
          if (performance.now() > deadline) {
            throw new DatabaseUnavailable(error, { isRetryable: false });
          }
        }
        await sleep(RETRY_PAUSE_MS);
      }
    } finally {
      this.#queued--;
    }
  }

  /** @param isLost whether the connection can't be used any more */
  release(client: PooledClient, isLost: boolean): void {
    if (isLost) this.#ring.leave(client.url);
    client.release(isLost);
  }

  async end(): Promise<void> {
    await this.#pool.end();
  }

  /**
   * Moves to the host of a new connection. Connections to others are closed: whoever waits for a machine without
   * power would wait in vain.
   * @throws Error if the host is a standby, which can only be read
   */
  async #moveToHostOf(client: HostClient): Promise<void> {
    const { rows } = await client.query<{ standby: boolean }>(
      'select pg_is_in_recovery() as standby',
    );
    if (rows[0]?.standby !== false) {
      throw Object.assign(new Error('No host can be written to'), { code: READ_ONLY });
    }
    this.#ring.returnTo(client.url);
    for (const { url, socket } of this.#open) {
      if (url !== client.url) socket.destroy();
    }
  }
}

/** A pool of connections to the host that can be written to. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg, { type ClientConfig } from 'pg';
import { currentClient } from '../../queues/client.ts';
import { FairQueue } from '../../queues/fair-queue.ts';
import { DatabaseUnavailable } from '../errors.ts';
import { isConnectionLoss, READ_ONLY, translateError } from './errors.ts';
import type { HostRing } from './hosts.ts';

/** The queue is full for a client whose oldest transaction has waited this long: a burst is no overload, a standing queue is. */
const WAIT_MAX_MS = 100;
/** It is also full for a client with this many transactions for each connection ... */
const QUEUE_PER_CONNECTION = 20;
/** ... and for everybody with this many times as many of all clients. */
const QUEUE_FACTOR = 2;
/** Also the time that a request waits for a standby to take over. */
const ACQUIRE_TIMEOUT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 2_000;
const RETRY_PAUSE_MS = 50;
const WARM_UP_MAX_MS = 2_000;
/** Added to the statement timeout: by then a host that can be reached has reported it. */
const SILENCE_MS = 2_000;

export interface PoolSettings {
  poolSize: number;
  /** 0 is no timeout. */
  statementTimeoutMs: number;
  /** How long a statement waits for a lock, so that one that is held for long doesn't take all connections. 0 is no timeout. */
  lockTimeoutMs: number;
  idleTimeoutMs: number;
}

/** The settings of every connection. Bigints and sums are numbers: all amounts and counts fit. */
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

/** A connection that knows its host. */
export class HostClient extends pg.Client {
  readonly url: string;

  constructor(url: string, config: ClientConfig) {
    super({ ...CONNECTION, ...config, connectionString: url });
    this.url = url;
    // If a connection breaks while it is used, its query rejects.
    this.on('error', () => {});
  }
}

export type PooledClient = HostClient & pg.PoolClient;

export class WritablePool {
  readonly #ring: HostRing;
  readonly #pool: pg.Pool;
  readonly #used = new Set<PooledClient>();
  readonly #poolSize: number;
  /** Transactions that have a connection, or for which one is being opened. */
  #running = 0;
  /** Those that wait for one. The pool itself has no queue then. */
  readonly #queue: FairQueue;

  constructor(
    ring: HostRing,
    { poolSize, statementTimeoutMs, lockTimeoutMs, idleTimeoutMs }: PoolSettings,
  ) {
    this.#ring = ring;
    this.#poolSize = poolSize;
    this.#queue = new FairQueue(poolSize * QUEUE_PER_CONNECTION * QUEUE_FACTOR);
    const config: ClientConfig = {
      statement_timeout: statementTimeoutMs,
      lock_timeout: lockTimeoutMs,
      query_timeout: statementTimeoutMs && statementTimeoutMs + SILENCE_MS,
    };
    // The pool makes all its clients with this class, so the assertions below hold.
    this.#pool = new pg.Pool({
      Client: class extends HostClient {
        constructor() {
          super(ring.current, config);
        }
      },
      max: poolSize,
      idleTimeoutMillis: idleTimeoutMs,
      connectionTimeoutMillis: ACQUIRE_TIMEOUT_MS,
      onConnect: (client) => this.moveToHostOf(client as HostClient),
    });
    // The pool has removed an idle connection that broke.
    this.#pool.on('error', () => {});
  }

  /** For metrics. `waiting` counts those in the queue for a connection. */
  get use(): { size: number; idle: number; waiting: number } {
    const { totalCount, idleCount } = this.#pool;
    return { size: totalCount, idle: idleCount, waiting: this.#queue.length };
  }

  /** How full the queue is for the client of the current work; 1 is full. */
  get backlog(): number {
    const client = currentClient();
    const count = this.#queue.lengthOf(client) / (this.#poolSize * QUEUE_PER_CONNECTION);
    return Math.max(count, this.#queue.waitMsOf(client) / WAIT_MAX_MS);
  }

  /**
   * Opens all connections, so that a burst right after the start doesn't wait for them. Never fails: a connection that
   * the host refuses, or that takes too long, is opened when it is needed.
   */
  async warmUp(): Promise<void> {
    const opening = Array.from({ length: this.#poolSize }, async () => {
      const client = await this.#pool.connect();
      client.release();
    });
    const timeout = sleep(WARM_UP_MAX_MS, undefined, { ref: false });
    await Promise.race([Promise.allSettled(opening), timeout]);
  }

  /**
   * @throws DatabaseUnavailable if there is no connection within the timeout
   * @throws Refusal OVERLOADED if the queue is full
   */
  async connect(): Promise<PooledClient> {
    const deadline = performance.now() + ACQUIRE_TIMEOUT_MS;
    if (this.#running < this.#poolSize) this.#running++;
    else await this.#queue.wait(currentClient());
    try {
      const client = await this.#connectBefore(deadline);
      this.#used.add(client);
      return client;
    } catch (error) {
      this.#startNext();
      throw error;
    }
  }

  /** @param isLost whether the connection can't be used any more */
  release(client: PooledClient, isLost: boolean): void {
    this.#used.delete(client);
    client.release(isLost);
    this.#startNext();
  }

  /** A transaction that ends hands its place to the next that has not waited too long, so `#running` stays the same. */
  #startNext(): void {
    for (let next = this.#queue.take(); next !== undefined; next = this.#queue.take()) {
      if (performance.now() - next.since <= ACQUIRE_TIMEOUT_MS) {
        next.resolve();
        return;
      }
      next.reject(new DatabaseUnavailable(new Error('No connection became free in time.'), {}));
    }
    this.#running--;
  }

  async end(): Promise<void> {
    await this.#pool.end();
  }

  /**
   * Moves to the host of this connection, and ends the queries to others: queries to a machine without power would
   * never settle.
   * @throws Error if the host is a standby, which can only be read
   */
  async moveToHostOf(client: HostClient): Promise<void> {
    const { rows } = await client.query<{ standby: boolean }>(
      'select pg_is_in_recovery() as standby',
    );
    if (rows[0]?.standby !== false) {
      throw Object.assign(new Error('No host can be written to'), { code: READ_ONLY });
    }
    this.#ring.returnTo(client.url);
    for (const other of this.#used) {
      if (other.url !== client.url) other.end();
    }
  }

  async #connectBefore(deadline: number): Promise<PooledClient> {
    for (;;) {
      const url = this.#ring.current;
      try {
        const client = (await this.#pool.connect()) as PooledClient;
        if (client.url === this.#ring.current) return client;
        // It was idle, and its host has been left since: it may be silent.
        client.release(true);
      } catch (error) {
        if (!isConnectionLoss(error)) throw translateError(error);
        this.#ring.leave(url);
        if (performance.now() > deadline) {
          throw new DatabaseUnavailable(error, { isRetryable: false });
        }
        await sleep(RETRY_PAUSE_MS);
      }
    }
  }
}

/** A pool of connections to the host that can be written to. */
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg, { type ClientConfig } from 'pg';
import { DatabaseUnavailable } from '../errors.ts';
import { isConnectionLoss, translateError } from './errors.ts';
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

/** Bigints and sums as numbers: all amounts and counts fit. */
const types: ClientConfig['types'] = {
  getTypeParser(oid, format) {
    const isWhole = oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC;
    return isWhole ? Number : pg.types.getTypeParser(oid, format);
  },
};

/** The settings of every connection, pooled or not. */
export function connectionTo(url: string): ClientConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'qkart',
    types,
  };
}

/** @throws Error if the host is a standby, which can only be read */
export async function expectWritable(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>(
    'select pg_is_in_recovery() as standby',
  );
  if (rows[0]?.standby !== false) {
    throw Object.assign(new Error('No host can be written to'), { code: '25006' });
  }
}

/**
 * A connection that knows its host and has a socket of ours: closing that one ends the connection at
 * once, also where the host doesn't answer.
 */
class HostClient extends pg.Client {
  readonly url: string;
  readonly socket: Socket;

  constructor(url: string, config: ClientConfig) {
    const socket = new Socket();
    super({ ...connectionTo(url), ...config, stream: () => socket });
    this.url = url;
    this.socket = socket;
    // A connection that breaks while it is used rejects its query; the pool listens to idle ones.
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
      async onConnect(client) {
        await expectWritable(client);
        ring.found((client as HostClient).url);
      },
    });
    this.#pool.on('error', (_error, client) => ring.leave((client as PooledClient).url));
    ring.onFound((url) => this.#closeOthersThan(url));
  }

  /** For metrics. `waiting` counts those in the queue for a connection. */
  get use(): { size: number; idle: number; waiting: number } {
    const { totalCount, idleCount } = this.#pool;
    return { size: totalCount, idle: idleCount, waiting: this.#queued };
  }

  /** How full the queue for a connection is: 1 where there is no more room. */
  get backlog(): number {
    return this.#queued / this.#queueMax;
  }

  /** @throws DatabaseUnavailable if there is no connection within the timeout */
  async connect(): Promise<PooledClient> {
    this.#queued++;
    try {
      return await this.#connectBefore(performance.now() + ACQUIRE_TIMEOUT_MS);
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

  async #connectBefore(deadline: number): Promise<PooledClient> {
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
  }

  /** Once another host is writable, whoever waits for a machine without power would wait in vain. */
  #closeOthersThan(url: string): void {
    for (const client of this.#open) {
      if (client.url !== url) client.socket.destroy();
    }
  }
}

/** Connections to whichever host can be written to. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg, { type ClientConfig, type PoolClient } from 'pg';
import { preparedName } from '../compile-once.ts';
import { DatabaseUnavailable, isOutage, isTimeout } from './errors.ts';
import type { HostRing } from './hosts.ts';

/** Those who wait for each connection before no more are let in: some tenths of a second's work. */
const WAITING_PER_CONNECTION = 10;
/** How long a request waits for a connection, also while a standby takes over. */
const ACQUIRE_TIMEOUT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 2_000;
/** Between two looks for a writable host. */
const SEARCH_PAUSE_MS = 50;
/** A server that is cut off doesn't even say that it is late. */
const SILENCE_MS = 2_000;

/** The connections at this moment. */
export interface PoolUse {
  /** Connections that are open. */
  size: number;
  /** Of those, the ones that nobody uses. */
  idle: number;
  /** Transactions and queries that wait for a connection. */
  waiting: number;
}

interface PoolSettings {
  poolSize: number;
  statementTimeoutMs: number;
  idleTimeoutMs: number;
}

/** Amounts and counts fit a double; as text they would have to be parsed everywhere. */
const types: ClientConfig['types'] = {
  getTypeParser(oid, format) {
    const isWhole = oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC;
    return isWhole ? Number : pg.types.getTypeParser(oid, format);
  },
};

/** PostgreSQL's texts can't hold the character zero; in its place stands the one for what is no character. */
function withoutNul(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value;
}

/** What every connection to the shop's database is opened with, pooled or not. */
export function connectionTo(url: string): ClientConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'qkart',
    types,
  };
}

/** Whether the host can be written to, or only repeats what another one does. */
export async function isWritable(client: {
  query(text: string): Promise<{ rows: { recovering: boolean }[] }>;
}): Promise<boolean> {
  const { rows } = await client.query('select pg_is_in_recovery() as recovering');
  return rows[0]?.recovering === false;
}

/** pg's pool, as Kysely wants one; a connection that is new is asked first whether it can write. */
export class WritablePool implements PostgresPool {
  readonly #ring: HostRing;
  readonly #pool: pg.Pool;
  /** Connections by the host that they lead to. */
  readonly #hosts = new WeakMap<object, string>();
  readonly #checked = new WeakSet<object>();
  readonly #open = new Set<pg.Client>();
  readonly #roomToWait: number;
  #waiting = 0;

  constructor(ring: HostRing, { poolSize, statementTimeoutMs, idleTimeoutMs }: PoolSettings) {
    this.#ring = ring;
    this.#roomToWait = poolSize * WAITING_PER_CONNECTION;
    const hosts = this.#hosts;
    const open = this.#open;
    const settings: ClientConfig = {
      types,
      ...(statementTimeoutMs > 0 && {
        statement_timeout: statementTimeoutMs,
        query_timeout: statementTimeoutMs + SILENCE_MS,
      }),
    };
    class RingClient extends pg.Client {
      constructor() {
        const url = ring.current;
        super({ ...connectionTo(url), ...settings });
        hosts.set(this, url);
        open.add(this);
        this.once('end', () => open.delete(this));
        // The pool listens to idle connections only. One that breaks in use fails its query, which is told.
        this.on('error', () => {});
      }
    }
    this.#pool = new pg.Pool({
      Client: RingClient as unknown as typeof pg.Client,
      max: poolSize,
      idleTimeoutMillis: idleTimeoutMs,
      connectionTimeoutMillis: ACQUIRE_TIMEOUT_MS,
    } as pg.PoolConfig);
    // An idle connection that broke is replaced when the next one is needed.
    this.#pool.on('error', (_error, client) => this.#leave(client));
    ring.onFound((url) => this.#abandonOthersThan(url));
  }

  get options(): object {
    return this.#pool.options;
  }

  get use(): PoolUse {
    const { totalCount, idleCount } = this.#pool;
    return { size: totalCount, idle: idleCount, waiting: this.#waiting };
  }

  /** Of the room for those who wait for a connection, how much is taken: 1 where it is full. */
  get backlog(): number {
    return this.#waiting / this.#roomToWait;
  }

  /** @throws DatabaseUnavailable where no host can be written to for a while */
  async connect(): Promise<PostgresPoolClient> {
    this.#waiting++;
    try {
      return await this.#connectInTime();
    } finally {
      this.#waiting--;
    }
  }

  async #connectInTime(): Promise<PostgresPoolClient> {
    const deadline = performance.now() + ACQUIRE_TIMEOUT_MS;
    for (;;) {
      const failure = await this.#tryToConnect();
      if (!(failure instanceof Error)) return failure;
      if (!isOutage(failure) && !isTimeout(failure)) throw failure;
      if (performance.now() > deadline) {
        throw new DatabaseUnavailable(failure, { isWorthAnother: false });
      }
      await sleep(SEARCH_PAUSE_MS);
    }
  }

  async end(): Promise<void> {
    await this.#pool.end();
  }

  async #tryToConnect(): Promise<PostgresPoolClient | Error> {
    const url = this.#ring.current;
    let client: PoolClient;
    try {
      client = await this.#pool.connect();
    } catch (error) {
      if (!isTimeout(error)) this.#ring.leave(url);
      return error as Error;
    }
    if (this.#checked.has(client)) return this.#guard(client);
    try {
      if (await isWritable(client)) {
        this.#checked.add(client);
        this.#ring.found(this.#hosts.get(client) ?? url);
        return this.#guard(client);
      }
    } catch (error) {
      client.release(true);
      this.#leave(client);
      return error as Error;
    }
    client.release(true);
    this.#leave(client);
    return Object.assign(new Error('No host can be written to'), { code: '25006' });
  }

  /**
   * A machine without power doesn't say that it went: whoever asked it would wait until the statement's
   * time is up. Once another host can be written to, nothing good comes of the old one any more.
   */
  #abandonOthersThan(url: string): void {
    for (const client of this.#open) {
      // Saying goodbye would wait for an answer as well.
      if (this.#hosts.get(client) !== url) client.connection.stream.destroy();
    }
  }

  #leave(client: object): void {
    const url = this.#hosts.get(client);
    if (url !== undefined) this.#ring.leave(url);
  }

  /** The same connection; what says that the host is gone is translated, and the host left. */
  #guard(client: PoolClient): PostgresPoolClient {
    let failure: DatabaseUnavailable | undefined;
    const query = async (sql: string, parameters: readonly unknown[]) => {
      // The rollback after it would only wait for what was never answered.
      if (failure) throw failure;
      try {
        const values = parameters.map(withoutNul);
        const name = preparedName(sql);
        return await client.query({ text: sql, values, ...(name !== undefined && { name }) });
      } catch (error) {
        if (isTimeout(error)) throw new DatabaseUnavailable(error, { isWorthAnother: false });
        if (!isOutage(error)) throw error;
        failure = new DatabaseUnavailable(error, { isWorthAnother: true });
        throw failure;
      }
    };
    return {
      query: query as unknown as PostgresPoolClient['query'],
      release: () => {
        if (failure) this.#leave(client);
        client.release(failure !== undefined);
      },
    };
  }
}

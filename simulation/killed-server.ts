/** A server on a fixed port, which is killed and started again. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { untilReady } from '../scripts/children.ts';
import { freePort } from '../scripts/postgres.ts';
import type { Engine } from '../server/platform/storage/engine.ts';
import type { Db } from '../server/platform/storage/schema.ts';
import type { Server } from './actors/environment.ts';
import type { History } from './history.ts';
import type { Random } from './random.ts';
import { recordDefects, spawnServer } from './servers.ts';

/** Some servers are killed before they are ready. */
const EARLY_CHANCE = 0.1;
const EARLY_MAX_MS = 300;
const DISCONNECT_MAX_MS = 30_000;
/** The kill interrupts what follows a response. */
const AFTER_RESPONSE_MAX_MS = 4;

interface Options {
  history: History;
  random: Random;
  db: Db;
  engine: Engine;
  settings: Record<string, string>;
  /** The program, by default the built shop. */
  file?: string;
}

type Life = Omit<Server, 'send'>;

export class KilledServer {
  readonly port: number;
  readonly #options: Options;
  #life = Promise.withResolvers<Life>();
  #responsesLeft = 0;
  #restarted = Promise.resolve();
  readonly #failure = Promise.withResolvers<never>();
  #end = async (): Promise<void> => {};

  private constructor(port: number, options: Options) {
    this.port = port;
    this.#options = options;
    // A run that is over doesn't wait for it.
    this.failed.catch(() => {});
  }

  static async start(options: Options): Promise<KilledServer> {
    const server = new KilledServer(await freePort(), options);
    await server.#start();
    return server;
  }

  /** Rejects when the server doesn't come back, or ends without having been killed. */
  get failed(): Promise<never> {
    return this.#failure.promise;
  }

  /** Resolves when a server accepts requests. */
  running(): Promise<Life> {
    return this.#life.promise;
  }

  /** Kills the server after this many responses to shoppers, and starts it again. */
  killAfter(responses: number): void {
    this.#responsesLeft = responses;
  }

  /** Resolves when the server has been killed and started again. */
  async untilRestarted(): Promise<void> {
    if (this.#responsesLeft > 0) this.#restart();
    await this.#restarted;
  }

  /** Resolves when the server and its transactions are gone. */
  async kill(): Promise<void> {
    this.#life = Promise.withResolvers();
    await this.#end();
  }

  #restart(): void {
    this.#responsesLeft = 0;
    const afterMs = this.#options.random.next() * AFTER_RESPONSE_MAX_MS;
    this.#restarted = sleep(afterMs)
      .then(() => this.kill())
      .then(() => this.#start());
    this.#restarted.catch(this.#failure.reject);
  }

  async #start(): Promise<void> {
    const { random, settings, history, file } = this.#options;
    while (random.chance(EARLY_CHANCE)) {
      const early = spawnServer(this.port, settings, file);
      await sleep(random.between(0, EARLY_MAX_MS));
      await early.end('SIGKILL');
    }
    const child = spawnServer(this.port, settings, file);
    let isKilled = false;
    await untilReady(child, `http://127.0.0.1:${this.port}/readyz`);
    void child.ended.then((code) => {
      const message = `The server ended by itself with ${code}:\n${child.output().slice(-2_000)}`;
      if (!isKilled) this.#failure.reject(new Error(message));
    });
    const { promise: death, resolve: die } = Promise.withResolvers<undefined>();
    const reach = () => {
      if (this.#responsesLeft > 0 && --this.#responsesLeft === 0) this.#restart();
    };
    const life = { isDead: false, death, reach };
    this.#end = async () => {
      isKilled = true;
      await child.end('SIGKILL');
      await this.#untilDisconnected();
      history.add({ kind: 'crash' });
      recordDefects(history, child);
      life.isDead = true;
      die(undefined);
    };
    this.#life.resolve(life);
  }

  /** PostgreSQL takes some time to end the transactions of a dead process. */
  async #untilDisconnected(): Promise<void> {
    const { engine, db } = this.#options;
    const connections = sql`
      select pid from pg_stat_activity
      where datname = current_database() and application_name = 'qkart'`;
    const deadline = performance.now() + DISCONNECT_MAX_MS;
    while (engine === 'postgres' && (await connections.execute(db)).rows.length > 0) {
      if (performance.now() > deadline) throw new Error('PostgreSQL keeps connections of the dead');
      await sleep(5);
    }
  }
}

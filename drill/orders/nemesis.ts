/** The nemesis kills the server, and on PostgreSQL the database, at random moments, and restarts it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Child, untilReady } from '../../scripts/children.ts';
import type { Db } from '../../server/platform/storage/schema.ts';
import { type Deployment, untilDisconnected } from '../deployment.ts';
import { type History, type HistoryEvent, isNewOrder, isResponse } from '../history.ts';
import type { Random } from '../random.ts';
import { defectsIn, spawnServer } from '../server.ts';

/** The probability that a server is killed while it starts, and that the database is killed before it. */
const EARLY_CHANCE = 0.1;
const DATABASE_CHANCE = 0.15;
/** A long timeout, because a start is slow while all other processes run. */
const START_TIMEOUT_MS = 90_000;

const isCheckout = (event: HistoryEvent) =>
  event.kind === 'invoke' && event.operation.type === 'checkout';
const isCancellation = (event: HistoryEvent) =>
  event.kind === 'invoke' && event.operation.type === 'cancel order';

/** The events after which a kill may happen, and how many responses there are for each of them. */
const moments = {
  'any response': { matches: isResponse, oneIn: 1 },
  'an order was sent': { matches: isCheckout, oneIn: 6 },
  'an order was acknowledged': { matches: isNewOrder, oneIn: 15 },
  'a cancellation was sent': { matches: isCancellation, oneIn: 15 },
};
export type Moment = keyof typeof moments;
const allMoments: Moment[] = [
  'any response',
  'an order was sent',
  'an order was acknowledged',
  'a cancellation was sent',
];

export interface NemesisOptions {
  /** The port of every server, one after the other. */
  port: number;
  deployment: Deployment;
  history: History;
  random: Random;
  kills: number;
  /** The maximum of responses until a kill. Counting responses makes a run independent of the machine's speed. */
  responsesMax: number;
  /** The events that kills follow; by default all of them. */
  moments?: readonly Moment[];
  onKill(kills: number): void;
}

export class Nemesis {
  readonly #options: NemesisOptions;
  #server: Child;
  #opening = Promise.withResolvers<void>();
  #isOpen = false;

  /** Starts the first server. */
  constructor(options: NemesisOptions) {
    this.#options = options;
    this.#server = this.#spawn();
  }

  /** Resolves when a server accepts requests. */
  opened(): Promise<void> {
    return this.#opening.promise;
  }

  /** @throws Error if the server doesn't start */
  async untilOpen(): Promise<void> {
    const url = `http://127.0.0.1:${this.#options.port}/readyz`;
    await untilReady(this.#server, url, START_TIMEOUT_MS);
    this.#isOpen = true;
    this.#opening.resolve();
  }

  /** Kills one server after the other, and leaves an open one. @param db the operator's connection */
  async run(db: Db): Promise<void> {
    const { deployment, history, random, kills, onKill } = this.#options;
    for (let kill = 1; kill <= kills; kill++) {
      if (kill > 1 && random.chance(EARLY_CHANCE)) await sleep(random.between(0, 300));
      else {
        await this.untilOpen();
        await this.#untilMoment();
        if (deployment.restartDatabase && random.chance(DATABASE_CHANCE)) {
          await deployment.restartDatabase();
          history.add({ kind: 'nemesis', fault: 'database killed' });
          await this.#untilMoment();
        }
      }
      await this.kill(db);
      onKill(kill);
      this.#server = this.#spawn();
    }
    await this.untilOpen();
  }

  /** @param db the operator's connection */
  async kill(db: Db): Promise<void> {
    const { deployment, history } = this.#options;
    const ended = this.#server.end('SIGKILL');
    // Clients that wait for a server which never opened keep waiting for the next one.
    if (this.#isOpen) this.#opening = Promise.withResolvers();
    this.#isOpen = false;
    await ended;
    await untilDisconnected(db, deployment.engine, 'qkart');
    history.add({ kind: 'nemesis', fault: 'server killed', noServer: true });
    for (const line of defectsIn(this.#server)) history.add({ kind: 'defect', line });
  }

  #spawn(): Child {
    const { port, deployment } = this.#options;
    return spawnServer(port, { ...deployment.settings, LOG_LEVEL: 'error' }, deployment);
  }

  async #untilMoment(): Promise<void> {
    const { history, random, responsesMax, moments: possible = allMoments } = this.#options;
    const { matches, oneIn } = moments[random.pick(possible)];
    await history.until(matches, random.between(1, Math.ceil(responsesMax / oneIn)));
    // Wait a random moment, so that the kill interrupts the work that follows the event.
    await sleep(random.next() * 4);
  }
}

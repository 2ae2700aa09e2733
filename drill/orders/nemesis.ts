/** The nemesis kills the server, and on PostgreSQL the database, at random moments, and starts it again. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../server/storage/schema.ts';
import { type Child, untilReady } from '../children.ts';
import { type Deployment, untilDisconnected } from '../deployment.ts';
import { type History, type HistoryEvent, isNewOrder, isResponse } from '../history.ts';
import type { Random } from '../random.ts';
import { defectsIn, spawnServer } from '../server.ts';

/** The probability that a server is killed while it starts, and that the database is killed before it. */
const EARLY_CHANCE = 0.1;
const DATABASE_CHANCE = 0.15;
/** A slow start beside all other processes is no finding. */
const START_TIMEOUT_MS = 90_000;

const isCheckout = (event: HistoryEvent) =>
  event.kind === 'invoke' && event.operation.type === 'checkout';

/** What a kill follows, and how rare that is among responses. */
const moments = {
  'any response': { matches: isResponse, oneIn: 1 },
  'an order was sent': { matches: isCheckout, oneIn: 6 },
  'an order was acknowledged': { matches: isNewOrder, oneIn: 15 },
};
export type Moment = keyof typeof moments;
const allMoments: Moment[] = ['any response', 'an order was sent', 'an order was acknowledged'];

/** One server at a time, always on the same port. */
export class Server {
  readonly port: number;
  readonly #deployment: Deployment;
  readonly #history: History;
  #process: Child | undefined;
  #opening = Promise.withResolvers<void>();
  #isOpen = false;

  constructor(port: number, deployment: Deployment, history: History) {
    this.port = port;
    this.#deployment = deployment;
    this.#history = history;
  }

  opened(): Promise<void> {
    return this.#opening.promise;
  }

  spawn(): void {
    const { settings, args } = this.#deployment;
    this.#process = spawnServer(this.port, { ...settings, LOG_LEVEL: 'error' }, args);
  }

  /** @throws Error if it doesn't start */
  async untilOpen(): Promise<void> {
    const url = `http://127.0.0.1:${this.port}/readyz`;
    if (this.#process) await untilReady(this.#process, url, START_TIMEOUT_MS);
    this.#isOpen = true;
    this.#opening.resolve();
  }

  /** @param db of the operator */
  async kill(db: Db): Promise<void> {
    const ended = this.#process?.end('SIGKILL');
    // Clients that wait for a server that never opened wait for the next one.
    if (this.#isOpen) this.#opening = Promise.withResolvers();
    this.#isOpen = false;
    await ended;
    await untilDisconnected(db, this.#deployment.engine);
    this.#history.add({ kind: 'nemesis', fault: 'server killed', noServer: true });
    const defects = this.#process ? defectsIn(this.#process) : [];
    for (const line of defects) this.#history.add({ kind: 'defect', line });
  }
}

export interface NemesisOptions {
  server: Server;
  deployment: Deployment;
  history: History;
  /** Of the operator. */
  db: Db;
  random: Random;
  kills: number;
  /** Responses until a kill, at most; counting them makes lives as long on a slow machine. */
  responsesMax: number;
  /** Each kill follows one of these; missing: any of them. */
  moments?: readonly Moment[];
  onKill(kills: number): void;
}

/** Leaves a server that is open. */
export async function runNemesis(options: NemesisOptions): Promise<void> {
  const { server, deployment, history, db, random, kills, responsesMax, onKill } = options;
  const untilMoment = async () => {
    const { matches, oneIn } = moments[random.pick(options.moments ?? allMoments)];
    await history.until(matches, random.between(1, Math.ceil(responsesMax / oneIn)));
    // In the middle of what follows.
    await sleep(random.next() * 4);
  };
  for (let kill = 1; kill <= kills; kill++) {
    if (kill > 1 && random.chance(EARLY_CHANCE)) await sleep(random.between(0, 300));
    else {
      await server.untilOpen();
      await untilMoment();
      if (deployment.restartDatabase && random.chance(DATABASE_CHANCE)) {
        await deployment.restartDatabase();
        history.add({ kind: 'nemesis', fault: 'database killed' });
        await untilMoment();
      }
    }
    await server.kill(db);
    onKill(kill);
    server.spawn();
  }
  await server.untilOpen();
}

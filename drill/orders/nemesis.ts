/** The nemesis kills the server, and on PostgreSQL the database, at random moments, and starts it again. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../server/storage/schema.ts';
import type { Child } from '../children.ts';
import type { Target } from '../client.ts';
import { type Deployment, untilDisconnected } from '../deployment.ts';
import { type History, type HistoryEvent, isNewOrder, isResponse } from '../history.ts';
import type { Random } from '../random.ts';
import { defectsIn, spawnServer, untilServes } from '../replica.ts';

/** The probability that a server is killed while it starts, and that the database is killed before it. */
const EARLY_CHANCE = 0.1;
const DATABASE_CHANCE = 0.15;
const EARLY_MAX_MS = 300;
/** A slow start beside all other processes is no finding. */
const START_TIMEOUT_MS = 90_000;
/** From the event to the kill: in the middle of what follows. */
const DELAY_MAX_MS = 4;

const isCheckout = (event: HistoryEvent) =>
  event.kind === 'invoke' && event.operation.type === 'checkout';

/** What a kill follows, and after how many responses it comes, about. */
const moments = {
  'any response': { matches: isResponse, responses: 1 },
  'an order was sent': { matches: isCheckout, responses: 6 },
  'an order was acknowledged': { matches: isNewOrder, responses: 15 },
};
export type Moment = keyof typeof moments;
// The names are those of the object above.
export const allMoments = Object.keys(moments) as Moment[];

/** One server at a time, always on the same port. */
export class Server implements Target {
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
    const settings = { ...this.#deployment.settings, DEMO_CATALOGUE: 'off', LOG_LEVEL: 'error' };
    this.#process = spawnServer(this.port, settings, this.#deployment.program);
  }

  /** @throws Error if it doesn't start */
  async untilOpen(): Promise<void> {
    if (this.#process) await untilServes(this.#process, this.port, { timeoutMs: START_TIMEOUT_MS });
    this.#isOpen = true;
    this.#opening.resolve();
  }

  /** @param db of the operator */
  async kill(db: Db): Promise<void> {
    const killed = this.#process;
    if (killed === undefined) return;
    killed.kill('SIGKILL');
    // Clients that wait for a server that never opened wait for the next one.
    if (this.#isOpen) this.#opening = Promise.withResolvers();
    this.#isOpen = false;
    await killed.ended;
    await untilDisconnected(db, this.#deployment.engine);
    this.#history.add({ kind: 'nemesis', fault: 'server killed', noServer: true });
    for (const line of defectsIn(killed)) this.#history.add({ kind: 'defect', line });
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
  /** Each kill follows one of these. */
  moments: readonly Moment[];
  onKill(kills: number): void;
}

/** Leaves a server that is open. */
export async function runNemesis(options: NemesisOptions): Promise<void> {
  const { server, deployment, history, db, random, kills, onKill } = options;
  for (let kill = 1; kill <= kills; kill++) {
    if (kill > 1 && random.chance(EARLY_CHANCE)) {
      await sleep(random.between(0, EARLY_MAX_MS));
    } else {
      await server.untilOpen();
      await untilMoment(options);
      if (deployment.restartDatabase && random.chance(DATABASE_CHANCE)) {
        await deployment.restartDatabase();
        history.add({ kind: 'nemesis', fault: 'database killed' });
        await untilMoment(options);
      }
    }
    await server.kill(db);
    onKill(kill);
    server.spawn();
  }
  await server.untilOpen();
}

async function untilMoment({ history, random, responsesMax, ...options }: NemesisOptions) {
  const { matches, responses } = moments[random.pick(options.moments)];
  await history.until(matches, random.between(1, Math.ceil(responsesMax / responses)));
  await sleep(random.next() * DELAY_MAX_MS);
}

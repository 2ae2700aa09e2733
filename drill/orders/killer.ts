/** Kills the server, and sometimes the database, at moments that nobody expects; and starts it again. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../server/storage/schema.ts';
import type { Child } from '../children.ts';
import { defectsIn, spawnServer, untilServes } from '../replica.ts';
import { type History, type HistoryEvent, isAnswer } from './history.ts';
import type { Random } from './random.ts';
import type { Door } from './requests.ts';
import { type Site, untilNothingIsLeft } from './site.ts';

/** How many lives end before they have begun, and how many with the database's. */
const EARLY_SHARE = 0.1;
const DATABASE_SHARE = 0.15;
const EARLY_MAX_MS = 300;

/** A server that starts again and again beside all the others: a slow one is no finding. */
const START_TIMEOUT_MS = 90_000;

/** A blow falls in the middle of whatever follows. */
const BLOW_MAX_MS = 4;

interface Moment {
  isIt(event: HistoryEvent): boolean;
  /** Answers for one of it, about. */
  answers: number;
}

/** What blows fall behind: anything at all, or what is worst to be torn from. */
const moments = {
  'any answer': { isIt: isAnswer, answers: 1 },
  'an order was sent': {
    isIt: (event) => event.kind === 'call' && event.operation.do === 'checkout',
    answers: 6,
  },
  'an order was acknowledged': {
    isIt: (event) => event.kind === 'answer' && !event.replayed && event.body.includes('"orderId"'),
    answers: 15,
  },
} satisfies Record<string, Moment>;

export type MomentName = keyof typeof moments;
// The names are those of the object above.
export const momentNames = Object.keys(moments) as MomentName[];

/** One server at a time on one port, and the door to it. */
export class Server implements Door {
  readonly port: number;
  readonly #site: Site;
  readonly #history: History;
  #process: Child | undefined;
  #door = Promise.withResolvers<void>();
  #isOpen = false;

  constructor(port: number, site: Site, history: History) {
    this.port = port;
    this.#site = site;
    this.#history = history;
  }

  opened(): Promise<void> {
    return this.#door.promise;
  }

  spawn(): void {
    const settings = { ...this.#site.settings, DEMO_CATALOGUE: 'off', LOG_LEVEL: 'error' };
    this.#process = spawnServer(this.port, settings, this.#site.program);
  }

  /** @throws Error where it doesn't come up */
  async untilOpen(): Promise<void> {
    if (this.#process) await untilServes(this.#process, this.port, { timeoutMs: START_TIMEOUT_MS });
    this.#isOpen = true;
    this.#door.resolve();
  }

  /** @param db the operator's; needed where the database outlives the server */
  async kill(what: string, db: Db): Promise<void> {
    const killed = this.#process;
    if (killed === undefined) return;
    killed.kill('SIGKILL');
    // Who waits for one that was never open waits for the next one.
    if (this.#isOpen) this.#door = Promise.withResolvers();
    this.#isOpen = false;
    await killed.ended;
    await untilNothingIsLeft(db, this.#site);
    this.#history.add({ kind: 'down', what });
    for (const line of defectsIn(killed)) this.#history.add({ kind: 'defect', line });
  }
}

export interface Killing {
  server: Server;
  history: History;
  site: Site;
  db: Db;
  random: Random;
  kills: number;
  /** A server's life, in answers: so it is as long on a slow machine. At most; at least one. */
  answersMax: number;
  /** Blows fall behind one of these. */
  after: readonly MomentName[];
  /** Told after each. */
  onKilled(kills: number): void;
}

/** Leaves a server that answers. */
export async function killAgainAndAgain(killing: Killing): Promise<void> {
  const { server, site, db, random, kills, onKilled } = killing;
  for (let kill = 1; kill <= kills; kill++) {
    if (kill > 1 && random.chance(EARLY_SHARE)) {
      await sleep(random.between(0, EARLY_MAX_MS));
      await server.kill('before it answered', db);
    } else {
      await server.untilOpen();
      await untilItsTime(killing);
      if (site.killDatabase && random.chance(DATABASE_SHARE)) {
        await site.killDatabase();
        killing.history.add({ kind: 'database back' });
        await untilItsTime(killing);
      }
      await server.kill('at work', db);
    }
    onKilled(kill);
    server.spawn();
  }
  await server.untilOpen();
}

async function untilItsTime({ history, random, answersMax, after }: Killing): Promise<void> {
  const { isIt, answers } = moments[random.pick(after)];
  await history.until(isIt, random.between(1, Math.ceil(answersMax / answers)));
  await sleep(random.next() * BLOW_MAX_MS);
}

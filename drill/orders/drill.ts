/** Shoppers, the operator and the nemesis at the same time, and the history of it. */
import { freePort } from '../../scripts/postgres.ts';
import { openStorage } from '../../server/storage/storage.ts';
import type { Deployment } from '../deployment.ts';
import { History, type HistoryEvent, isResponse } from '../history.ts';
import { randomFrom } from '../random.ts';
import { addProducts, createProducts } from '../shop.ts';
import { adversarial, shop } from '../shopper.ts';
import { readFinalState } from './final-state.ts';
import { allMoments, type Moment, runNemesis, Server } from './nemesis.ts';
import { operate } from './operator.ts';

export interface Plan {
  seed: number;
  shoppers: number;
  kills: number;
  /** Of a server, until it is killed. */
  responsesMax: number;
  /** After the last kill. */
  lastResponses: number;
  /** What kills follow; missing: everything. */
  moments?: readonly Moment[];
}

/** @returns the complete history */
export async function runDrill(
  deployment: Deployment,
  plan: Plan,
  onKill: (kills: number) => void = () => {},
): Promise<HistoryEvent[]> {
  const history = new History();
  const random = randomFrom(plan.seed);
  const products = createProducts(12, 60);
  history.add({ kind: 'start', engine: deployment.engine, products });
  const server = new Server(await freePort(), deployment, history);
  server.spawn();
  // The server creates the tables.
  await server.untilOpen();
  const { db, close } = await openStorage(deployment.storage);
  let closing = false;
  const isClosing = () => closing;
  try {
    await addProducts(db, products);
    const shared = { target: server, db, server, deployment, history, products, isClosing };
    const actors = Array.from({ length: plan.shoppers }, (_, index) => {
      const name = `shopper-${index + 1}`;
      return shop(name, { ...shared, random: random.fork(name), behaviour: adversarial });
    });
    actors.push(operate({ ...shared, random: random.fork('operator') }));
    const { kills, responsesMax, moments = allMoments } = plan;
    const nemesis = { random: random.fork('nemesis'), kills, responsesMax, moments, onKill };
    const killed = runNemesis({ ...shared, ...nemesis });
    await Promise.race([
      killed.then(() => history.until(isResponse, plan.lastResponses)),
      failureOf(actors),
    ]);
    closing = true;
    await Promise.all(actors);
    await server.kill(db);
    history.add({ kind: 'final', ...(await readFinalState(db)) });
    return history.events;
  } finally {
    closing = true;
    await close();
  }
}

/** Rejects as soon as one of them does, and never resolves. */
export async function failureOf(actors: readonly Promise<void>[]): Promise<never> {
  await Promise.all(actors);
  return new Promise(() => {});
}

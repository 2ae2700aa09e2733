/** Runs shoppers, operators and the nemesis at the same time, and records the history. */
import { freePort } from '../../scripts/postgres.ts';
import { openStorage } from '../../server/platform/storage/open.ts';
import { adversarial } from '../behaviours.ts';
import type { Deployment } from '../deployment.ts';
import { readFinalState } from '../final-state.ts';
import { History, type HistoryEvent, isResponse } from '../history.ts';
import { createRandom } from '../random.ts';
import { addProducts, createProducts } from '../shop.ts';
import { shop } from '../shopper.ts';
import { changeCatalogue } from './catalogue.ts';
import { Desk } from './desk.ts';
import { Nemesis, type NemesisOptions } from './nemesis.ts';
import { operate } from './operator.ts';
import { openReceiver } from './receiver.ts';

export interface Plan extends Pick<NemesisOptions, 'kills' | 'responsesMax' | 'moments'> {
  seed: number;
  shoppers: number;
  /** The number of operators of orders; by default one. */
  operators?: number;
  /** The number of responses after the last kill. */
  lastResponses: number;
}

/** @returns the complete history */
export async function runDrill(
  deployed: Deployment,
  plan: Plan,
  onKill: (kills: number) => void = () => {},
): Promise<HistoryEvent[]> {
  const history = new History();
  const products = createProducts(12, 60);
  history.add({ kind: 'start', engine: deployed.engine, products, hasReceiver: true });
  const randomOf = (name: string) => createRandom(`${plan.seed} ${name}`);
  const receiver = await openReceiver(history, randomOf('receiver'));
  const deployment = { ...deployed, settings: { ...deployed.settings, ...receiver.settings } };
  const port = await freePort();
  const random = randomOf('nemesis');
  const nemesis = new Nemesis({ ...plan, port, deployment, history, random, onKill });
  // Wait for the server, which creates the tables.
  await nemesis.untilOpen();
  const { db, close } = await openStorage(deployment.storage);
  let closing = false;
  const target = { port, opened: () => nemesis.opened() };
  const shared = { target, db, history, products, isClosing: () => closing };
  try {
    await addProducts(db, products);
    const desk = new Desk(deployment, history);
    const actors = Array.from({ length: plan.shoppers }, (_, index) => {
      const name = `shopper-${index + 1}`;
      return shop(name, { ...shared, random: randomOf(name), behaviour: adversarial });
    });
    actors.push(changeCatalogue({ ...shared, random: randomOf('catalogue') }));
    for (let operator = 1; operator <= (plan.operators ?? 1); operator++) {
      actors.push(operate({ ...shared, desk, random: randomOf(`operator ${operator}`) }));
    }
    const ended = nemesis.run(db).then(() => history.until(isResponse, plan.lastResponses));
    await Promise.race([ended, failureOf(actors)]);
    closing = true;
    await Promise.all(actors);
    await receiver.untilDrained(db);
    await desk.end(db);
    await nemesis.kill(db);
    history.add({ kind: 'final', ...(await readFinalState(db)) });
    return history.events;
  } finally {
    closing = true;
    receiver.close();
    await close();
  }
}

/** Rejects when the first actor rejects. Never resolves. */
export async function failureOf(actors: readonly Promise<void>[]): Promise<never> {
  await Promise.all(actors);
  return new Promise(() => {});
}

/** Shoppers, an operator and a killer, all at once; and what became of it. */
import { freePort } from '../../scripts/postgres.ts';
import { openStorage } from '../../server/storage/storage.ts';
import { readBooks } from './books.ts';
import { History, type HistoryEvent, isAnswer } from './history.ts';
import { killAgainAndAgain, type MomentName, momentNames, Server } from './killer.ts';
import { fillShelves, operate, products } from './operator.ts';
import { randomFrom } from './random.ts';
import { shop } from './shopper.ts';
import type { Site } from './site.ts';

export interface Plan {
  seed: number;
  shoppers: number;
  kills: number;
  /** Of a server's life, about. */
  answersMax: number;
  /** Behind the last kill. */
  lastAnswers: number;
  /** What kills follow; any of them where none is named. */
  killAfter?: readonly MomentName[];
}

/**
 * @param onKilled told after each kill
 * @returns the history, complete
 */
export async function rehearse(
  site: Site,
  { seed, shoppers, kills, answersMax, lastAnswers, killAfter = momentNames }: Plan,
  onKilled: (kills: number) => void = () => {},
): Promise<HistoryEvent[]> {
  const history = new History();
  history.add({ kind: 'shop', engine: site.engine, products: [...products] });
  const random = randomFrom(seed);
  const server = new Server(await freePort(), site, history);
  server.spawn();
  // The tables are the server's to make: so they are those of the shop that is drilled.
  await server.untilOpen();
  const { db, close } = await openStorage(site.storage);
  let closing = false;
  const isClosing = () => closing;
  try {
    await fillShelves(db);
    const shopping = Array.from({ length: shoppers }, (_, index) => {
      const name = `shopper-${index + 1}`;
      const ids = products.map(({ id }) => id);
      return shop(name, {
        door: server,
        history,
        random: random.fork(name),
        products: ids,
        isClosing,
      });
    });
    const operating = operate({ db, history, random: random.fork('operator'), isClosing });
    const killing = {
      server,
      site,
      db,
      history,
      random: random.fork('killer'),
      kills,
      answersMax,
      after: killAfter,
      onKilled,
    };
    const killed = killAgainAndAgain(killing).then(() => history.until(isAnswer, lastAnswers));
    await Promise.race([killed, ...[...shopping, operating].map(neverUnlessFailed)]);
    closing = true;
    await Promise.all([...shopping, operating]);
    await server.kill('in the end', db);
    history.add({ kind: 'books', ...(await readBooks(db)) });
    return history.events;
  } finally {
    closing = true;
    await close();
  }
}

/** A shopper that fails is a defect of the drill's own, and to be known at once. */
async function neverUnlessFailed(work: Promise<void>): Promise<never> {
  await work;
  return new Promise(() => {});
}

/** Where the built server's time goes, as shares and as flame graphs. */
import { cartOf } from '../speed/answers.ts';
import { inTurn } from '../speed/load.ts';
import { checkOutCarts } from '../speed/orders.ts';
import type { Row } from '../speed/report.ts';
import { writeResult } from '../speed/results.ts';
import {
  createDatabase,
  type Database,
  fillCarts,
  type Shop,
  startShop,
  stop,
} from '../speed/stage.ts';
import { saturateByWrk } from '../speed/wrk.ts';
import { drawFlames, kinds } from './flame-graph.ts';
import { recordWhile, removeMap, withMap } from './perf.ts';
import { readSources } from './sources.ts';
import { type Stack, stacksOf } from './stacks.ts';

const CONNECTIONS = 32;
const SECONDS = 5;
const CART_LINES = 5;
/** Of one order for each shopper. */
const ORDER_ROUNDS = 6;
/** A part that is less than that isn't told. */
const SMALL = 0.01;
const PACKAGE = /^node_modules\/((?:@[^/]+\/)?[^/]+)/;

/** On SQLite, where all of it is in one process. */
export async function measureProfile(): Promise<Row[]> {
  return [await profileOf('GET /cart', askForCarts), await profileOf('POST /cart/checkout', order)];
}

async function askForCarts(server: Shop, database: Database): Promise<void> {
  await fillCarts(database, CART_LINES);
  const call = inTurn(database.accounts.map(cartOf));
  await saturateByWrk({ server, call, statuses: [200] }, CONNECTIONS, { seconds: SECONDS });
}

async function order(server: Shop, database: Database): Promise<void> {
  for (let round = 0; round < ORDER_ROUNDS; round++) await checkOutCarts(server, database);
}

type Work = (server: Shop, database: Database) => Promise<void>;

async function profileOf(what: string, work: Work): Promise<Row> {
  const stacks = stacksOf(await record(work), readSources());
  const name = what.slice(what.lastIndexOf('/') + 1);
  await writeResult(`profile-${name}.svg`, drawFlames(`Where the time of ${what} goes`, stacks));
  const shares = sharesOf(stacks);
  return {
    what: `where ${what} goes`,
    figure: '',
    target: '',
    isReached: undefined,
    more: shares
      .filter(([, share]) => share >= SMALL)
      .map(([part, share]) => `${part} ${(share * 100).toFixed(0)} %`)
      .join(', '),
    measured: { shares },
  };
}

async function record(work: Work): Promise<string> {
  const database = await createDatabase('sqlite');
  const shop = await startShop({ settings: { ...database.settings, ...withMap } });
  try {
    // Until its code is optimised, as that of a server that runs for a while is.
    await work(shop, database);
    return await recordWhile(shop.process, () => work(shop, database));
  } finally {
    await stop(shop);
    await removeMap(shop.process);
    await database.close();
  }
}

/** How much of the time each part is, the largest first. */
function sharesOf(stacks: readonly Stack[]): [part: string, share: number][] {
  return [...Map.groupBy(stacks, partOf)]
    .map(([part, { length }]): [string, number] => [part, length / stacks.length])
    .sort(([, one], [, other]) => other - one);
}

/** What the last of its functions is part of: a package by its name, what is compiled by what it is there for. */
function partOf(stack: Stack): string {
  const { name = '', source = '', kind } = stack.at(-1) ?? {};
  if (kind === 'shop' || kind === 'node') return kinds[kind].name;
  return PACKAGE.exec(source)?.[1] ?? name;
}

/** Each measurement by its name. */

import { existsSync } from 'node:fs';
import { paths, searchPath } from '../../contract/paths.ts';
import { measureProfile } from '../profile/profile.ts';
import { measureScale, type ScaleOptions } from '../scale/scale.ts';
import { feedFile, readFeed } from '../search/feed.ts';
import { judge } from '../search/judged.ts';
import { measureCart, measurePages } from './answers.ts';
import { measureBrowser } from './browser/rows.ts';
import { inTurn } from './load.ts';
import { neverAsked } from './never-asked.ts';
import { measureOrders } from './orders.ts';
import { measurePressure } from './pressure.ts';
import { measureBuild, measureMemory, measureStart } from './process.ts';
import { comparedRow, figureRow, latencyRow, type Row, serverTimeRow } from './report.ts';
import {
  createDatabase,
  type Database,
  type EngineName,
  engines,
  type Shop,
  startShop,
  stop,
} from './stage.ts';
import { keepUpBesideBare } from './steady.ts';

const SEARCHES_PER_SECOND = 500;
/** Where the judged queries aren't there. */
const DEMO_QUERIES = ['lamp', 'leather bag', 'shoes', 'red', 'gam', 'watch'];

export const benches: Record<string, (options: ScaleOptions) => Promise<Row[]>> = {
  pages: () => onStage('sqlite', async (shop) => (await measurePages(shop)).map(comparedRow)),
  cart: () => onEach(measureCartOn),
  orders: () => onEach(measureOrdersOn),
  search: () => onEach(measureSearchOn),
  pressure: () => onStage('sqlite', measurePressure),
  start: async () => {
    const database = await createDatabase('sqlite');
    const startedInMs = await measureStart(database);
    await database.close();
    return [figureRow('start to the first page', startedInMs, 800, 'ms')];
  },
  memory: () => onStage('sqlite', measureMemoryOn),
  browser: measureBrowser,
  profile: measureProfile,
  build: async () => [figureRow('build of the pages', await measureBuild(), 5, 's')],
  scale: measureScale,
};

/** Only where they are asked for: one takes long, the other one wants Linux' `perf`. */
export const onlyByName = ['scale', 'profile'];

type OnStage = (shop: Shop, database: Database) => Promise<Row[]>;

async function onStage(engine: EngineName, measure: OnStage): Promise<Row[]> {
  const database = await createDatabase(engine);
  const shop = await startShop(database);
  try {
    return await measure(shop, database);
  } finally {
    await stop(shop);
    await database.close();
  }
}

async function onEach(measure: OnStage): Promise<Row[]> {
  const rows: Row[] = [];
  for (const engine of ['sqlite', 'postgres'] as const) {
    for (const row of await onStage(engine, measure)) {
      rows.push({ ...row, what: `${row.what}, ${engines[engine]}` });
    }
  }
  return rows;
}

const measureCartOn: OnStage = async (shop, database) => {
  // No target on PostgreSQL, where each request waits for the database's process.
  const [target, targetMs] = database.engine === 'sqlite' ? [0.22, 5] : [];
  const { compared, atHalf } = await measureCart(shop, database, target);
  return [comparedRow(compared), latencyRow('GET /cart at half of that rate', atHalf, targetMs)];
};

const measureOrdersOn: OnStage = async (shop, database) => {
  const raw = await createDatabase(database.engine);
  const compared = await measureOrders(shop, database, raw);
  await raw.close();
  return compared.map(comparedRow);
};

const measureSearchOn: OnStage = async (shop) => {
  const texts = existsSync(feedFile)
    ? judge(readFeed(feedFile)).map(({ query }) => query)
    : DEMO_QUERIES;
  const measure = async (what: string, asked: readonly string[]): Promise<Row> => {
    const latency = await keepUpBesideBare(shop, {
      call: inTurn(asked.map((text) => ({ path: searchPath(text) }))),
      // 404: nothing was found.
      statuses: [200, 404],
      rate: SEARCHES_PER_SECOND,
    });
    return serverTimeRow(`${what}, ${SEARCHES_PER_SECOND} a second`, latency, 5);
  };
  return [await measure('search', texts), await measure('new searches', neverAsked(texts))];
};

const measureMemoryOn: OnStage = async (shop) => {
  const asked = ['/', paths.products, searchPath('phone'), paths.facets];
  const { atRest, busy, later } = await measureMemory(shop, asked);
  return [
    figureRow('memory at rest', atRest, 160, 'MiB'),
    {
      ...figureRow(
        'memory grown by a million requests',
        later - busy,
        Math.round(busy / 10),
        'MiB',
      ),
      more: `from ${busy.toFixed(0)} to ${later.toFixed(0)} MiB`,
    },
  ];
};

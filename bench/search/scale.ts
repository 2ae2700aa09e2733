/** Measures the shop's search with a catalogue of a million products, or as many as one likes. */
import { existsSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { wholeCatalogue } from '../../contract/listing.ts';
import { Search } from '../../server/search/search.ts';
import { FEED, feedFile, readFeed } from './feed.ts';
import { fillCatalogue } from './fill.ts';
import { judge } from './judged.ts';
import { makeMany } from './many.ts';
import { quantileOf } from './metrics.ts';
import { table } from './report.ts';
import { type MeasuredShop, openOnPostgres, openOnSqlite } from './shops.ts';

const PAGE_SIZE = 60;
const WARM_UP_ROUNDS = 1;
const TIMED_ROUNDS = 5;

export interface ScaleEvaluation {
  products: number;
  /** On PostgreSQL instead of SQLite. */
  postgres: boolean;
}

/** @returns what to print; undefined where the products aren't there */
export async function evaluateScale(options: ScaleEvaluation): Promise<string | undefined> {
  if (!existsSync(feedFile)) return undefined;
  const head = `${options.products} products made of ${FEED}, ${PAGE_SIZE} in an answer`;
  const shop = options.postgres ? await openOnPostgres() : await openOnSqlite();
  const name = options.postgres ? 'PostgreSQL' : 'SQLite';
  return `${head}\n\n${await measure(name, shop, options.products)}`;
}

async function measure(name: string, shop: MeasuredShop, count: number): Promise<string> {
  try {
    const filledInMs = await timed(() =>
      fillCatalogue(shop.services, makeMany(readFeed(feedFile), count)),
    );
    const bytesBefore = bytesInUse();
    const search = new Search(shop.services);
    const pauses = monitorEventLoopDelay({ resolution: 1 });
    pauses.enable();
    const builtInMs = await timed(() => search.refresh());
    pauses.disable();
    const bytes = bytesInUse() - bytesBefore;
    const changedInMs = await timed(async () => {
      await fillCatalogue(shop.services, makeMany(readFeed(feedFile), 1));
      await search.refresh();
    });
    const figures = table(
      [name, 'rows written', 'index built', 'its size', 'longest pause', 'one change taken in'],
      [
        [
          '',
          `${(filledInMs / 1_000).toFixed(1)} s`,
          `${(builtInMs / 1_000).toFixed(1)} s`,
          `${Math.round(bytes / 2 ** 20)} MiB`,
          `${Math.round(pauses.max / 1e6)} ms`,
          `${Math.round(changedInMs)} ms`,
        ],
      ],
    );
    return `${figures}\n\n${await timeQueries(search)}`;
  } finally {
    await shop.close();
  }
}

function bytesInUse(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Node has it only where it is asked for. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

/** What somebody does who searches. */
const uses: Record<string, (search: Search, text: string) => Promise<unknown>> = {
  search: (search, text) => search.find({ ...wholeCatalogue, text }, PAGE_SIZE),
  'search, from $50 to $200, cheapest first': (search, text) =>
    search.find({ ...wholeCatalogue, text, minCost: 50, maxCost: 200, sort: 'price' }, PAGE_SIZE),
  'what to narrow it to': (search, text) => search.facets({ ...wholeCatalogue, text }),
  'suggestions for its first 3 letters': (search, text) => search.suggest(text.slice(0, 3)),
};

async function timeQueries(search: Search): Promise<string> {
  const queries = judge(readFeed(feedFile)).map(({ query }) => query);
  const rows: string[][] = [];
  for (const [name, use] of Object.entries(uses)) {
    const times: number[] = [];
    for (let round = 0; round < WARM_UP_ROUNDS + TIMED_ROUNDS; round++) {
      for (const query of queries) {
        const tookMs = await timed(async () => void (await use(search, query)));
        if (round >= WARM_UP_ROUNDS) times.push(tookMs);
      }
    }
    const quantiles = [0.5, 0.9, 0.99, 1].map((part) => `${quantileOf(times, part).toFixed(1)} ms`);
    rows.push([name, ...quantiles]);
  }
  return table([`${queries.length} judged queries`, 'median', '90 %', '99 %', 'longest'], rows);
}

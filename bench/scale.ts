/** Compares the CPU time of requests in a large and a small shop, and measures searches in a large one. */
import { CURSOR_PARAMETER } from '../contract/page-addresses.ts';
import { paths, searchPath } from '../contract/paths.ts';
import { cpuMs, mainThreadCpuMs, residentMib } from '../scripts/process-figures.ts';
import { formatCursor } from '../server/shop/catalogue/rules.ts';
import { COLOURS, modelNumber } from '../server/testing/generated-catalogue.ts';
import type { Options } from './compare.ts';
import { type EngineName, importCatalogue, openDatabase } from './database.ts';
import { type Call, saturate } from './load.ts';
import { medianOf, quantileOf } from './search/metrics.ts';
import { longSearchTexts, searchTexts, timeOnServer, uncached } from './searches.ts';
import { type Shop, startShop } from './shop.ts';
import { addShoppers, cartChanges, checkOut, fillCarts, getCart } from './shoppers.ts';
import { type Row, rowOf } from './table.ts';

/** The numbers of products. */
const SIZES = [3_000, 100_000, 1_000_000];
const CHECKOUT = 'POST /cart/checkout';

interface SizedShop extends Shop {
  size: number;
}

/** @param products the largest shop to measure */
export async function* measureScale(
  engine: EngineName,
  options: Options & { products: number },
): AsyncGenerator<Row> {
  const shops: SizedShop[] = [];
  try {
    for (const size of SIZES.filter((size) => size <= options.products)) {
      const { shop, rows } = await openShop(engine, size);
      shops.push(shop);
      yield* rows;
    }
    for (const [name, callsOf] of Object.entries(operations)) {
      yield await compareSizes(name, shops, callsOf, options);
    }
  } finally {
    for (const { server, storage } of shops) {
      await server.stop();
      await storage.close();
    }
  }
}

/** @returns the shop and its rows: the duration of import and start with indexing, and of searches */
async function openShop(engine: EngineName, size: number) {
  const database = await openDatabase(engine);
  const secondsSince = (start: number) => ((performance.now() - start) / 1_000).toFixed(1);
  const importStart = performance.now();
  await importCatalogue(database, size);
  const importTook = secondsSince(importStart);
  const shoppers = await addShoppers(database, 2_000);
  await fillCarts({ ...database, shoppers }, { lines: 2, products: size });
  const start = performance.now();
  const server = await startShop(database, { timeoutMs: 30 * 60_000 });
  const startTook = secondsSince(start);
  const startCpu = (cpuMs(server.pid) / 1_000).toFixed(1);
  const memory = Math.round(residentMib(server.pid));
  const more = `import ${importTook} s, start ${startTook} s (${startCpu} s of processor), ${memory} MiB`;
  const rows = [
    await timeSearches(server, `search, ${size.toLocaleString('en')} products`, {
      texts: searchTexts(),
      cpuMax: 25,
      more,
    }),
    await timeSearches(server, 'search of eight words', { texts: longSearchTexts(), cpuMax: 40 }),
  ];
  return { shop: { ...database, shoppers, server, size }, rows };
}

/**
 * Sends each search five times, one after the other.
 * @param cpuMax the limit of 99 of 100 searches in milliseconds of processor, which other processes hardly change
 */
async function timeSearches(
  server: Shop['server'],
  what: string,
  { texts, cpuMax, more = '' }: { texts: readonly string[]; cpuMax: number; more?: string },
): Promise<Row> {
  const cpu: number[] = [];
  const times = await timeOnServer(server, async () => {
    for (const text of uncached(texts, 5 * texts.length)) {
      const before = mainThreadCpuMs(server.pid);
      const reply = await fetch(`http://127.0.0.1:${server.port}${searchPath(text)}`);
      await reply.arrayBuffer();
      cpu.push(mainThreadCpuMs(server.pid) - before);
    }
  });
  const median = `p50 ${quantileOf(cpu, 0.5).toFixed(1)} ms`;
  const clock = `by the clock p50 ${quantileOf(times, 0.5)} ms, p99 ${quantileOf(times, 0.99)} ms`;
  const notes = [median, clock, more].filter((note) => note !== '').join('; ');
  return rowOf(
    `${what}, p99`,
    quantileOf(cpu, 0.99),
    ['at most', cpuMax],
    'ms of processor',
    notes,
  );
}

/** @returns the calls of one round */
type CallsOf = (shop: SizedShop) => Call[] | Promise<Call[]>;

const operations: Record<string, CallsOf> = {
  // This request does the same work in each shop, so its ratio shows the error of measurement.
  'GET /healthz': () => [{ path: '/healthz' }],
  'first page': () => [{ path: paths.products }],
  'deep page': ({ size }) =>
    Array.from({ length: 50 }, (_, page) => {
      const cursor = formatCursor([Math.floor(size * (0.9 + page / 1_000))]);
      return { path: `${paths.products}?${CURSOR_PARAMETER}=${cursor}` };
    }),
  'search, frequent word': () => newSearches(COLOURS),
  'search, rare word': ({ size }) => {
    const numbers = Array.from({ length: 600 }, (_, n) => 1 + Math.floor((n * size) / 600));
    return newSearches(numbers.map(modelNumber));
  },
  'GET /cart': ({ shoppers }) => shoppers.map(getCart),
  'POST /cart': cartChanges,
  [CHECKOUT]: async (shop) => {
    await fillCarts(shop, { lines: 2, products: shop.size });
    return shop.shoppers.map(checkOut);
  },
};

function newSearches(texts: readonly string[]): Call[] {
  // The searches are more than the response cache holds, and more than one round sends.
  return uncached(texts, 20_000).map((text) => ({ path: searchPath(text) }));
}

/** Compares the sizes in alternating rounds. A first round warms up, and does not count. */
async function compareSizes(
  name: string,
  shops: readonly SizedShop[],
  callsOf: CallsOf,
  { rounds, seconds }: Options,
): Promise<Row> {
  const cpu: number[][] = [];
  for (let round = 0; round <= Math.min(5, rounds); round++) {
    const ofRound: number[] = [];
    for (const shop of shops) {
      const calls = await callsOf(shop);
      // Each cart can be ordered only once.
      const load = { connections: 16, ...(name !== CHECKOUT && { seconds }) };
      const { cpuMs, databaseCpuMs } = await saturate(shop, calls, load);
      ofRound.push(cpuMs + databaseCpuMs);
    }
    if (round > 0) cpu.push(ofRound);
  }
  const ratio = medianOf(cpu.map((ofRound) => (ofRound.at(-1) ?? 0) / (ofRound[0] ?? 0)));
  const medians = shops.map((_, index) => medianOf(cpu.map((ofRound) => ofRound[index] ?? 0)));
  const more = `${medians.map((ms) => ms.toFixed(2)).join(', ')} ms CPU`;
  return rowOf(name, ratio, ['at most', 2], 'times the CPU time of the smallest', more);
}

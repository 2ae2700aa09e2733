/** Measures how long requests wait while a large catalogue is indexed, and while its changes are. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { QUANTITY_MAX } from '../contract/limits.ts';
import { paths, searchPath } from '../contract/paths.ts';
import { SEGMENT_SIZE } from '../packages/search/index.ts';
import { temporaryFolder } from '../scripts/children.ts';
import { modelNumber } from '../server/testing/generated-catalogue.ts';
import { type EngineName, importCatalogue, openDatabase } from './database.ts';
import type { Call } from './load.ts';
import { quantileOf } from './search/metrics.ts';
import { searchTexts, uncached } from './searches.ts';
import { type Shop, startShop } from './shop.ts';
import { addShoppers, changeCart } from './shoppers.ts';
import { type Row, rowOf } from './table.ts';

const PRODUCTS = 120_000;
/** Between two requests of a kind, so that they leave the server time to index. */
const PAUSE_MS = 10;
/** The first changed product. Its generated name has a model number. */
const FIRST_ID = 7;
const CHANGED_PRICES = 5_000;
const IDLE_MS = 3_000;

/** @param products the size of the catalogue, unless it is 120,000 */
export async function* measureIndexing(
  engine: EngineName,
  { products }: { products: number },
): AsyncGenerator<Row> {
  const size = Number.isFinite(products) ? products : PRODUCTS;
  const database = await openDatabase(engine);
  await importCatalogue(database, size);
  const shoppers = await addShoppers(database, 1);
  const server = await startShop(database, { readyPath: '/healthz' });
  const shop = { ...database, shoppers, server };
  try {
    yield* await measureWaits(shop, 'first build', async () => {
      while ((await send(shop, { path: '/readyz' })) !== 200) await sleep(PAUSE_MS);
    });
    yield* await measureWaits(shop, 'idle', () => sleep(IDLE_MS));
    for (const [name, change] of Object.entries(changes)) {
      yield* await measureWaits(shop, name, () => change(shop, size));
    }
  } finally {
    await server.stop();
    await database.storage.close();
  }
}

/** Each makes a change, and waits until searches find it. */
const changes: Record<string, (shop: Shop, size: number) => Promise<void>> = {
  'scattered new prices': async (shop, size) => {
    const lines = scattered(size, Math.min(size, CHANGED_PRICES), { cost: 123_456.78 });
    await runQkart(shop, ['update'], lines);
    await untilFound(shop, `${searchPath(modelNumber(FIRST_ID))}&minCost=123456`);
  },
  'a new name in each segment': async (shop, size) => {
    const segments = Math.floor(size / SEGMENT_SIZE) + 1;
    await runQkart(shop, ['import'], scattered(size, segments, { name: 'Harmonium', cost: 5 }));
    await untilFound(shop, searchPath('harmonium'));
  },
  '5,000 synonyms': async (shop) => {
    const lines = Array.from({ length: 4_999 }, (_, n) => `syn${n} word, alias${n} => term${n}`);
    await runQkart(shop, ['synonyms', 'import'], [...lines, `theremin, ${modelNumber(FIRST_ID)}`]);
    await untilFound(shop, searchPath('theremin'));
  },
  '200 synonyms with a common first word': async (shop) => {
    const lines = Array.from({ length: 199 }, (_, n) => `black thing${n}, black alias${n}`);
    await runQkart(shop, ['synonyms', 'import'], [...lines, `celesta, ${modelNumber(FIRST_ID)}`]);
    await untilFound(shop, searchPath('celesta'));
  },
};

/** Changes of `count` products at equal distances. */
function scattered(size: number, count: number, fields: object): string[] {
  return Array.from({ length: count }, (_, n) => {
    const id = 1 + ((FIRST_ID - 1 + Math.floor((n * size) / count)) % size);
    return JSON.stringify({ _id: String(id), ...fields });
  });
}

async function runQkart({ env }: Shop, args: string[], lines: readonly string[]): Promise<void> {
  const file = join(temporaryFolder(), args.includes('synonyms') ? 'synonyms.txt' : 'some.jsonl');
  await writeFile(file, lines.map((line) => `${line}\n`).join(''));
  const program = resolve(import.meta.dirname, '../cli/qkart.ts');
  const options = { env: { ...process.env, ...env } };
  await promisify(execFile)(process.execPath, [program, 'catalogue', ...args, file], options);
}

async function untilFound(shop: Shop, path: string): Promise<void> {
  while ((await send(shop, { path })) !== 200) await sleep(PAUSE_MS);
}

/** @returns the status */
async function send({ server }: Shop, { path, ...options }: Call): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, options);
  await response.arrayBuffer();
  return response.status;
}

/** Sends requests of each kind, one after the other, until the work is done. */
async function measureWaits(shop: Shop, what: string, work: () => Promise<void>): Promise<Row[]> {
  const texts = uncached(searchTexts(), 20_000);
  const [shopper] = shop.shoppers;
  const kinds: Record<string, (n: number) => Call> = {
    search: (n) => ({ path: searchPath(texts[n % texts.length] ?? '') }),
    'GET /': () => ({ path: '/' }),
    'POST /cart': (n) =>
      shopper ? changeCart(shopper, '1', 1 + (n % QUANTITY_MAX)) : { path: paths.cart },
    'GET /healthz': () => ({ path: '/healthz' }),
  };
  let isDone = false;
  const startedAt = performance.now();
  const rows = Object.entries(kinds).map(async ([kind, callOf]) => {
    const times: number[] = [];
    let failed = 0;
    for (let n = 0; !isDone; n++) {
      const sentAt = performance.now();
      if ((await send(shop, callOf(n))) >= 500) failed++;
      times.push(performance.now() - sentAt);
      await sleep(PAUSE_MS);
    }
    const p99 = `p99 of ${times.length}: ${quantileOf(times, 0.99).toFixed(1)} ms`;
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    const more = `${p99}; ${failed} refused; ${seconds} s`;
    return rowOf(`${kind}, ${what}`, Math.max(...times), ['at most', 100], 'ms', more);
  });
  await work().finally(() => {
    isDone = true;
  });
  return Promise.all(rows);
}

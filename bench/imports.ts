/** Measures how long shoppers wait while 20,000 counted products are imported. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { QUANTITY_MAX } from '../contract/limits.ts';
import { temporaryFolder } from '../scripts/children.ts';
import { type Database, type EngineName, openDatabase } from './database.ts';
import type { Call } from './load.ts';
import { type Shop, startShop } from './shop.ts';
import { addShoppers, changeCart, checkOut, fillCarts } from './shoppers.ts';
import { type Row, rowOf } from './table.ts';

const PRODUCTS = 20_000;
const CHECKOUTS_AT_ONCE = 8;
/** In another order than they are sorted. */
const productIds = Array.from({ length: PRODUCTS }, (_, n) => `thing-${(n * 7_919) % PRODUCTS}`);

export async function* measureImports(engine: EngineName): AsyncGenerator<Row> {
  const database = await openDatabase(engine);
  await importProducts(database, 1);
  const shoppers = await addShoppers(database, 2_000);
  await fillCarts({ ...database, shoppers }, { lines: 2, products: PRODUCTS });
  const server = await startShop(database, {});
  try {
    yield* await measureWaits({ ...database, shoppers, server });
  } finally {
    await server.stop();
    await database.storage.close();
  }
}

async function measureWaits(shop: Shop): Promise<Row[]> {
  const [uninvolved, ...buyers] = shop.shoppers;
  const startedAt = performance.now();
  let isDone = false;
  const importing = importProducts(shop, 2).finally(() => {
    isDone = true;
  });
  const send = async (call: Call): Promise<number> => {
    const sentAt = performance.now();
    const { path, ...options } = call;
    const response = await fetch(`http://127.0.0.1:${shop.server.port}${path}`, options);
    await response.arrayBuffer();
    if (response.status >= 500) failed++;
    return performance.now() - sentAt;
  };
  let failed = 0;
  const checkouts: number[] = [];
  const changes: number[] = [];
  const buy = async () => {
    for (let buyer = buyers.pop(); buyer !== undefined && !isDone; buyer = buyers.pop()) {
      checkouts.push(await send(checkOut(buyer)));
    }
  };
  const change = async () => {
    while (!isDone && uninvolved !== undefined) {
      const qty = 1 + (changes.length % QUANTITY_MAX);
      changes.push(await send(changeCart(uninvolved, productIds[0] ?? '', qty)));
    }
  };
  await Promise.all([importing, change(), ...Array.from({ length: CHECKOUTS_AT_ONCE }, buy)]);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  const more = `import ${seconds} s, ${failed} failed`;
  return [
    toRow('longest checkout during an import', checkouts, more),
    toRow('longest change of an uninvolved shopper', changes, more),
  ];
}

function toRow(what: string, times: readonly number[], more: string): Row {
  const figure = Math.max(...times);
  return rowOf(what, figure, ['at most', 1_000], 'ms', `of ${times.length}; ${more}`);
}

/** Imports counted products with the operator's program. @param cost dollars */
async function importProducts({ env }: Pick<Database, 'env'>, cost: number): Promise<void> {
  const file = join(temporaryFolder(), `counted-${cost}.jsonl`);
  const records = productIds.map((_id, n) => ({
    _id,
    name: `Thing ${n}`,
    category: 'Things',
    image: '/thing.webp',
    cost,
    stock: 1_000 + cost,
  }));
  await writeFile(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  const args = [resolve(import.meta.dirname, '../cli/qkart.ts'), 'catalogue', 'import', file];
  const options = { env: { ...process.env, ...env }, maxBuffer: 2 ** 26 };
  await promisify(execFile)(process.execPath, args, options);
}

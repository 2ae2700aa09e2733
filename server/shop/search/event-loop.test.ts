/** Indexing leaves the event loop to requests. `npm run test:full` indexes 120,000 products. */
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { wholeCatalogue } from '../../../contract/listing.ts';
import { SEGMENT_SIZE } from '../../../packages/search/index.ts';
import { importFile } from '../../operations/feeds/import.ts';
import type { ProductRow } from '../../platform/storage/schema.ts';
import { transact } from '../../platform/storage/transaction.ts';
import { generateCatalogue, writeCatalogue } from '../../testing/generated-catalogue.ts';
import { openTestFolder } from '../../testing/test-database.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { changeProducts } from '../catalogue/product-changes.ts';
import { writeVersion } from '../catalogue/store.ts';
import { Search } from './search.ts';
import { replaceSynonyms } from './synonym-store.ts';

const PRODUCTS = Number(process.env.INDEXED_PRODUCTS ?? 13_000);
const ATTEMPTS = 5;

// A busy machine takes minutes to index 120,000 products.
vi.setConfig({ testTimeout: 20 * 60_000 });
const { services } = await openTestShop();
const { db } = services;
const file = join(await openTestFolder(), 'generated.jsonl');
await writeCatalogue(file, PRODUCTS);
await importFile(services, file);
const search = new Search(services);
const words = [...generateCatalogue(8_000)].flatMap(({ name }) => name.split(' '));

/**
 * The longest turn of the event loop while something happens. It is measured in CPU time of this thread, because other
 * programs of the machine may interrupt a turn.
 */
async function longestTurn(work: () => Promise<void>): Promise<number> {
  let longest = 0;
  let isDone = false;
  let before = process.threadCpuUsage();
  const watch = (): void => {
    const now = process.threadCpuUsage();
    longest = Math.max(longest, now.user - before.user + now.system - before.system);
    before = now;
    if (!isDone) setTimeout(watch, 1);
  };
  watch();
  await work();
  isDone = true;
  return longest / 1_000;
}

/** The longest turn that is allowed: as long as sorting 80,000 words takes. That is some 20 ms, and more on a slow machine. */
function longestAllowed(): number {
  const times = Array.from({ length: 3 }, () => {
    const before = process.threadCpuUsage();
    words.slice(0, 80_000).sort();
    const { user, system } = process.threadCpuUsage(before);
    return user + system;
  });
  // The first one may also compile code or collect garbage.
  return Math.min(...times) / 1_000;
}

/**
 * Expects that no turn is long. Work that blocks does so at each attempt; the garbage of other tests, which this process
 * collects in one turn, is gone at the next.
 */
async function expectShortTurns(measure: (attempt: number) => Promise<number>): Promise<void> {
  let [longest, allowed] = [0, 0];
  for (let attempt = 0; attempt < ATTEMPTS && longest >= allowed; attempt++) {
    longest = await measure(attempt);
    allowed = longestAllowed();
  }
  expect(longest).toBeLessThan(allowed);
}

/** Changes a product in each segment. */
async function changeEverywhere(change: (row: ProductRow) => Partial<ProductRow>): Promise<void> {
  const positions = Array.from(
    { length: Math.floor(PRODUCTS / SEGMENT_SIZE) },
    (_, segment) => 1 + segment * SEGMENT_SIZE,
  );
  await transact(db, async (tx) => {
    const rows = await tx
      .selectFrom('products')
      .selectAll()
      .where('position', 'in', positions)
      .execute();
    const changes = rows.map((row) => ({ row, fields: change(row) }));
    await changeProducts(tx, changes, { reason: 'import', at: 0 });
    await writeVersion(tx, services.newId());
  });
}

const refresh = () => search.refresh();
const find = async (text: string) => {
  const { products } = await search.find({ ...wholeCatalogue, text }, 100);
  return products.length;
};

test('the first build blocks no request', async () => {
  await expectShortTurns(() => longestTurn(() => new Search(services).refresh()));
  await refresh();
  expect(await find('charger')).toBeGreaterThan(0);
});

test('new prices in every segment block no request', async () => {
  await expectShortTurns(async () => {
    await changeEverywhere(({ cost_cents }) => ({ cost_cents: cost_cents + 1 }));
    return longestTurn(refresh);
  });
});

test('new texts in every segment block no request', async () => {
  await expectShortTurns(async (attempt) => {
    await changeEverywhere(() => ({ name: `Harmonium ${attempt}` }));
    return longestTurn(refresh);
  });
  expect(await find('harmonium')).toBe(Math.floor(PRODUCTS / SEGMENT_SIZE));
});

test.each([
  [
    '5,000 synonyms',
    Array.from({ length: 5_000 }, (_, n) => `syn${n} word, alias${n} => term${n}`),
  ],
  [
    '200 synonyms with a common first word',
    Array.from({ length: 200 }, (_, n) => `black thing${n}, black alias${n} => black term${n}`),
  ],
])('%s block no request', async (_what, lines) => {
  await expectShortTurns(async (attempt) => {
    await replaceSynonyms(
      services,
      lines.map((line) => `${line} ${attempt}`),
    );
    return longestTurn(refresh);
  });
  await expectShortTurns(() => longestTurn(async () => void (await find('black case'))));
});

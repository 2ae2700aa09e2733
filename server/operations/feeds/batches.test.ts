import { appendFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { shoppingIn } from '../../shop/orders/shopping.testing.ts';
import { stopPoolClock } from '../../testing/pool-clock.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import {
  type FeedRecord,
  feedRecord,
  openTestFeeds,
  toJsonLines,
  withFastClock,
} from './feeds.testing.ts';
import { importFile, updateFile } from './import.ts';
import { takeOut } from './removal.ts';

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const feeds = await openTestFeeds();

const SIZE = 20;
const COUNT = 3 * SIZE + 1;
const batching = { size: SIZE, pauseMinMs: 1 };

const productIds = Array.from({ length: COUNT }, (_, n) => `p-${n}`);
const products = await feeds.write(
  'a.jsonl',
  toJsonLines(productIds.map((id) => feedRecord(id, { image: '/a' }))),
);
await importFile(services, products);

// No product of the demo catalogue has this cost.
let cost = 5_000;
let file = '';
const writePrices = (changes: FeedRecord = {}) =>
  feeds.write('prices.jsonl', toJsonLines(productIds.map((_id) => ({ _id, cost, ...changes }))));
beforeEach(async () => {
  cost++;
  file = await writePrices();
});

/** Ends an import between two transactions, once this many records are written. */
function pullThePlug(after: number, process = updateFile, source = file) {
  return process(withFastClock(services), source, {
    batching,
    onProgress({ pass, records }) {
      if (pass === 'writing' && records >= after) throw new Error('pulled the plug');
    },
  });
}

async function countAtNewPrice(): Promise<number> {
  const rows = db
    .selectFrom('products')
    .select('id')
    .where('cost_cents', '=', cost * 100);
  return (await rows.execute()).length;
}

describe('an import beside a selling shop', () => {
  test('lets a server answer between records that are checked, and between batches', async () => {
    let yields = 0;
    const yieldToServer = async () => yields++;
    await importFile(services, file, { batching, yieldToServer, dryRun: true });
    const ofDryRun = yields;
    await importFile(services, file, { batching, yieldToServer });
    expect([ofDryRun, yields - ofDryRun]).toEqual([1 + 1, 1 + Math.ceil(COUNT / SIZE)]);
  });

  test('writes one batch after the other; a failure names how far it came, and a second run writes the rest', async () => {
    await expect(pullThePlug(2 * SIZE)).rejects.toMatchObject({
      name: 'UnfinishedChange',
      outcome: 'part',
      message: `${2 * SIZE} records, up to line ${2 * SIZE}, are written. Apply the file again to write the rest. It sets their stock and prices again: if any were sold or changed since, remove these records from it first.`,
      cause: { message: 'pulled the plug' },
    });
    expect(await countAtNewPrice()).toBe(2 * SIZE);
    const counts = { updated: COUNT - 2 * SIZE, unchanged: 2 * SIZE };
    expect(await updateFile(services, file, { batching })).toMatchObject(counts);
    expect(await countAtNewPrice()).toBe(COUNT);
  });

  test('stops at a signal: while it checks, nothing is written; while it writes, it names how far it came', async () => {
    const stopAt = (pass: 'checking' | 'writing', records: number) => {
      const stop = new AbortController();
      return updateFile(withFastClock(services), file, {
        batching,
        signal: stop.signal,
        onProgress(state) {
          if (state.pass === pass && state.records >= records) stop.abort(new Error('Stopped'));
        },
      });
    };
    await expect(stopAt('checking', 1)).rejects.toThrow('Stopped');
    expect(await countAtNewPrice()).toBe(0);
    await expect(stopAt('writing', SIZE)).rejects.toMatchObject({
      message: expect.stringMatching(`^${SIZE} records, up to line ${SIZE}, are written\\. `),
      cause: { message: 'Stopped' },
    });
    expect(await countAtNewPrice()).toBe(SIZE);
  });

  test.each<[string, FeedRecord, boolean]>([
    ['stock_change', { stock_change: 1 }, true],
    ['an edited stock beside stock_seen', { stock: 8, stock_seen: 7 }, true],
    ['the stock that was seen', { stock: 7, stock_seen: 7 }, false],
  ])('that fails says whether its part may be written again: %s', async (_, fields, expected) => {
    const changes = await writePrices(fields);
    await expect(pullThePlug(SIZE, updateFile, changes)).rejects.toMatchObject({
      message: expect.stringContaining(
        expected ? 'changes stock by differences' : 'sets their stock and prices again',
      ),
    });
  });

  test('is refused before anything is written if its last record has a problem', async () => {
    appendFileSync(file, '{"_id":"p-0","cost":1}\n');
    expect(await updateFile(services, file, { batching })).toMatchObject({
      refused: true,
      problemCount: 1,
      updated: 0,
    });
    expect(await countAtNewPrice()).toBe(0);
  });

  test('is refused before anything is written if the file changes while it is read', async () => {
    const running = updateFile(withFastClock(services), file, {
      batching,
      onProgress({ pass, records }) {
        if (pass === 'checking' && records === 1) appendFileSync(file, ' \n');
      },
    });
    await expect(running).rejects.toThrow(`${file} was changed while it was being imported.`);
    expect(await countAtNewPrice()).toBe(0);
  });

  test('lets other writers in between its batches', async () => {
    stopPoolClock();
    const shopper = await shop.shopper();
    const { put } = shoppingIn(shop);
    let [written, between] = [0, 0];
    const updating = updateFile(withFastClock(services), file, {
      batching: { ...batching, pauseMinMs: 50 },
      onProgress({ pass, records }) {
        if (pass === 'writing') written = records;
      },
    });
    while (written < COUNT) {
      expect((await put(shopper, 'teal-garden-trowel', 1 + (between % 99))).statusCode).toBe(200);
      if (written > 0 && written < COUNT) between++;
    }
    expect(await updating).toMatchObject({ updated: COUNT });
    expect(between).toBeGreaterThan(0);
  });

  test('keeps fields that the file does not have, and the order of the file, also of a part', async () => {
    const rowsInOrder = async () => {
      const columns = ['id', 'name', 'rating_halves', 'image', 'active'] as const;
      const rows = await db.selectFrom('products').select(columns).orderBy('position').execute();
      return rows.filter(({ id }) => id.startsWith('p-'));
    };
    const before = await rowsInOrder();
    await expect(pullThePlug(SIZE, importFile)).rejects.toThrow();
    await importFile(services, file, { batching });
    expect(await countAtNewPrice()).toBe(COUNT);
    expect(await rowsInOrder()).toEqual(before);

    await takeOut(services, new Set(productIds));
    await expect(pullThePlug(SIZE, importFile, products)).rejects.toThrow();
    expect(await importFile(services, products, { batching })).toMatchObject({
      added: COUNT - SIZE,
      unchanged: SIZE,
    });
    expect(await rowsInOrder()).toEqual(before);
  });
});

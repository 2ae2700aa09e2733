import { appendFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { shoppingIn } from '../../shop/orders/shopping.testing.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { type ImportOptions, importFile, updateFile } from './import.ts';
import { takeOut } from './removal.ts';
import { feedRecord, openTestFeeds, toJsonLines, withFastClock } from './test-feeds.ts';

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const feeds = await openTestFeeds();

const CHUNK = 20;
const WHOLE_MAX = 3 * CHUNK;
const COUNT = WHOLE_MAX + 1;
const chunking = { wholeMax: WHOLE_MAX, chunkSize: CHUNK, pauseMinMs: 1 };

const productIds = Array.from({ length: COUNT }, (_, n) => `p-${n}`);
const products = await feeds.write(
  'a.jsonl',
  toJsonLines(productIds.map((id) => feedRecord(id, { image: '/a' }))),
);
await importFile(services, products);

// No product of the demo catalogue has this cost.
let cost = 5_000;
let file = '';
const writePrices = (ids: readonly string[]) =>
  feeds.write('prices.jsonl', toJsonLines(ids.map((_id) => ({ _id, cost }))));
beforeEach(async () => {
  cost++;
  file = await writePrices(productIds);
});

/** Interrupts the writing of a file after more than `after` records, before their chunk is committed. */
function pullThePlug(after: number, process = updateFile, source = file) {
  return process(withFastClock(services), source, {
    chunking,
    onProgress({ pass, records }) {
      if (pass === 'writing' && records > after) throw new Error('pulled the plug');
    },
  });
}

async function expectInterrupted(after: number, ...how: [typeof updateFile?, string?]) {
  await expect(pullThePlug(after, ...how)).rejects.toMatchObject({
    name: 'ImportInterrupted',
    records: after,
    cause: { message: 'pulled the plug' },
  });
}

/** @returns the report, and the number of records after which the import resumed */
async function runAgain(options: ImportOptions = {}, process = updateFile, source = file) {
  const resumed: number[] = [];
  const onResume = (records: number) => resumed.push(records);
  return { ...(await process(services, source, { chunking, onResume, ...options })), resumed };
}

async function countAtNewPrice(): Promise<number> {
  const rows = db
    .selectFrom('products')
    .select('id')
    .where('cost_cents', '=', cost * 100);
  return (await rows.execute()).length;
}

async function countCheckpoints(): Promise<number> {
  return (await db.selectFrom('import_progress').selectAll().execute()).length;
}

describe('a file of more records than one transaction may have', () => {
  test('is written in chunks, which stay if a later one fails, and resumes where it stopped', async () => {
    await expectInterrupted(2 * CHUNK);
    expect([await countAtNewPrice(), await countCheckpoints()]).toEqual([2 * CHUNK, 1]);
    const counts = { read: COUNT, updated: COUNT, unchanged: 0 };
    expect(await runAgain()).toMatchObject({ resumed: [2 * CHUNK], ...counts });
    expect([await countAtNewPrice(), await countCheckpoints()]).toEqual([COUNT, 0]);
    expect(await runAgain()).toMatchObject({ resumed: [], unchanged: COUNT });
  });

  test('resumes again after a second failure', async () => {
    await expectInterrupted(CHUNK);
    await expectInterrupted(3 * CHUNK);
    expect(await runAgain()).toMatchObject({ resumed: [3 * CHUNK], updated: COUNT });
  });

  test('starts again if the catalogue has changed since, because written products may be gone', async () => {
    await expectInterrupted(CHUNK);
    await shop.sell({ id: 'other' });
    await takeOut(services, new Set(['other']));
    const counts = { updated: COUNT - CHUNK, unchanged: CHUNK };
    expect(await runAgain()).toMatchObject({ resumed: [], ...counts });
  });

  test('starts again with other options, or other content', async () => {
    await expectInterrupted(CHUNK);
    expect(await runAgain({ skipInvalid: true })).toMatchObject({ resumed: [] });
    file = await writePrices(productIds.toReversed());
    await expectInterrupted(CHUNK);
    appendFileSync(file, '\n');
    expect(await runAgain()).toMatchObject({ resumed: [] });
  });

  test('is not read further if it changes while it is written', async () => {
    const running = updateFile(withFastClock(services), file, {
      chunking,
      onProgress({ pass, records }) {
        if (pass === 'writing' && records === CHUNK) appendFileSync(file, ' \n');
      },
    });
    await expect(running).rejects.toMatchObject({
      name: 'ImportInterrupted',
      records: CHUNK,
      cause: { message: `${file} was changed while it was being imported.` },
    });
    expect(await countAtNewPrice()).toBe(CHUNK);
  });

  test('is refused before anything is written if its last record has a problem', async () => {
    appendFileSync(file, '{"_id":"p-0","cost":1}\n');
    expect(await runAgain()).toMatchObject({ refused: true, problemCount: 1, updated: 0 });
    expect(await countAtNewPrice()).toBe(0);
  });

  test('lets other writers in between its chunks', async () => {
    const shopper = await shop.shopper();
    const { put } = shoppingIn(shop);
    let [written, betweenChunks] = [0, 0];
    const updating = updateFile(withFastClock(services), file, {
      chunking: { ...chunking, pauseMinMs: 50 },
      onProgress({ pass, records }) {
        if (pass === 'writing') written = records;
      },
    });
    while (written < COUNT) {
      expect((await put(shopper, 'tin-toy-rocket', 1 + (betweenChunks % 99))).statusCode).toBe(200);
      if (written > 0 && written < COUNT) betweenChunks++;
    }
    expect(await updating).toMatchObject({ updated: COUNT });
    expect(betweenChunks).toBeGreaterThan(0);
  });

  test('keeps fields that it does not have, and the order of products, even when it is resumed', async () => {
    const rowsInOrder = async () => {
      const columns = ['id', 'name', 'rating_halves', 'image', 'stock', 'active'] as const;
      const rows = await db.selectFrom('products').select(columns).orderBy('position').execute();
      return rows.filter(({ id }) => id.startsWith('p-'));
    };
    const before = await rowsInOrder();
    await expectInterrupted(CHUNK, importFile);
    const resumed = await runAgain({}, importFile);
    expect(resumed).toMatchObject({ resumed: [CHUNK], updated: COUNT, problems: [] });
    expect(await countAtNewPrice()).toBe(COUNT);
    expect(await rowsInOrder()).toEqual(before);

    await takeOut(services, new Set(productIds));
    await expectInterrupted(CHUNK, importFile, products);
    const added = await runAgain({}, importFile, products);
    expect(added).toMatchObject({ resumed: [CHUNK], added: COUNT });
    expect(await rowsInOrder()).toEqual(before);
  });
});

test('a file of as many records as one transaction may have is written in one', async () => {
  file = await writePrices(productIds.slice(0, WHOLE_MAX));
  await expect(pullThePlug(CHUNK)).rejects.toThrow('pulled the plug');
  expect([await countAtNewPrice(), await countCheckpoints()]).toEqual([0, 0]);
});

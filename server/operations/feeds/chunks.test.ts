import { appendFileSync } from 'node:fs';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Services } from '../../platform/services.ts';
import { countProducts } from '../../shop/catalogue/store.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { type ImportOptions, importFile, ONE_TRANSACTION_MAX, updateFile } from './import.ts';
import { takeOut } from './removal.ts';
import { feedRecord, openTestFeeds, toJsonLines } from './test-feeds.ts';

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const feeds = await openTestFeeds();
// Each test writes tens of thousands of products.
vi.setConfig({ testTimeout: 120_000 });

const COUNT = ONE_TRANSACTION_MAX + 1;
const CHUNK = 5_000;
const products = await feeds.write(
  'a.jsonl',
  toJsonLines(Array.from({ length: COUNT }, (_, n) => feedRecord(`p-${n}`, { image: '/a' }))),
);
await importFile(services, products);
const prices = (cost: number): string =>
  toJsonLines(Array.from({ length: COUNT }, (_, n) => ({ _id: `p-${n}`, cost })));

// No product of the demo catalogue has this cost.
let cost = 5_000;
let file = '';
beforeEach(async () => {
  file = await feeds.write('prices.jsonl', prices(++cost));
});

/** This clock advances a second with each call, so that progress is reported every time. */
function withFastClock(): Services {
  let now = 0;
  return { ...services, now: () => (now += 1_000) };
}

/** Interrupts the import in the chunk that follows `after` records. */
async function pullThePlug(after: number, options: ImportOptions = {}): Promise<void> {
  const running = updateFile(withFastClock(), file, {
    ...options,
    onProgress({ pass, records }) {
      if (pass === 'writing' && records > after) throw new Error('pulled the plug');
    },
  });
  await expect(running).rejects.toMatchObject({
    name: 'ImportInterrupted',
    records: after,
    cause: { message: 'pulled the plug' },
  });
}

/** @returns the report, and the number of records after which the import resumed */
async function runAgain(options: ImportOptions = {}) {
  const resumed: number[] = [];
  const report = await updateFile(services, file, {
    ...options,
    onResume: (records) => resumed.push(records),
  });
  return { report, resumed };
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

describe('a file of more than 20,000 records', () => {
  test('is written in chunks, which stay if a later one fails', async () => {
    await pullThePlug(2 * CHUNK);
    expect(await countAtNewPrice()).toBe(2 * CHUNK);
    expect(await countCheckpoints()).toBe(1);
  });

  test('resumes where it stopped, counts everything, and leaves no checkpoint', async () => {
    await pullThePlug(2 * CHUNK);
    const { report, resumed } = await runAgain();
    expect(resumed).toEqual([2 * CHUNK]);
    expect(report).toMatchObject({ read: COUNT, updated: COUNT, unchanged: 0 });
    expect(await countAtNewPrice()).toBe(COUNT);
    expect(await countCheckpoints()).toBe(0);
    expect((await runAgain()).resumed).toEqual([]);
  });

  test('resumes again after a second failure', async () => {
    await pullThePlug(CHUNK);
    await pullThePlug(3 * CHUNK);
    const { report, resumed } = await runAgain();
    expect(resumed).toEqual([3 * CHUNK]);
    expect(report).toMatchObject({ updated: COUNT });
  });

  test('starts again if the catalogue has changed since, because written products may be gone', async () => {
    await pullThePlug(CHUNK);
    await shop.sell({ id: 'other' });
    await takeOut(services, new Set(['other']));
    const { report, resumed } = await runAgain();
    expect(resumed).toEqual([]);
    expect(report).toMatchObject({ updated: COUNT - CHUNK, unchanged: CHUNK });
  });

  test('starts again with other options', async () => {
    await pullThePlug(CHUNK);
    expect((await runAgain({ skipInvalid: true })).resumed).toEqual([]);
  });

  test('starts again with other content', async () => {
    await pullThePlug(CHUNK);
    appendFileSync(file, '\n');
    expect((await runAgain()).resumed).toEqual([]);
  });

  test('is not read further if it changes while it is written', async () => {
    const running = updateFile(withFastClock(), file, {
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
    const { report } = await runAgain();
    expect(report).toMatchObject({ refused: true, problemCount: 1, updated: 0 });
    expect(await countAtNewPrice()).toBe(0);
  });

  test('lets other writers in between its chunks', async () => {
    const shopper = await shop.shopper();
    const running = { done: false };
    const updating = updateFile(services, file).finally(() => {
      running.done = true;
    });
    let qty = 0;
    while (!running.done) {
      qty = (qty % 99) + 1;
      const body = { productId: 'tin-toy-rocket', qty };
      const reply = await shop.call('POST', '/api/v1/cart', { as: shopper, body });
      expect(reply.statusCode).toBe(200);
    }
    expect(await updating).toMatchObject({ updated: COUNT });
  });
});

test('an import in chunks keeps fields that the file does not have, even when it is resumed', async () => {
  const stateOf = async () => {
    const columns = ['id', 'name', 'rating_halves', 'image', 'stock', 'active'] as const;
    return db.selectFrom('products').select(columns).orderBy('position').execute();
  };
  const before = await stateOf();
  const running = importFile(withFastClock(), file, {
    onProgress({ pass, records }) {
      if (pass === 'writing' && records > CHUNK) throw new Error('pulled the plug');
    },
  });
  await expect(running).rejects.toMatchObject({ name: 'ImportInterrupted', records: CHUNK });
  const resumed: number[] = [];
  const report = await importFile(services, file, { onResume: (records) => resumed.push(records) });
  expect(resumed).toEqual([CHUNK]);
  expect(report).toMatchObject({ updated: COUNT, problems: [] });
  expect(await countAtNewPrice()).toBe(COUNT);
  expect(await stateOf()).toEqual(before);
});

test('20,000 records are written in one transaction', async () => {
  const records = prices(++cost).split('\n').slice(0, ONE_TRANSACTION_MAX).join('\n');
  file = await feeds.write('prices.jsonl', records);
  const running = updateFile(withFastClock(), file, {
    onProgress({ pass, records: done }) {
      if (pass === 'writing' && done > 3 * CHUNK) throw new Error('pulled the plug');
    },
  });
  await expect(running).rejects.toThrow('pulled the plug');
  expect(await countAtNewPrice()).toBe(0);
});

test('products that are added in two runs are in the same order as in one', async () => {
  const ids = async (): Promise<string[]> => {
    const rows = await db.selectFrom('products').select('id').orderBy('position').execute();
    return rows.map(({ id }) => id).filter((id) => id.startsWith('p-'));
  };
  const before = await ids();
  await db.deleteFrom('products').where('id', 'like', 'p-%').execute();
  const running = importFile(withFastClock(), products, {
    onProgress({ pass, records }) {
      if (pass === 'writing' && records > CHUNK) throw new Error('pulled the plug');
    },
  });
  await expect(running).rejects.toMatchObject({ records: CHUNK });
  const all = await countProducts(db);
  const report = await importFile(services, products);
  expect(report).toMatchObject({ added: COUNT });
  expect(await countProducts(db)).toBe(all + COUNT - CHUNK);
  expect(await ids()).toEqual(before);
});

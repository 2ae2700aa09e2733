import { appendFileSync } from 'node:fs';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { takeOut } from '../catalogue/removal.ts';
import { countProducts } from '../catalogue/store.ts';
import type { Services } from '../services.ts';
import { openTestShop } from '../test-shop.ts';
import { type ImportOptions, importFile, ONE_TRANSACTION_MAX, updateFile } from './import.ts';
import { feedRecord, openTestFeeds, toJsonLines } from './test-feeds.ts';

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const feeds = await openTestFeeds();
// Tens of thousands of products each.
vi.setConfig({ testTimeout: 120_000 });

const COUNT = ONE_TRANSACTION_MAX + 1;
const STEP = 5_000;
const products = await feeds.write(
  'a.jsonl',
  toJsonLines(Array.from({ length: COUNT }, (_, n) => feedRecord(`p-${n}`, { image: '/a' }))),
);
await importFile(services, products);
const prices = (cost: number): string =>
  toJsonLines(Array.from({ length: COUNT }, (_, n) => ({ _id: `p-${n}`, cost })));

// No product of the demo catalogue costs as much.
let cost = 5_000;
let file = '';
beforeEach(async () => {
  file = await feeds.write('prices.jsonl', prices(++cost));
});

/** Every look at this clock is a second later, so that all progress is told. */
function withFastClock(): Services {
  let now = 0;
  return { ...services, now: () => (now += 1_000) };
}

/** Runs until so many records are written and a step more has begun. */
async function pullThePlug(behind: number, options: ImportOptions = {}): Promise<void> {
  const running = updateFile(withFastClock(), file, {
    ...options,
    onProgress({ pass, records }) {
      if (pass === 'writing' && records > behind) throw new Error('pulled the plug');
    },
  });
  await expect(running).rejects.toMatchObject({
    name: 'ImportInterrupted',
    records: behind,
    cause: { message: 'pulled the plug' },
  });
}

/** @returns the report, and behind which record it went on */
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
  test('is written in steps, which keep what is written when a run breaks off', async () => {
    await pullThePlug(2 * STEP);
    expect(await countAtNewPrice()).toBe(2 * STEP);
    expect(await countCheckpoints()).toBe(1);
  });

  test('goes on where it stopped, counts everything, and leaves no checkpoint', async () => {
    await pullThePlug(2 * STEP);
    const { report, resumed } = await runAgain();
    expect(resumed).toEqual([2 * STEP]);
    expect(report).toMatchObject({ read: COUNT, updated: COUNT, unchanged: 0 });
    expect(await countAtNewPrice()).toBe(COUNT);
    expect(await countCheckpoints()).toBe(0);
    expect((await runAgain()).resumed).toEqual([]);
  });

  test('goes on again after a second break', async () => {
    await pullThePlug(STEP);
    await pullThePlug(3 * STEP);
    const { report, resumed } = await runAgain();
    expect(resumed).toEqual([3 * STEP]);
    expect(report).toMatchObject({ updated: COUNT });
  });

  test('begins anew where the catalogue was changed since: what was written may be gone', async () => {
    await pullThePlug(STEP);
    await shop.sell({ id: 'other' });
    await takeOut(services, new Set(['other']));
    const { report, resumed } = await runAgain();
    expect(resumed).toEqual([]);
    expect(report).toMatchObject({ updated: COUNT - STEP, unchanged: STEP });
  });

  test('begins anew where something else is asked for', async () => {
    await pullThePlug(STEP);
    expect((await runAgain({ skipInvalid: true })).resumed).toEqual([]);
  });

  test('begins anew where the content is another', async () => {
    await pullThePlug(STEP);
    appendFileSync(file, '\n');
    expect((await runAgain()).resumed).toEqual([]);
  });

  test('that is changed while it is written is not gone on with', async () => {
    const running = updateFile(withFastClock(), file, {
      onProgress({ pass, records }) {
        if (pass === 'writing' && records === STEP) appendFileSync(file, ' \n');
      },
    });
    await expect(running).rejects.toMatchObject({
      name: 'ImportInterrupted',
      records: STEP,
      cause: { message: `${file} was changed while it was being imported.` },
    });
    expect(await countAtNewPrice()).toBe(STEP);
  });

  test('with a problem in the last record is refused before anything is written', async () => {
    appendFileSync(file, '{"_id":"p-0","cost":1}\n');
    const { report } = await runAgain();
    expect(report).toMatchObject({ refused: true, problemCount: 1, updated: 0 });
    expect(await countAtNewPrice()).toBe(0);
  });

  test('leaves others room between its steps', async () => {
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

test('an import in chunks keeps what the file does not say, also when it is resumed', async () => {
  const stateOf = async () => {
    const columns = ['id', 'name', 'rating_halves', 'image', 'stock', 'active'] as const;
    return db.selectFrom('products').select(columns).orderBy('position').execute();
  };
  const before = await stateOf();
  const running = importFile(withFastClock(), file, {
    onProgress({ pass, records }) {
      if (pass === 'writing' && records > STEP) throw new Error('pulled the plug');
    },
  });
  await expect(running).rejects.toMatchObject({ name: 'ImportInterrupted', records: STEP });
  const resumed: number[] = [];
  const report = await importFile(services, file, { onResume: (records) => resumed.push(records) });
  expect(resumed).toEqual([STEP]);
  expect(report).toMatchObject({ updated: COUNT, problems: [] });
  expect(await countAtNewPrice()).toBe(COUNT);
  expect(await stateOf()).toEqual(before);
});

test('20,000 records are still all or nothing', async () => {
  const records = prices(++cost).split('\n').slice(0, ONE_TRANSACTION_MAX).join('\n');
  file = await feeds.write('prices.jsonl', records);
  const running = updateFile(withFastClock(), file, {
    onProgress({ pass, records: done }) {
      if (pass === 'writing' && done > 3 * STEP) throw new Error('pulled the plug');
    },
  });
  await expect(running).rejects.toThrow('pulled the plug');
  expect(await countAtNewPrice()).toBe(0);
});

test('products that were added in two runs stand as if it had been one', async () => {
  const ids = async (): Promise<string[]> => {
    const rows = await db.selectFrom('products').select('id').orderBy('position').execute();
    return rows.map(({ id }) => id).filter((id) => id.startsWith('p-'));
  };
  const before = await ids();
  await db.deleteFrom('products').where('id', 'like', 'p-%').execute();
  const running = importFile(withFastClock(), products, {
    onProgress({ pass, records }) {
      if (pass === 'writing' && records > STEP) throw new Error('pulled the plug');
    },
  });
  await expect(running).rejects.toMatchObject({ records: STEP });
  const all = await countProducts(db);
  const report = await importFile(services, products);
  expect(report).toMatchObject({ added: COUNT });
  expect(await countProducts(db)).toBe(all + COUNT - STEP);
  expect(await ids()).toEqual(before);
});

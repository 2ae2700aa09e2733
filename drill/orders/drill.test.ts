import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { openTestDatabase } from '../../server/test-database.ts';
import { stopEverything } from '../children.ts';
import { checkHistory } from './check/check.ts';
import { traceOf } from './check/trace.ts';
import { rehearse } from './drill.ts';
import { siteOf } from './site.ts';

// Several servers, one after the other, where other tests run as well.
vi.setConfig({ testTimeout: 120_000 });
afterEach(stopEverything);

test('orders are placed once, and money is never wrong, however often the server is killed', async () => {
  const { options } = await openTestDatabase(onTestFinished);
  const plan = { seed: 20, shoppers: 4, kills: 3, answersMax: 150, lastAnswers: 100 };
  const events = await rehearse(siteOf(options), plan);
  expect(checkHistory(events).filter(({ found }) => found.length > 0)).toEqual([]);
  const { kills, books, changes } = traceOf(events);
  expect(kills).toBe(plan.kills + 1);
  expect(books.orders.length).toBeGreaterThan(0);
  expect(changes.length).toBeGreaterThan(0);
});

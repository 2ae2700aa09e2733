import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { stopEverything } from '../../scripts/children.ts';
import { openTestDatabase } from '../../server/testing/test-database.ts';
import { pairCalls } from '../checker/calls.ts';
import { findViolated } from '../checker/checker.ts';
import { deploymentOn } from '../deployment.ts';
import { runDrill } from './drill.ts';

// The test starts several servers one after the other.
vi.setConfig({ testTimeout: 120_000 });
afterEach(stopEverything);

test('a server that is killed twice under load keeps every invariant', async () => {
  const { options } = await openTestDatabase(onTestFinished);
  const plan = { seed: 20, shoppers: 4, kills: 2, responsesMax: 60, lastResponses: 60 };
  const events = await runDrill(deploymentOn(options), plan);
  expect(findViolated(events)).toEqual([]);
  const { faults, final, changes } = pairCalls(events);
  expect(faults.filter((fault) => fault === 'server killed')).toHaveLength(plan.kills + 1);
  expect(final.orders.length).toBeGreaterThan(0);
  expect(final.orders.flatMap((order) => order.changes).length).toBeGreaterThan(0);
  expect(changes.length).toBeGreaterThan(0);
});

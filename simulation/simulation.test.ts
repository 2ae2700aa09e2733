import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { simulateFor, simulateIn, withPreparedShop } from './runs.ts';
import { usualPlan } from './simulate.ts';

/** `npm run test:full` simulates for longer. */
const SECONDS = process.env.TEST_SCOPE === 'full' ? 120 : 12;

test('a shop that crashes at any statement keeps every invariant', {
  timeout: 2 * SECONDS * 1_000 + 60_000,
}, async () => {
  const seed = randomInt(2 ** 31);
  process.stdout.write(`npm run simulate -- --seed ${seed} --seconds ${SECONDS}\n`);
  const { failure, crashes } = await simulateFor(SECONDS, { seed, ...usualPlan });
  expect(failure).toBeUndefined();
  expect(crashes).toBeGreaterThan(0);
});

test('the same seed gives the same history', async () => {
  const plan = { ...usualPlan, seed: randomInt(2 ** 31), operations: 40 };
  const [first, second] = await withPreparedShop(async (prepared) => [
    await simulateIn(prepared, plan),
    await simulateIn(prepared, plan),
  ]);
  const untimed = ({ events }: typeof first) => events.map(({ ms, ...event }) => event);
  expect(untimed(second)).toEqual(untimed(first));
});

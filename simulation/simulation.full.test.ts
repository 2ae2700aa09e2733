import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { writeFailedHistory } from '../drill/history.ts';
import { simulateFor, simulateIn, withPreparedShop } from './runs.ts';
import { usualPlan } from './simulate.ts';

const SECONDS = 120;

test('a shop that crashes at any statement keeps every invariant', {
  timeout: 2 * SECONDS * 1_000 + 60_000,
}, async () => {
  const seed = randomInt(2 ** 31);
  process.stdout.write(`npm run simulate -- --seed ${seed} --seconds ${SECONDS}\n`);
  const { failure, crashes } = await simulateFor(SECONDS, { seed, ...usualPlan });
  if (failure) writeFailedHistory(`simulation-${failure.plan.seed}`, failure.violation.events);
  expect(failure && { plan: failure.plan, violated: failure.violation.violated }).toBeUndefined();
  expect(crashes).toBeGreaterThan(0);
});

// The outbox also polls after a second of real time, which passes if the processor is busy for that long.
test('the same seed gives the same history', async () => {
  const plan = { ...usualPlan, seed: randomInt(2 ** 31), operations: 40 };
  const [first, second] = await withPreparedShop(async (prepared) => [
    await simulateIn(prepared, plan),
    await simulateIn(prepared, plan),
  ]);
  const untimed = ({ events }: typeof first) => events.map(({ ms, ...event }) => event);
  expect(untimed(second)).toEqual(untimed(first));
});

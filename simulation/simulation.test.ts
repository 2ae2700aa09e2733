import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { simulateIn, withPreparedShop } from './runs.ts';
import { usualPlan } from './simulate.ts';

test('the same seed gives the same history', async () => {
  const plan = { ...usualPlan, seed: randomInt(2 ** 31), operations: 60 };
  const [first, second] = await withPreparedShop(async (prepared) => [
    await simulateIn(prepared, plan),
    await simulateIn(prepared, plan),
  ]);
  const untimed = ({ events }: typeof first) => events.map(({ ms, ...event }) => event);
  expect(untimed(second), `seed ${plan.seed}`).toEqual(untimed(first));
  expect(first.crashes).toBeGreaterThan(1);
});

import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { simulateIn, withPreparedShop } from './runs.ts';
import { type Run, usualPlan } from './simulate.ts';

test('the same seed gives the same history', async () => {
  const plan = { ...usualPlan, seed: randomInt(2 ** 31), operations: 60 };
  const [first, second] = await withPreparedShop(async (prepared) => [
    await simulateIn(prepared, plan),
    await simulateIn(prepared, plan),
  ]);
  expect(repeatable(second), `seed ${plan.seed}`).toEqual(repeatable(first));
  expect(first.crashes).toBeGreaterThan(1);
});

/** Times are those of this machine, and the shop draws the names of erased accounts at random. */
function repeatable({ events }: Run): unknown {
  const untimed = events.map(({ ms, ...event }) => event);
  return JSON.parse(JSON.stringify(untimed).replaceAll(/erased-[0-9a-f]{16}/g, 'erased'));
}

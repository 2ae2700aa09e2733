/** Looks for a smaller run that fails, too, because a short history is quick to understand. */
import { createRandom, type Random } from '../drill/random.ts';
import { type Failure, simulateIn, withPreparedShop } from './runs.ts';
import type { Plan } from './simulate.ts';

/** Where more is checked, a violation is found sooner after its cause. */
const CHECK_CHANCE = 0.3;
const OPERATIONS_MIN = 3;

/** Tries other seeds with fewer shoppers and operations for this time. @returns the failure with the fewest events */
export function shrink(failure: Failure, seconds: number): Promise<Failure> {
  return withPreparedShop(async (prepared) => {
    const endsAt = performance.now() + seconds * 1_000;
    const random = createRandom(failure.plan.seed);
    let smallest = failure;
    while (performance.now() < endsAt) {
      const plan = vary(smallest.plan, random);
      const { violation } = await simulateIn(prepared, plan);
      const isSmaller = violation && violation.events.length < smallest.violation.events.length;
      if (isSmaller) smallest = { plan, violation };
    }
    return smallest;
  });
}

function vary(plan: Plan, random: Random): Plan {
  const atMost = (count: number, min: number) =>
    random.chance(0.5) ? count : random.between(min, count);
  return {
    seed: random.between(1, 2 ** 31),
    shoppers: atMost(plan.shoppers, 1),
    operators: atMost(plan.operators, 0),
    merchants: atMost(plan.merchants, 0),
    operations: atMost(plan.operations, OPERATIONS_MIN),
    lastsMax: plan.lastsMax,
    checkChance: CHECK_CHANCE,
  };
}

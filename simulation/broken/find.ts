/** `npm run simulate -- broken`: the simulation must find a violation in each broken shop. */
import './hook.ts';
import { print, printTable } from '../report.ts';
import { usualPlan } from '../simulate.ts';
import { shops } from './shops.ts';

/** A busy machine may need as long for what takes two seconds otherwise. */
const SECONDS_MAX = 120;
/** A shopper whose requests contradict each other shows most defects. What shows first depends on the crash. */
const other = 'the requests of each shopper are linearizable';

/**
 * @param only a part of the names of the shops
 * @param slow 0 to leave out those that are found slowly
 * @returns whether every broken shop was found
 */
export async function findBrokenShops(options: { seed: number; only: string; slow: number }) {
  const { seed, only, slow } = options;
  const rows = [];
  for (const [index, [name, { violates, plan, isSlow }]] of Object.entries(shops).entries()) {
    if (!name.includes(only) || (isSlow && slow === 0)) continue;
    const runs: typeof import('../runs.ts') = await import(`../runs.ts?shop=${index}`);
    const startedAt = process.cpuUsage();
    const { failure } = await runs.simulateFor(SECONDS_MAX, { ...usualPlan, ...plan, seed });
    const { user, system } = process.cpuUsage(startedAt);
    const seconds = Math.round((user + system) / 100_000) / 10;
    const violated = failure?.violation.violated.map((check) => check.name) ?? [];
    const isFound = violated.includes(violates) || violated.includes(other);
    rows.push({ 'a shop that': name, seed: failure?.plan.seed, seconds, isFound });
    if (!isFound) print(`Not found: ${name}. Violated: ${violated.join('; ') || 'nothing'}`);
  }
  printTable(rows);
  return rows.every(({ isFound }) => isFound);
}

/**
 * `npm run simulate -- --seed N --seconds S`. Exit code 0: no invariant was violated; 1: one was, and its history is
 * written; 2: an option has an impossible value.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { writeFailedHistory } from '../drill/history.ts';
import { print, printChecks } from '../drill/report.ts';
import { simulateFor } from './runs.ts';

const MISUSED = 2;
const MINUTE_MS = 60_000;
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    seconds: { type: 'string', default: '10' },
  },
});
const [seed, seconds] = [Number(values.seed), Number(values.seconds)];
if (!Number.isSafeInteger(seed) || !(seconds > 0)) {
  print('npm run simulate -- [--seed N] [--seconds S]');
  process.exit(MISUSED);
}
print(`--seed ${seed}`);
const startedAt = performance.now();
const { runs, crashes, crashPoints, failed } = await simulateFor(seconds, seed);
const minutes = (performance.now() - startedAt) / MINUTE_MS;
print(
  `${runs} runs, ${crashes} crashes, ${Math.round(crashPoints / minutes)} crash points a minute`,
);
if (failed?.run.violation) {
  const { events, violated } = failed.run.violation;
  print(`--seed ${failed.plan.seed} fails:`);
  printChecks(violated);
  writeFailedHistory(`simulation-${failed.plan.seed}`, events);
  process.exitCode = 1;
}

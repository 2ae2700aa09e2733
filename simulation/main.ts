/**
 * `npm run simulate -- --seed N --seconds S`. Options with the names of a plan's fields repeat a run that is not the
 * usual one. Exit code 0: no invariant was violated; 1: one was, and the shortest history that was found is written;
 * 2: an option has an impossible value.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { writeFailedHistory } from '../drill/history.ts';
import { print, printChecks } from '../drill/report.ts';
import { type Failure, simulateFor } from './runs.ts';
import { shrink } from './shrink.ts';
import { type Plan, usualPlan } from './simulate.ts';

const MISUSED = 2;
const MINUTE_MS = 60_000;
const SHRINK_SECONDS = 15;
const numbers = { seconds: 10, shrink: SHRINK_SECONDS, seed: randomInt(2 ** 31), ...usualPlan };
const { seconds, shrink: shrinkSeconds, ...plan } = readNumbers(numbers);

print(describe(plan));
const startedAt = performance.now();
const { runs, crashes, crashPoints, failure } = await simulateFor(seconds, plan);
const minutes = (performance.now() - startedAt) / MINUTE_MS;
print(
  `${runs} runs, ${crashes} crashes, ${Math.round(crashPoints / minutes)} crash points a minute`,
);
if (failure) {
  report(failure);
  if (shrinkSeconds > 0) {
    print(`\nLooking for a shorter history for ${shrinkSeconds} seconds`);
    report(await shrink(failure, shrinkSeconds));
  }
  process.exitCode = 1;
}

function report({ plan, violation: { events, violated } }: Failure): void {
  print(`\n${describe(plan)} fails after ${events.length} events:`);
  printChecks(violated);
  writeFailedHistory(`simulation-${plan.seed}`, events);
}

/** The options that repeat a run. */
function describe(plan: Plan): string {
  return Object.entries(plan)
    .map(([name, value]) => `--${name} ${value}`)
    .join(' ');
}

/** Reads an option for each of these names. Ends the process if one is no number. */
function readNumbers<T extends Record<string, number>>(defaults: T): T {
  const options = Object.fromEntries(
    Object.keys(defaults).map((name) => [name, { type: 'string' } as const]),
  );
  const { values } = parseArgs({ options });
  const given = Object.entries(values).map(([name, value]) => [name, Number(value)] as const);
  for (const [name, value] of given) {
    if (value >= 0) continue;
    print(`--${name} takes a number.`);
    process.exit(MISUSED);
  }
  return { ...defaults, ...Object.fromEntries(given) };
}

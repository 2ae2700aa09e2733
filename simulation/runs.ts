/** Runs one seed after the other, each in a folder in memory. */
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Violation } from './crash-state.ts';
import { writeHistory } from './history.ts';
import { type PreparedShop, prepareShop } from './prepared-shop.ts';
import { createRandom, type Random } from './random.ts';
import { print, printChecks } from './report.ts';
import { type Plan, type Run, simulate } from './simulate.ts';

const MINUTE_MS = 60_000;
/** Linux keeps this folder in memory. Each crash copies the database. */
const MEMORY = '/dev/shm';

/** Where more is checked, a violation is found sooner after its cause. */
const CHECK_CHANCE = 0.3;
const OPERATIONS_MIN = 3;

export interface Failure {
  plan: Plan;
  violation: Violation;
}

export interface Runs {
  runs: number;
  crashes: number;
  crashPoints: number;
  /** The last run, if it violated an invariant. */
  failure: Failure | undefined;
}

/**
 * Prints what a repetition needs, what was found, and after a failure the shortest history of other runs that fail.
 * @param options a plan, and how many seconds it is run, and then shrunk
 * @returns whether no invariant was violated
 */
export async function simulateAndReport(options: Plan & { seconds: number; shrink: number }) {
  const { seconds, shrink: shrinkSeconds, ...plan } = options;
  print(describe(plan));
  const startedAt = performance.now();
  const { runs, crashes, crashPoints, failure } = await simulateFor(seconds, plan);
  const aMinute = Math.round((crashPoints * MINUTE_MS) / (performance.now() - startedAt));
  print(`${runs} runs, ${crashes} crashes, ${crashPoints} crash points, ${aMinute} a minute`);
  if (failure === undefined) return true;
  report(failure);
  if (shrinkSeconds > 0) {
    print(`\nLooking for a shorter history for ${shrinkSeconds} seconds`);
    report(await shrink(failure, shrinkSeconds));
  }
  return false;
}

function report({ plan, violation: { events, violated } }: Failure): void {
  print(`\n${describe(plan)} fails after ${events.length} events:`);
  printChecks(violated);
  print(`The history is in ${writeHistory(`simulation-${plan.seed}`, events)}`);
}

/** The options that repeat a run. */
function describe(plan: Plan): string {
  return Object.entries(plan)
    .map(([name, value]) => `--${name} ${value}`)
    .join(' ');
}

/** Runs the plan's seed, and the seeds after it, for this time or until an invariant is violated. */
export function simulateFor(seconds: number, first: Plan): Promise<Runs> {
  return withPreparedShop(async (prepared) => {
    const endsAt = performance.now() + seconds * 1_000;
    const all: Runs = { runs: 0, crashes: 0, crashPoints: 0, failure: undefined };
    while (performance.now() < endsAt && all.failure === undefined) {
      const plan = { ...first, seed: first.seed + all.runs };
      const run = await simulateIn(prepared, plan);
      all.runs++;
      all.crashes += run.crashes;
      all.crashPoints += run.crashPoints;
      if (run.violation) all.failure = { plan, violation: run.violation };
    }
    return all;
  });
}

/** Tries other seeds with fewer shoppers and operations for this time. @returns the failure with the fewest events */
function shrink(failure: Failure, seconds: number): Promise<Failure> {
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

export async function simulateIn(prepared: PreparedShop, plan: Plan): Promise<Run> {
  try {
    return await withFolder((folder) => simulate(prepared, folder, plan));
  } catch (cause) {
    throw new Error(`--seed ${plan.seed} fails`, { cause });
  }
}

export function withPreparedShop<T>(work: (prepared: PreparedShop) => Promise<T>): Promise<T> {
  return withFolder(async (folder) => work(await prepareShop(folder)));
}

async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(memoryFolder(), 'qkart-simulation-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function memoryFolder(): string {
  try {
    accessSync(MEMORY, constants.W_OK);
    return MEMORY;
  } catch {
    return tmpdir();
  }
}

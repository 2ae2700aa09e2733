/** Runs one seed after the other, each in a folder in memory. */
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Violation } from './crash-state.ts';
import { type PreparedShop, prepareShop } from './prepared-shop.ts';
import { type Plan, type Run, simulate } from './simulate.ts';

/** Linux keeps this folder in memory. Each crash copies the database. */
const MEMORY = '/dev/shm';

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

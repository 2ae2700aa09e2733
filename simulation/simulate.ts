/** One run: a seed decides everything that happens in a shop, crashes included. The checker judges its history. */
import { setImmediate as turn } from 'node:timers/promises';
import { retryEvents } from '../server/operations/events/events.ts';
import { openStorage } from '../server/platform/storage/open.ts';
import { type Environment, recordLogin } from './actors/environment.ts';
import { changeCatalogue } from './actors/merchant.ts';
import { operate } from './actors/operator.ts';
import { shop } from './actors/shopper.ts';
import { findViolated } from './checker/checker.ts';
import { checkCrashState, type Violation } from './crash-state.ts';
import { readFinalState } from './final-state.ts';
import type { TimedEvent } from './history.ts';
import { Machine } from './machine.ts';
import { type PreparedShop, saleTerms } from './prepared-shop.ts';
import { World } from './world.ts';

export interface Plan {
  seed: number;
  shoppers: number;
  operators: number;
  /** At most one, because nobody else may change the catalogue meanwhile. */
  merchants: number;
  /** The operations of all shoppers and operators together. */
  operations: number;
  /** A process crashes after at most this many moments. */
  lastsMax: number;
  /** The probability that a moment without a crash is checked, too. */
  checkChance: number;
}

export const usualPlan: Omit<Plan, 'seed'> = {
  shoppers: 4,
  operators: 2,
  merchants: 1,
  operations: 120,
  lastsMax: 300,
  checkChance: 0.1,
};

export interface Run {
  events: readonly TimedEvent[];
  /** What was violated first, if anything. */
  violation: Violation | undefined;
  /** The crashes after which the shop started again, and the last one. */
  crashes: number;
  /** The moments whose crash was tried: crashes, and copies that were only checked. */
  crashPoints: number;
}

/** Waiting for the last retry of every webhook takes days. */
const DRAIN_ROUNDS = 60;
const DRAIN_STEP_MS = 3_600_000;

/** Events and invoices are looked for once a second, on the shop's clock. */
const POLL_MS = 1_000;
const SETTLE_TURNS = 20;

/** A run takes a second, on a quiet machine. */
const HANGS_AFTER_MS = 300_000;

/**
 * @param folder for databases
 * @throws Error if the shop hangs, or what it throws apart from refusals
 */
export async function simulate(prepared: PreparedShop, folder: string, plan: Plan): Promise<Run> {
  const world = new World(prepared, folder, plan.seed);
  const { products } = prepared;
  world.history.add({
    kind: 'start',
    engine: 'sqlite',
    products,
    terms: saleTerms[0],
    hasReceiver: true,
  });
  const machine = new Machine(world, plan.checkChance);
  await machine.start(plan.lastsMax);
  const checked = await runActors({ world, machine }, plan);
  const violation = checked.violation ?? (await judgeEnd({ world, machine }));
  if (checked.violation) await machine.end();
  const { crashes } = machine;
  const { events } = world.history;
  return { events, violation, crashes, crashPoints: crashes + checked.count };
}

interface Simulated {
  world: World;
  machine: Machine;
}

function environmentOf({ world, machine }: Simulated, { operations }: Plan): Environment {
  const { shoppers, products } = world.shop;
  const { history, scheduler } = world;
  const sessions = new Map(shoppers.map(({ username, tokens }) => [username, [...tokens]]));
  return {
    history,
    products,
    orders: [],
    lost: world.lost,
    operationsLeft: operations,
    randomOf: (name) => world.randomOf(name),
    wait: () => scheduler.wait(),
    logIn: async (username) => recordLogin(history, username, sessions.get(username)?.shift()),
    server: () => machine.running(),
    operators: () => machine.running(),
  };
}

/** Lets shoppers and operators act, and starts the shop again after each crash. Ends with the first violation. */
async function runActors({ world, machine }: Simulated, plan: Plan) {
  const environment = environmentOf({ world, machine }, plan);
  const names = world.shop.shoppers.slice(0, plan.shoppers).map(({ username }) => username);
  const actors = [
    ...names.map((username) => shop(environment, username)),
    ...Array.from({ length: plan.operators }, (_, n) => operate(environment, `operator-${n}`)),
    ...Array.from({ length: plan.merchants }, () => changeCatalogue(environment)),
  ];
  let isDone = false;
  let failure: unknown;
  Promise.all(actors).then(
    () => {
      isDone = true;
    },
    (error) => {
      failure = error;
    },
  );
  const hangsAt = performance.now() + HANGS_AFTER_MS;
  for (let count = 0, polledAt = 0; ; ) {
    if (world.crashStates.length > 0 || machine.isCrashed) await settle();
    for (const state of world.crashStates.splice(0)) {
      count++;
      const violation = await checkCrashState(world, state);
      if (violation) return { count, violation };
    }
    if (failure !== undefined) throw failure;
    if (performance.now() > hangsAt) throw new Error('The shop hangs');
    if (isDone) return { count, violation: undefined };
    if (machine.isCrashed) await machine.restart(plan.lastsMax);
    // While nothing goes on, the machine may crash, too.
    if (!(await world.scheduler.next())) machine.reach();
    world.pass();
    if (world.now() < polledAt + POLL_MS) continue;
    machine.poll();
    polledAt = world.now();
  }
}

/** Checks and starts take as many turns of the event loop as the disk needs. Whatever goes on shall have ended before. */
async function settle(): Promise<void> {
  for (let count = 0; count < SETTLE_TURNS; count++) await turn();
}

/** Crashes the shop once more after all events are delivered. */
async function judgeEnd({ world, machine }: Simulated): Promise<Violation | undefined> {
  const { history } = world;
  await drain({ world, machine });
  const dataDir = await machine.end();
  const { db, close } = await openStorage({ dataDir, exclusive: true });
  history.add({ kind: 'final', ...(await readFinalState(db)) });
  await close();
  const violated = findViolated(history.events);
  return violated.length > 0 ? { events: history.events, violated } : undefined;
}

/** Waits until the receiver has every event, also those that it lost, and every amount has its invoice. */
async function drain({ world, machine }: Simulated): Promise<void> {
  for (let round = 0; round < DRAIN_ROUNDS; round++) {
    if (machine.isCrashed) await machine.restart(Infinity);
    const shop = await machine.running();
    world.pass(DRAIN_STEP_MS);
    const lost = [...world.lost];
    const repeating = retryEvents(shop.services.db, lost, world.now());
    let repeated: number | undefined;
    void Promise.all([repeating, shop.issue()]).then(([ids]) => {
      repeated = ids.length;
      shop.deliver();
    });
    const isWorking = () => repeated === undefined && !machine.isCrashed;
    while ((await world.scheduler.next()) || isWorking()) world.pass();
    // Nothing can be repeated of an erased account.
    const isComplete = repeated === 0 && world.lost.size === lost.length;
    if (isComplete && (await shop.countWaitingEvents()) === 0) return;
  }
}

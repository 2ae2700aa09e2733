/** What all parts of a simulated run share. The seed decides all of it. */
import { join } from 'node:path';
import { History } from './history.ts';
import { FIRST_MOMENT, type PreparedShop } from './prepared-shop.ts';
import { createRandom, type Random } from './random.ts';
import { Scheduler } from './scheduler.ts';

/** The longest time between two statements of the shop, on its clock. */
const STEP_MAX_MS = 20;
/** Sometimes nothing happens for longer than the first retry of a webhook takes. */
const PAUSE_CHANCE = 0.01;
const PAUSE_MS = 6_000;

/** A copy of the database at a moment at which the machine could have crashed. */
export interface CrashState {
  folder: string;
  /** The number of events in the history at that moment. */
  events: number;
}

export class World {
  readonly seed: number;
  readonly shop: PreparedShop;
  readonly history = new History();
  readonly scheduler: Scheduler;
  /** Crash states that wait to be checked. */
  readonly crashStates: CrashState[] = [];
  /** The ids of the events that the receiver of webhooks has lost. */
  readonly lost = new Set<string>();
  readonly #folder: string;
  readonly #pace: Random;
  #now = FIRST_MOMENT;
  #ids = 0;
  #folders = 0;

  constructor(shop: PreparedShop, folder: string, seed: number) {
    this.shop = shop;
    this.seed = seed;
    this.#folder = folder;
    this.#pace = this.randomOf('pace');
    this.scheduler = new Scheduler(this.randomOf('scheduler'));
  }

  /** A sequence of decisions of its own, so that one part does not change those of another. */
  randomOf(name: string): Random {
    return createRandom(`${this.seed} ${name}`);
  }

  now = (): number => this.#now;

  /** Unique, and ordered by time. */
  newId = (): string => {
    const time = (FIRST_MOMENT + ++this.#ids).toString(16).padStart(12, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
  };

  newFolder(): string {
    return join(this.#folder, String(++this.#folders));
  }

  /** Moves the clock on. */
  pass(ms = this.#pace.chance(PAUSE_CHANCE) ? PAUSE_MS : this.#pace.between(0, STEP_MAX_MS)): void {
    this.#now += ms;
  }
}

/** A simulated process of the shop. It runs until it crashes at a moment that the seed chooses. */
import { rm } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import type { Storage } from '../server/platform/storage/storage.ts';
import { copyAfterPowerCut, Log } from './power-cut.ts';
import type { Random } from './random.ts';
import type { Watcher } from './storage.ts';
import type { World } from './world.ts';

/** Commits are checked more often, because nothing else changes the disk. */
const COMMIT_WEIGHT = 4;

export interface Crashing {
  /** The number of the process, from 0. */
  number: number;
  /** The crash happens at this moment, counted from the start of the process. */
  after: number;
  /** Whether it waits for the next commit, which a power cut may interrupt. */
  isDuringCommit: boolean;
  /** The probability that the database is copied and checked at a moment without a crash. */
  checkChance: number;
}

export class ShopProcess implements Watcher {
  readonly transactions: Watcher['transactions'] = new Set();
  /** The folder of the next process. */
  readonly nextFolder: string;
  readonly name: string;
  isDead = false;
  /** How often the process could have crashed so far. */
  #moments = 0;
  readonly #death = Promise.withResolvers<undefined>();
  readonly #end = new AbortController();
  readonly #world: World;
  readonly #folder: string;
  readonly #storage: Storage;
  readonly #crashing: Omit<Crashing, 'number'>;
  readonly #random: Random;
  /** Apart, so that checks change nothing else. */
  readonly #checks: Random;
  readonly #log: Log;
  readonly #isDurable: boolean;

  constructor(
    world: World,
    { folder, storage, isDurable }: { folder: string; storage: Storage; isDurable: boolean },
    { number, ...crashing }: Crashing,
  ) {
    this.#world = world;
    this.#folder = folder;
    this.#storage = storage;
    this.#crashing = crashing;
    this.#isDurable = isDurable;
    this.#log = new Log(folder);
    this.nextFolder = world.newFolder();
    this.name = `process ${number}`;
    this.#random = world.randomOf(this.name);
    this.#checks = world.randomOf(`checks of ${this.name}`);
  }

  /** Resolves when the process dies. */
  get death(): Promise<undefined> {
    return this.#death.promise;
  }

  /** Aborted when the process dies. */
  get ended(): AbortSignal {
    return this.#end.signal;
  }

  async beforeStatement(): Promise<void> {
    if (!this.reach()) return this.#never();
    await this.#world.scheduler.wait(this);
  }

  async afterCommit(): Promise<void> {
    // Until somebody knows of the commit, a power cut may have happened during it.
    if (!this.reach({ isDuringCommit: true })) return this.#never();
    if (this.#isDurable) this.#log.markDurable();
  }

  /** A moment at which the machine may crash. @returns false if the process is dead */
  reach({ isDuringCommit = false } = {}): boolean {
    if (this.isDead) return false;
    this.#moments++;
    const { after, checkChance } = this.#crashing;
    const isTime = this.#moments >= after && (isDuringCommit || !this.#crashing.isDuringCommit);
    if (isTime) this.die();
    else if (this.#checks.chance(isDuringCommit ? COMMIT_WEIGHT * checkChance : checkChance)) {
      const folder = this.#world.newFolder();
      copyAfterPowerCut(this.#folder, this.#log, folder, this.#checks);
      this.#world.crashStates.push({ folder, events: this.#world.history.events.length });
    }
    return !this.isDead;
  }

  die(): void {
    copyAfterPowerCut(this.#folder, this.#log, this.nextFolder, this.#random);
    this.isDead = true;
    this.#world.scheduler.forget(this);
    this.#world.history.add({ kind: 'crash' });
    this.#death.resolve(undefined);
    this.#end.abort();
  }

  /** Closes the files of a dead process. */
  async bury(): Promise<void> {
    // A transaction that waits for its turn begins when the one before it ends, and then it ends, too.
    let isClosed = false;
    const closed = this.#storage.close().then(() => {
      isClosed = true;
    });
    while (!isClosed) {
      for (const transaction of this.transactions) {
        this.transactions.delete(transaction);
        void transaction.rollback().execute();
      }
      await turn();
    }
    await closed;
    this.#log.close();
    await rm(this.#folder, { recursive: true });
  }

  #never(): Promise<never> {
    return new Promise(() => {});
  }
}

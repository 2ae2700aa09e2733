/** The machine that runs the shop, one process after the other. */
import { copyShop } from './prepared-shop.ts';
import type { Random } from './random.ts';
import { type RunningShop, startShop } from './running-shop.ts';
import type { World } from './world.ts';

const DURING_COMMIT_CHANCE = 0.4;

export class Machine {
  crashes = 0;
  readonly #world: World;
  readonly #random: Random;
  readonly #checkChance: number;
  /** Of the process that starts next. */
  #next = Promise.withResolvers<RunningShop>();
  #shop: RunningShop | undefined;

  constructor(world: World, checkChance: number) {
    this.#world = world;
    this.#checkChance = checkChance;
    this.#random = world.randomOf('machine');
  }

  get isCrashed(): boolean {
    return this.#shop?.process.isDead === true;
  }

  /** A moment at which the machine may crash. */
  reach(): void {
    this.#shop?.process.reach();
  }

  /** Sends the events and issues the invoices that are due, from two places at the same time. */
  poll(): void {
    if (this.isCrashed) return;
    this.#shop?.deliver();
    void this.#shop?.issue();
    void this.#shop?.issue();
  }

  /** Resolves when a process runs. */
  async running(): Promise<RunningShop> {
    return this.#shop && !this.#shop.process.isDead ? this.#shop : this.#next.promise;
  }

  /** @param lastsMax the process crashes after at most this many moments */
  async start(lastsMax: number): Promise<RunningShop> {
    const folder = this.#world.newFolder();
    copyShop(this.#world.shop, folder);
    return this.#open(folder, lastsMax);
  }

  /** Starts the shop again after a crash, on what the crash has left. */
  async restart(lastsMax: number): Promise<RunningShop> {
    const folder = await this.#bury();
    return this.#open(folder, lastsMax);
  }

  /** Crashes for the last time. @returns the folder of the database that is left */
  async end(): Promise<string> {
    if (!this.isCrashed) this.#shop?.process.die();
    return this.#bury();
  }

  async #open(folder: string, lastsMax: number): Promise<RunningShop> {
    const after = Number.isFinite(lastsMax) ? this.#random.between(1, lastsMax) : lastsMax;
    const isDuringCommit = this.#random.chance(DURING_COMMIT_CHANCE);
    const checkChance = this.#checkChance;
    const crashing = { number: this.crashes, after, isDuringCommit, checkChance };
    const shop = await startShop(this.#world, folder, crashing);
    this.#shop = shop;
    this.#next.resolve(shop);
    this.#next = Promise.withResolvers();
    return shop;
  }

  async #bury(): Promise<string> {
    if (this.#shop === undefined) throw new Error('No process has started');
    const { process } = this.#shop;
    await process.bury();
    this.crashes++;
    this.#shop = undefined;
    return process.nextFolder;
  }
}

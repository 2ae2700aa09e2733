/** Decides from the seed who goes on next: a client that is about to send, or a request before its next statement. */
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { Random } from './random.ts';

/** Enough turns of the queue of promises for a request to reach its next statement. */
const HOPS = 25;
/** Idle turns of the event loop after which only a timer can continue. */
const IDLE_TURNS = 20;

interface Waiting {
  /** The process that waits; undefined for a client. */
  owner: object | undefined;
  resolve(): void;
}

export class Scheduler {
  readonly #random: Random;
  #waiting: Waiting[] = [];
  #idleTurns = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Resolves when the seed chooses this one; never if its process dies before. */
  wait(owner?: object): Promise<void> {
    return new Promise((resolve) => this.#waiting.push({ owner, resolve }));
  }

  /** Forgets what waits in a process that has died. */
  forget(owner: object): void {
    this.#waiting = this.#waiting.filter((waiting) => waiting.owner !== owner);
  }

  /**
   * Lets one of those who wait go on. The others often go on within the same turn of the event loop, so that their
   * transactions share a commit.
   * @returns false if nobody has waited for some turns of the event loop
   */
  async next(): Promise<boolean> {
    if (this.#waiting.length > 0) {
      const index = this.#random.between(0, this.#waiting.length - 1);
      const [chosen] = this.#waiting.splice(index, 1);
      this.#idleTurns = 0;
      chosen?.resolve();
      if (this.#random.chance(0.5)) await turn();
      else for (let hop = 0; hop < HOPS; hop++) await undefined;
      return true;
    }
    const isIdle = ++this.#idleTurns > IDLE_TURNS;
    if (isIdle) await sleep(1);
    else await turn();
    return !isIdle;
  }
}

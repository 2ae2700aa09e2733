/** The best of many, without sorting all of them. */

export interface Place {
  /** The less the better. */
  key: number;
  /** Decides between equal keys. */
  position: number;
}

/** Places that are held before all but the best are let go. */
const HELD = 200;

export class Best {
  readonly #max: number;
  readonly #after: Place | undefined;
  #held: Place[] = [];
  #worst: Place | undefined;

  /**
   * @param max how many are kept
   * @param after only what comes behind this one counts
   */
  constructor(max: number, after: Place | undefined) {
    this.#max = max;
    this.#after = after;
  }

  /** What has a larger key is not among the best. */
  get worstKey(): number {
    return this.#worst?.key ?? Number.POSITIVE_INFINITY;
  }

  offer(key: number, position: number): void {
    if (this.#after && !isBehind(key, position, this.#after)) return;
    if (this.#worst && isBehind(key, position, this.#worst)) return;
    this.#held.push({ key, position });
    if (this.#held.length < HELD + this.#max) return;
    this.#held = this.inOrder();
    this.#worst = this.#held.at(-1);
  }

  /** Best first. */
  inOrder(): Place[] {
    return this.#held
      .sort((one, other) => one.key - other.key || one.position - other.position)
      .slice(0, this.#max);
  }
}

function isBehind(key: number, position: number, other: Place): boolean {
  return key > other.key || (key === other.key && position > other.position);
}

/** The best of many, without sorting all of them. */

export interface Place {
  /** The less the better. */
  key: number;
  /** Decides between equal keys. */
  position: number;
}

export class Best {
  readonly #max: number;
  readonly #after: Place | undefined;
  /** Best first. */
  readonly #places: Place[] = [];
  /** Once there are as many as are kept, the last of them. */
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
    const places = this.#places;
    if (this.#worst) {
      if (isBehind(key, position, this.#worst)) return;
      places.pop();
    }
    let at = places.length;
    // Most come near the end: what is offered later is seldom better.
    while (at > 0 && !isBehind(key, position, places[at - 1] as Place)) at--;
    places.splice(at, 0, { key, position });
    if (places.length === this.#max) this.#worst = places.at(-1);
  }

  /** Best first. */
  inOrder(): readonly Place[] {
    return this.#places;
  }
}

function isBehind(key: number, position: number, other: Place): boolean {
  return key > other.key || (key === other.key && position > other.position);
}

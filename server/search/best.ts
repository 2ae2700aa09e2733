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
    places.splice(this.#indexFor(key, position), 0, { key, position });
    if (places.length === this.#max) this.#worst = places.at(-1);
  }

  /** Behind all that are better. */
  #indexFor(key: number, position: number): number {
    let low = 0;
    let high = this.#places.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBehind(key, position, this.#places[middle] as Place)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Best first. */
  inOrder(): readonly Place[] {
    return this.#places;
  }
}

function isBehind(key: number, position: number, other: Place): boolean {
  return key > other.key || (key === other.key && position > other.position);
}

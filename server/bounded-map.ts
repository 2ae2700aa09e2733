/** A map that keeps so many entries, and drops the oldest for a new one. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #max: number;

  constructor(max: number) {
    super();
    this.#max = max;
  }

  /** One that is set again is a new one. */
  override set(key: K, value: V): this {
    if (!this.delete(key) && this.size >= this.#max) {
      const [oldest] = this.keys();
      this.delete(oldest as K);
    }
    return super.set(key, value);
  }
}

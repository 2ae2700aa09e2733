/** Things made from one version of the catalogue, and dropped with it. */
export class VersionedCache<T> {
  #version = '';
  readonly #entries = new Map<string, Promise<T>>();
  readonly #max: number;

  /** @param max entries kept; the oldest goes first */
  constructor(max: number) {
    this.#max = max;
  }

  /** What `make` makes, made once per key and version, also when many ask at once. */
  get(version: string, key: string, make: () => Promise<T>): Promise<T> {
    if (version !== this.#version) {
      this.#version = version;
      this.#entries.clear();
    }
    const kept = this.#entries.get(key);
    if (kept) return kept;
    const made = make();
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined && this.#entries.size >= this.#max) this.#entries.delete(oldest);
    this.#entries.set(key, made);
    // A failure is answered, not kept.
    made.catch(() => this.#entries.delete(key));
    return made;
  }
}

import { BoundedMap } from '../bounded-map.ts';

/** Things made from one version of the catalogue, and dropped with it. */
export class VersionedCache<T> {
  #version = '';
  readonly #entries: BoundedMap<string, Promise<T>>;

  /** @param max entries kept; the oldest goes first */
  constructor(max: number) {
    this.#entries = new BoundedMap(max);
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
    this.#entries.set(key, made);
    // A failure is answered, not kept.
    made.catch(() => this.#entries.delete(key));
    return made;
  }
}

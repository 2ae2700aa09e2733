import { LRUCache } from 'lru-cache';

/** Keeps promises, not values, so that concurrent requests share a load. A load that fails isn't kept. */
export class PromiseCache<V> {
  readonly #entries: LRUCache<string, Promise<V>>;

  constructor(max: number) {
    this.#entries = new LRUCache({ max });
  }

  get(key: string, load: () => Promise<V>): Promise<V> {
    const cached = this.#entries.get(key);
    if (cached !== undefined) return cached;
    const loading = load();
    this.#entries.set(key, loading);
    loading.catch(() => {
      if (this.#entries.peek(key) === loading) this.#entries.delete(key);
    });
    return loading;
  }
}

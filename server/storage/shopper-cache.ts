import { LRUCache } from 'lru-cache';

const ENTRIES_MAX = 10_000;
/** Another process, the command line say, may write the same file: nothing is served for longer than this. */
const MAX_AGE_MS = 5_000;

/** What requests read of a shopper, by key. */
export interface ShopperCache<V> {
  get(key: string): Promise<V>;
  /** To be called after every transaction that may have changed it. */
  delete(key: string): void;
}

export type CreateShopperCache = <V>(load: (key: string) => Promise<V>) => ShopperCache<V>;

/**
 * Keeps promises, not values: a load that began before a change is dropped with its entry, and can't be stored
 * afterwards. A load that fails isn't kept.
 */
export const createShopperCache: CreateShopperCache = <V>(load: (key: string) => Promise<V>) => {
  const cache = new LRUCache<string, Promise<V>>({ max: ENTRIES_MAX, ttl: MAX_AGE_MS });
  return {
    get(key) {
      const cached = cache.get(key);
      if (cached !== undefined) return cached;
      const loading = load(key);
      cache.set(key, loading);
      loading.catch(() => {
        if (cache.peek(key) === loading) cache.delete(key);
      });
      return loading;
    },
    delete(key) {
      cache.delete(key);
    },
  };
};

/** Loads each time: other servers change the same data, and don't tell. */
export const withoutShopperCache: CreateShopperCache = (load) => ({ get: load, delete() {} });

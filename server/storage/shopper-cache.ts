import { PromiseCache } from '../promise-cache.ts';

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

export const createShopperCache: CreateShopperCache = <V>(load: (key: string) => Promise<V>) => {
  const cache = new PromiseCache<V>({ max: ENTRIES_MAX, ttl: MAX_AGE_MS });
  return {
    get: (key) => cache.get(key, () => load(key)),
    delete: (key) => cache.delete(key),
  };
};

/** Loads each time: other servers change the same data, and don't tell. */
export const withoutShopperCache: CreateShopperCache = (load) => ({ get: load, delete() {} });

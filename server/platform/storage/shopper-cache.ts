import { onceATurn } from '../once-a-turn.ts';
import { PromiseCache } from '../promise-cache.ts';

const ENTRIES_MAX = 10_000;

/** What requests read of a shopper, by key. */
export interface ShopperCache<V> {
  get(key: string): Promise<V>;
  /** To be called after every transaction of this process that may have changed it. */
  delete(key: string): void;
}

export type CreateShopperCache = <V>(load: (key: string) => Promise<V>) => ShopperCache<V>;

/** @param foreignVersion changes when another process, the command line say, has changed anything: all is dropped */
export function shopperCaches(foreignVersion: () => number): CreateShopperCache {
  const currentVersion = onceATurn(foreignVersion);
  return <V>(load: (key: string) => Promise<V>) => {
    const cache = new PromiseCache<V>(ENTRIES_MAX);
    let version = Number.NaN;
    return {
      get(key) {
        const current = currentVersion();
        if (current !== version) cache.clear();
        version = current;
        return cache.get(key, () => load(key));
      },
      delete: (key) => cache.delete(key),
    };
  };
}

/** Loads each time: other servers change the same data, and don't tell. */
export const withoutShopperCache: CreateShopperCache = (load) => ({ get: load, delete() {} });

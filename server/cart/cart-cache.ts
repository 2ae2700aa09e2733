/** Everybody's carts as they are read: remembered while nobody can have changed them. */
import type { Cart } from '../../contract/cart.ts';
import { BoundedMap } from '../bounded-map.ts';
import { onceATurn } from '../once-a-turn.ts';
import type { AppServices } from '../services.ts';
import { readCart } from './store.ts';

const CARTS_KEPT = 10_000;

export interface Carts {
  /** In the order of adding. For requests that have just arrived. */
  find(userId: string): Promise<Cart>;
  /** To be told behind every transaction that may have changed a cart: from then on the new one is found. */
  changed(userId: string): void;
}

/** Where many servers write, which none of them tells the others of, each cart is asked for. */
export function keepCarts({
  db,
  writesOfOthers,
}: Pick<AppServices, 'db' | 'writesOfOthers'>): Carts {
  if (writesOfOthers === undefined) return { find: (userId) => readCart(db, userId), changed() {} };
  const kept = new BoundedMap<string, Cart>(CARTS_KEPT);
  const othersNow = onceATurn(writesOfOthers);
  let others: number | undefined;
  /** Counts what makes a cart that is still being read out of date. */
  let news = 0;
  return {
    async find(userId) {
      if (others !== othersNow()) {
        others = othersNow();
        news++;
        kept.clear();
      }
      const known = kept.get(userId);
      if (known !== undefined) return known;
      const asked = news;
      const cart = await readCart(db, userId);
      if (asked === news) kept.set(userId, cart);
      return cart;
    },
    changed(userId) {
      news++;
      kept.delete(userId);
    },
  };
}

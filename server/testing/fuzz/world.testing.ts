/** Remembers the ids that a shop has returned, so that requests can use them. */
import { shoppingIn } from '../../shop/orders/shopping.testing.ts';
import type { TestShop } from '../test-shop.ts';
import { nounOf } from './calls.testing.ts';

/** The latest of each kind. */
const KEPT = 6;
/** At a time: few, so that they meet each other's addresses and orders, and their own. */
const SHOPPERS = 2;

export class World {
  readonly #shop: TestShop;
  readonly #known = new Map<string, string[]>();

  constructor(shop: TestShop) {
    this.#shop = shop;
  }

  /** A shopper with money, an address and something in the cart: those before have ordered theirs. */
  async welcome(): Promise<void> {
    const { token, addressId } = await shoppingIn(this.#shop).readyShopper({ pencil: 3 });
    this.#learn('address', addressId);
    this.#learn('token', token);
    const tokens = this.#known.get('token') ?? [];
    this.#known.set('token', tokens.slice(-SHOPPERS));
  }

  /** Somebody logged out. @param mark like `{{token 1}}` */
  takeLeaveOf(mark: string): void {
    const gone = this.fill(mark);
    const tokens = this.#known.get('token') ?? [];
    this.#known.set(
      'token',
      tokens.filter((token) => token !== gone),
    );
  }

  /** @param id of something that can be bought */
  async stock(id: string, costCents: number, stock: number | null): Promise<void> {
    await this.#shop.sell({ id, costCents, stock });
    this.#learn('product', id);
  }

  /** Replaces placeholders by ids. */
  fill(text: string): string {
    return text.replace(/\{\{(\w+) (\d+)\}\}/g, (mark, noun: string, n: string) => {
      const known = this.#known.get(noun) ?? [];
      return known.at(Number(n) % Math.max(1, known.length)) ?? mark;
    });
  }

  /** Remembers every id in an answer. @param template of the call's path */
  learnFrom(template: string, reply: unknown): void {
    if (Array.isArray(reply)) {
      for (const item of reply) this.learnFrom(template, item);
      return;
    }
    if (typeof reply !== 'object' || reply === null) return;
    const [collection = ''] = /\w+(?=(\/\{\w+\})?(\/cancel)?$)/.exec(template) ?? [];
    for (const [name, value] of Object.entries(reply)) {
      if (typeof value !== 'string') continue;
      if (name === '_id' || name === 'id') this.#learn(nounOf(collection), value);
      const noun = /^(\w+)Id$/.exec(name)?.[1];
      if (noun !== undefined) this.#learn(noun, value);
    }
  }

  #learn(noun: string, id: string): void {
    for (const kind of [noun, 'id']) {
      const known = this.#known.get(kind) ?? [];
      if (!known.includes(id)) this.#known.set(kind, [...known, id].slice(-KEPT));
    }
  }
}

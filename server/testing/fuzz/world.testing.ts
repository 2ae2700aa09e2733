/** Remembers the ids that a shop has returned, so that requests can use them. */
import { shoppingIn } from '../../shop/orders/shopping.testing.ts';
import type { TestShop } from '../test-shop.ts';
import { nounOf } from './calls.testing.ts';

/** The number of latest ids of each kind that are kept. */
const KEPT = 6;
/** The number of shoppers at a time. With few, requests often use ids of the same or of another shopper. */
const SHOPPERS = 2;

export class World {
  readonly #shop: TestShop;
  readonly #known = new Map<string, string[]>();

  constructor(shop: TestShop) {
    this.#shop = shop;
  }

  /** Adds a shopper with money, an address and a cart, because earlier shoppers have spent their money. */
  async welcome(): Promise<void> {
    const { token, addressId } = await shoppingIn(this.#shop).readyShopper({ pencil: 3 });
    this.#learn('address', addressId);
    this.#learn('token', token);
    const tokens = this.#known.get('token') ?? [];
    this.#known.set('token', tokens.slice(-SHOPPERS));
  }

  isLoggedIn(token: string): boolean {
    return this.#known.get('token')?.includes(token) ?? false;
  }

  /** Forgets a shopper whose session has ended. */
  takeLeaveOf(gone: string): void {
    const tokens = this.#known.get('token') ?? [];
    this.#known.set(
      'token',
      tokens.filter((token) => token !== gone),
    );
  }

  /** @param id the id of a product that can be bought */
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

  /** Remembers every id in a reply. @param template the template of the call's path */
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

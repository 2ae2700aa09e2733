/** The shop of the simulated year, and what it keeps of its trade. */

import type { ShopIdentity } from '../../contract/shop-identity.ts';
import { eraseAccount } from '../../server/operations/accounts/erase.ts';
import { changeAsOperator } from '../../server/operations/orders/orders.ts';
import { noMeter } from '../../server/platform/metrics/meter.ts';
import { logChange } from '../../server/platform/operator-log.ts';
import type { NewProductRow } from '../../server/platform/storage/schema.ts';
import type { Storage } from '../../server/platform/storage/storage.ts';
import { transact } from '../../server/platform/storage/transaction.ts';
import { noOutbox } from '../../server/platform/webhooks/outbox.ts';
import { addAddress } from '../../server/shop/addresses/store.ts';
import { changeCart } from '../../server/shop/cart/store.ts';
import { productDefaults } from '../../server/shop/catalogue/fields/product-fields.ts';
import { addProducts } from '../../server/shop/catalogue/product-changes.ts';
import { replaceIdentity } from '../../server/shop/identity/store.ts';
import { placeOrder } from '../../server/shop/orders/checkout.ts';
import { issueInvoices } from '../../server/shop/orders/issuer.ts';
import { withAccount } from '../../server/shop/session/with-shopper.ts';
import { insertShopper } from '../../server/testing/shoppers.ts';
import { operator } from '../actors/environment.ts';
import type { Random } from '../random.ts';

export const [MINUTE_MS, DAY_MS] = [60_000, 86_400_000];
export const FIRST_MOMENT = Date.UTC(2026, 2, 1);
export const YEAR_MS = 365 * DAY_MS;
export const RATES_CHANGE = Date.UTC(2026, 6, 1, 12);
/** In Berlin it is the 16th, in New York still the 15th. */
export const ZONE_CHANGES = Date.UTC(2026, 9, 15, 23, 30);
/** In New York. */
export const NEW_YEAR = Date.UTC(2027, 0, 1, 5);
const SHOPPERS = 40;
const GRANT_CENTS = 10_000_000;
const PRODUCTS = 18;

export interface Sold {
  id: string;
  userId: string;
  at: number;
  lines: readonly { productId: string; qty: number; costCents: number }[];
  refundedCents: number;
  isOpen: boolean;
  isCancelled: boolean;
}

/** What the books of the simulation say of a time. */
export interface Booked {
  at: number;
  sold: number;
  cancelled: number;
  refunded: number;
}

export class TeaShop {
  readonly storage: Pick<Storage, 'db' | 'emptyLog'>;
  readonly #random: Random;
  now = FIRST_MOMENT;
  #ids = 0;
  readonly shoppers: { userId: string; address: { _id: string; address: string } }[] = [];
  readonly sold: Sold[] = [];
  readonly booked: Booked[] = [];
  #erased = '';

  constructor(storage: Pick<Storage, 'db' | 'emptyLog'>, random: Random) {
    this.storage = storage;
    this.#random = random;
  }

  get #services() {
    const { db } = this.storage;
    const own = { now: () => this.now, newId: this.#newId, operator };
    return { db, ...own, outbox: noOutbox, meter: noMeter };
  }

  /** Unique, and ordered by time. */
  #newId = (): string => {
    const id = (FIRST_MOMENT + ++this.#ids).toString(16).padStart(12, '0');
    return `${id.slice(0, 8)}-${id.slice(8)}-7000-8000-000000000000`;
  };

  async open(): Promise<void> {
    await replaceIdentity(this.#services, identityAt(FIRST_MOMENT));
    const cause = { reason: 'import', at: FIRST_MOMENT } as const;
    await transact(this.storage.db, async (tx) => {
      await addProducts(tx, Array.from({ length: PRODUCTS }, toProduct), cause);
      await logChange(tx, this.#services, { action: 'products changed' }, FIRST_MOMENT);
      for (let n = 1; n <= SHOPPERS; n++) {
        const shopper = { username: `shopper-${n}`, passwordHash: '$argon2id$' };
        const { userId } = await insertShopper(tx, this.#services, {
          ...shopper,
          grantCents: GRANT_CENTS,
        });
        const address = { _id: this.#newId(), address: `Tea Lane ${n}\nBerlin` };
        await addAddress(tx, userId, address);
        this.shoppers.push({ userId, address });
      }
    });
  }

  /** Everything until this time, and then an order. */
  async pass(at: number): Promise<void> {
    for (const change of [RATES_CHANGE, ZONE_CHANGES]) {
      if (this.now >= change || at < change) continue;
      this.now = change;
      await replaceIdentity(this.#services, identityAt(change));
    }
    // Goods come back at another time than that of the next order.
    this.now = Math.max(this.now, at - this.#random.between(1, 2 * MINUTE_MS));
    await this.#handle();
    if (this.#erased === '' && at > FIRST_MOMENT + YEAR_MS / 2) await this.#erase();
    this.now = at;
    if (this.#random.chance(0.3)) await issueInvoices(this.#services);
    await this.#sell();
  }

  async close(): Promise<void> {
    this.now += DAY_MS;
    await issueInvoices(this.#services);
  }

  async #sell(): Promise<void> {
    const random = this.#random;
    const { userId, address } = random.pick(
      this.shoppers.filter((one) => one.userId !== this.#erased),
    );
    const products = Array.from({ length: random.between(1, 3) }, () =>
      random.between(0, PRODUCTS - 1),
    );
    const [now, orderId, transactionId] = [this.now, this.#newId(), this.#newId()];
    const { items, order } = await withAccount(this.#services, userId, async (tx, recorder) => {
      for (const index of products) {
        const qty = random.between(1, 5);
        await changeCart(tx, userId, { productId: `product-${index}`, qty });
      }
      const request = { idempotencyKey: undefined, expectedTotal: undefined, onlyIfPlaced: false };
      return placeOrder(
        tx,
        { userId, addressId: address._id, ...request },
        { now, orderId, transactionId, recorder },
      );
    });
    const lines = items.map(({ product_id: productId, qty, cost_cents: costCents }) => {
      return { productId, qty, costCents };
    });
    const state = { refundedCents: 0, isOpen: true, isCancelled: false };
    this.sold.push({ id: orderId, userId, at: now, lines, ...state });
    this.#book({ sold: order.total_cents });
  }

  /** Ships, cancels or pays back some orders. */
  async #handle(): Promise<void> {
    const random = this.#random;
    const known = this.sold.filter(({ userId }) => userId !== this.#erased);
    for (const sold of known.filter(({ isOpen }) => isOpen)) {
      if (!random.chance(0.3)) continue;
      sold.isOpen = false;
      sold.isCancelled = random.chance(0.08);
      await this.#change(sold, { action: sold.isCancelled ? 'cancel' : 'ship' });
    }
    const sold = known.at(-random.between(1, 60));
    if (sold === undefined || sold.isOpen || sold.isCancelled || random.chance(0.6)) return;
    const { productId, qty } = random.pick(sold.lines);
    const units = new Map([[productId, random.between(1, qty)]]);
    const restock = random.chance(0.5) && { restock: units };
    const refund = random.pick([
      { lines: units, ...restock },
      { amountCents: random.between(1, 2_500) },
      {},
    ]);
    await this.#change(sold, { action: 'refund', ...refund });
  }

  /** A change that is refused, because too little is left, is no change. */
  async #change(
    sold: Sold,
    change: Omit<Parameters<typeof changeAsOperator>[1], 'orderId'>,
  ): Promise<void> {
    const request = { orderId: sold.id, ...change };
    const changed = await changeAsOperator(this.#services, request).catch((error) => {
      if (!/^(RETURN_INVALID|REFUND_TOO_HIGH)$/.test(error.code)) throw error;
    });
    if (changed === undefined) return;
    const cents = changed.order.refunded_cents - sold.refundedCents;
    sold.refundedCents += cents;
    this.#book(change.action === 'cancel' ? { cancelled: cents } : { refunded: cents });
  }

  /** Erases the owner of the last order right after it was shipped, before its invoice is issued. */
  async #erase(): Promise<void> {
    const last = this.sold.at(-1);
    if (last === undefined) return;
    for (const sold of this.sold.filter((one) => one.userId === last.userId && one.isOpen)) {
      sold.isOpen = false;
      await this.#change(sold, { action: 'ship' });
    }
    await eraseAccount(this.#services, this.storage, last.userId, 'forfeits');
    this.#erased = last.userId;
  }

  #book(booked: Partial<Booked>): void {
    this.booked.push({ at: this.now, sold: 0, cancelled: 0, refunded: 0, ...booked });
  }
}

export function identityAt(time: number) {
  const [tea, pots] = time < RATES_CHANGE ? [7, 19] : [5, 16];
  return {
    name: 'Tea',
    timeZone: time < ZONE_CHANGES ? 'Europe/Berlin' : 'America/New_York',
    seller: {
      ...{ legalName: 'Tea Ltd', address: 'Tea Street 1\nBerlin', country: 'DE' },
      ...{ taxId: 'DE123456789', email: 'shop@tea.example' },
    },
    tax: {
      name: 'VAT',
      rates: [
        { key: 'tea', percent: tea },
        { key: 'pots', percent: pots, usual: true },
      ],
    },
  } satisfies ShopIdentity;
}

/** Two of three products are tea; the others name no rate. */
export function isTea(id: string): boolean {
  return Number(id.split('-')[1]) % 3 !== 0;
}

function toProduct(_: unknown, index: number): NewProductRow {
  const id = `product-${index}`;
  return {
    ...productDefaults,
    ...{ id, position: index + 1, name: `Product ${index}`, category: isTea(id) ? 'Tea' : 'Pots' },
    ...{ cost_cents: 333 + 457 * index, rating_halves: 0, image: '', updated_at: FIRST_MOMENT },
    ...{ stock: 100_000, tax: isTea(id) ? 'tea' : null },
  };
}

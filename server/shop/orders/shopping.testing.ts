/** The steps of a shopper on the way to an order. */
import type { LightMyRequestResponse } from 'fastify';
import type { Cart } from '../../../contract/cart.ts';
import { paths } from '../../../contract/paths.ts';
import type { TestShop, TestShopper } from '../../testing/test-shop.ts';

export interface CheckoutAttempt {
  addressId?: unknown;
  key?: string;
  expectedTotal?: string;
  onlyIfPlaced?: string;
}

export interface ReadyShopper extends TestShopper {
  addressId: string;
}

export interface Shopping {
  put(shopper: TestShopper, productId: string, qty: number): Promise<LightMyRequestResponse>;
  cart(shopper: TestShopper): Promise<Cart>;
  /** @returns the new address's id */
  addAddress(shopper: TestShopper, text?: string): Promise<string>;
  checkout(shopper: TestShopper, attempt: CheckoutAttempt): Promise<LightMyRequestResponse>;
  /** Dollars. */
  balance(shopper: TestShopper): Promise<number>;
  /** The number of the shopper's orders. */
  countOrders(shopper: TestShopper): Promise<number>;
  /** A new shopper with an address and these quantities in the cart. */
  readyShopper(cart: Record<string, number>): Promise<ReadyShopper>;
}

export function shoppingIn({ call, shopper: newShopper, services: { db } }: TestShop): Shopping {
  const put: Shopping['put'] = (as, productId, qty) =>
    call('POST', paths.cart, { as, body: { productId, qty } });

  const addAddress: Shopping['addAddress'] = async (as, address = '1 Long Road') => {
    const reply = await call('POST', paths.addresses, { as, body: { address } });
    return reply.json().at(-1)._id;
  };

  return {
    put,
    addAddress,
    cart: async (as) => (await call('GET', paths.cart, { as })).json(),
    checkout: (as, { addressId, key, expectedTotal, onlyIfPlaced }) =>
      call('POST', paths.checkout, {
        as,
        body: { addressId },
        headers: {
          ...(key !== undefined && { 'idempotency-key': key }),
          ...(expectedTotal !== undefined && { 'expected-total': expectedTotal }),
          ...(onlyIfPlaced !== undefined && { 'only-if-placed': onlyIfPlaced }),
        },
      }),
    balance: async (as) => (await call('GET', paths.wallet, { as })).json().balance,
    async countOrders({ userId }) {
      const orders = db.selectFrom('orders').select('id').where('user_id', '=', userId);
      return (await orders.execute()).length;
    },
    async readyShopper(cart) {
      const shopper = await newShopper();
      for (const [productId, qty] of Object.entries(cart)) await put(shopper, productId, qty);
      return { ...shopper, addressId: await addAddress(shopper) };
    },
  };
}

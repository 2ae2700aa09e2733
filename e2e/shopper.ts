/** A shopper who uses the API, to prepare a test before the page is opened and to check the result. */

import demoCatalogue from '../catalogue/demo.json' with { type: 'json' };
import type { Address } from '../contract/addresses.ts';
import type { LoginReply } from '../contract/auth.ts';
import { API_BASE } from '../contract/calls.ts';
import type { Cart } from '../contract/cart.ts';
import type { Product } from '../contract/catalogue.ts';
import type { CheckoutReply } from '../contract/orders.ts';
import type { Wallet } from '../contract/wallet.ts';

const PASSWORD = 'correct horse';

export interface Shopper {
  username: string;
  password: string;
  readonly token: string;
  /** Opens another session. @throws unless the password is right */
  logIn(password?: string): Promise<void>;
  /** Sends one call of the API, like `POST /cart`. An error status does not throw. */
  send(call: string, body?: object): Promise<Response>;
  putInCart(product: { _id: string }, qty?: number): Promise<void>;
  saveAddress(text: string): Promise<Address[]>;
  /** Orders the cart to this address. @returns the order's number */
  order(address: string): Promise<string | undefined>;
  cart(): Promise<Cart>;
  /** Dollars. */
  balance(): Promise<number>;
}

/** Registers a shopper by the API, with a new name if none is given, and logs in. */
export async function newShopper(
  shopAddress: string | undefined,
  username = `shopper-${crypto.randomUUID()}`,
): Promise<Shopper> {
  let token = '';
  async function send(call: string, body?: object): Promise<Response> {
    const [method = '', path] = call.split(' ');
    return fetch(`${shopAddress}${API_BASE}${path}`, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  }
  /** Returns the reply without checking its shape, which other tests check. */
  async function expectOk<Answer>(call: string, body?: object): Promise<Answer> {
    const response = await send(call, body);
    if (!response.ok) throw new Error(`${call}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  }

  const credentials = { username, password: PASSWORD };
  await expectOk('POST /auth/register', credentials);
  async function logIn(password = PASSWORD): Promise<void> {
    token = (await expectOk<LoginReply>('POST /auth/login', { username, password })).token;
  }
  await logIn();
  return {
    ...credentials,
    get token() {
      return token;
    },
    logIn,
    send,
    async putInCart({ _id }, qty = 1) {
      await expectOk('POST /cart', { productId: _id, qty });
    },
    saveAddress: (address) => expectOk('POST /user/addresses', { address }),
    async order(address) {
      const saved = await expectOk<Address[]>('POST /user/addresses', { address });
      const body = { addressId: saved.at(-1)?._id };
      return (await expectOk<CheckoutReply>('POST /cart/checkout', body)).number;
    },
    cart: () => expectOk('GET /cart'),
    balance: async () => (await expectOk<Wallet>('GET /user/wallet')).balance,
  };
}

/** @returns the product of that name in the demo catalogue, with which every shop here starts */
export function demoProduct(name: string): Product {
  const product = demoCatalogue.find((candidate) => candidate.name === name);
  if (product === undefined) throw new Error(`The demo catalogue has no ${name}`);
  return product;
}

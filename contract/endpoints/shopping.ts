import { AddressBody, AddressList } from '../addresses.ts';
import { Cart, CartChangeBody } from '../cart.ts';
import {
  CheckoutBody,
  CheckoutHeaders,
  CheckoutReply,
  FoundOrder,
  Order,
  OrderList,
  OrderNameParams,
} from '../orders.ts';
import { PageQuery } from '../paging.ts';
import { Wallet, WalletEntryList } from '../wallet.ts';
import { type Endpoint, idParams } from './endpoint.ts';

const needsToken = true;

export const shoppingEndpoints = {
  readCart: { tag: 'cart', summary: 'The cart', needsToken, reply: Cart },
  changeCart: {
    tag: 'cart',
    summary: 'Set the quantity of a product; 0 removes it',
    needsToken,
    body: CartChangeBody,
    reply: Cart,
    refusals: ['PRODUCT_MISSING', 'CART_TOO_LONG', 'CART_TOTAL_TOO_HIGH'],
  },
  placeOrder: {
    tag: 'orders',
    summary: 'Order what is in the cart, paid from the wallet',
    description:
      'With an Idempotency-Key a repeated request gets the first reply again and orders nothing. ' +
      'With Expected-Total the order is refused if the total is another one by now. ' +
      'With Only-If-Placed the request finds out what became of an earlier one, and orders nothing.',
    needsToken,
    headers: CheckoutHeaders,
    body: CheckoutBody,
    reply: CheckoutReply,
    replyHeaders: ['Idempotency-Replayed'],
    refusals: [
      'CART_EMPTY',
      'ADDRESS_NOT_SELECTED',
      'ADDRESS_MISSING',
      'PRICES_CHANGED',
      'CART_PRODUCT_GONE',
      'STOCK_TOO_LOW',
      'BALANCE_TOO_LOW',
      'IDEMPOTENCY_KEY_REUSED',
      'NOTHING_ORDERED',
      'TOO_MANY_REQUESTS',
    ],
  },
  listOrders: {
    tag: 'orders',
    summary: "The shopper's orders, newest first",
    description:
      'A `Link` header leads to the next page. Orders of many lines make a page shorter than `limit`.',
    needsToken,
    query: PageQuery,
    reply: OrderList,
    replyHeaders: ['Link'],
    refusals: ['CURSOR_INVALID'],
  },
  readOrder: {
    tag: 'orders',
    summary: 'An order: what was bought, and what became of it',
    needsToken,
    params: OrderNameParams,
    reply: FoundOrder,
    refusals: ['ORDER_MISSING', 'ORDER_AMBIGUOUS'],
  },
  cancelOrder: {
    tag: 'orders',
    summary: 'Cancel an order that is not shipped',
    description:
      'The whole amount goes back to the wallet, and counted stock returns. ' +
      'An order that is cancelled already gets the same reply, with `Idempotency-Replayed: true`.',
    needsToken,
    params: OrderNameParams,
    reply: Order,
    replyHeaders: ['Idempotency-Replayed'],
    refusals: ['ORDER_MISSING', 'ORDER_AMBIGUOUS', 'ORDER_SHIPPED', 'TOO_MANY_REQUESTS'],
  },

  listAddresses: {
    tag: 'addresses',
    summary: 'The saved addresses',
    needsToken,
    reply: AddressList,
  },
  addAddress: {
    tag: 'addresses',
    summary: 'Save an address',
    needsToken,
    body: AddressBody,
    reply: AddressList,
    refusals: ['ADDRESS_EMPTY', 'ADDRESS_TOO_LONG', 'ADDRESSES_TOO_MANY'],
  },
  removeAddress: {
    tag: 'addresses',
    summary: 'Delete an address',
    needsToken,
    params: idParams,
    reply: AddressList,
    refusals: ['ADDRESS_MISSING'],
  },

  readWallet: { tag: 'wallet', summary: 'What the wallet holds', needsToken, reply: Wallet },
  listWalletEntries: {
    tag: 'wallet',
    summary: 'The statement of the wallet: every movement, newest first',
    description:
      'A `Link` header leads to the next page. The amounts of all entries add up to the balance.',
    needsToken,
    query: PageQuery,
    reply: WalletEntryList,
    replyHeaders: ['Link'],
    refusals: ['CURSOR_INVALID'],
  },
} as const satisfies Record<string, Endpoint>;

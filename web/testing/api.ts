/**
 * Answers the API at `fetch`, for tests of screens. It keeps a shop's state in memory: products, one shopper's cart,
 * addresses and orders. A test watches, delays, refuses and aborts calls. A call is written as in spec 7, with its
 * whole address but the page size of `GET /products` and `groups=1`: `POST /cart`, `GET /products/search?value=desk`. A
 * star matches any text.
 */

import type { Type } from 'typebox';
import demoCatalogue from '../../catalogue/demo.json' with { type: 'json' };
import type { Address, AddressBody } from '../../contract/addresses.ts';
import type { CredentialsBody, LoginReply } from '../../contract/auth.ts';
import type { Cart, CartChangeBody } from '../../contract/cart.ts';
import type { Facets, Product, Suggestion } from '../../contract/catalogue.ts';
import { type Listing, listingOf } from '../../contract/listing.ts';
import * as messages from '../../contract/messages.ts';
import type { CheckoutBody, CheckoutReply, Order, OrderLine } from '../../contract/orders.ts';
import type { ProductDetails } from '../../contract/pages.ts';
import { API_BASE } from '../../contract/paths.ts';
import type { Wallet } from '../../contract/wallet.ts';

/** The end of the messages of spec 8 if the server sends no reply that can be read. */
export const CHECK = 'Check that the backend is running, reachable and returns valid JSON.';
/** Fewer than the server's, for short lists. */
const ORDERS_PAGE_SIZE = 3;
/** The header of a reply that repeats an earlier one. */
const REPLAYED = { 'idempotency-replayed': 'true' };
export const demoProducts: readonly Product[] = demoCatalogue;

/** @returns the product of that name in the demo catalogue */
export function demoProduct(name: string): Product {
  const product = demoProducts.find((candidate) => candidate.name === name);
  if (product === undefined) throw new Error(`The demo catalogue has no ${name}`);
  return product;
}

/** What the pages send in any call; each call has some of it. */
type SentBody = Partial<CartChangeBody> &
  Type.Static<typeof CredentialsBody> &
  Type.Static<typeof AddressBody> &
  Type.Static<typeof CheckoutBody>;

/** One request of the page. */
export interface Sent {
  /** Like `POST /cart`. */
  call: string;
  parameters: URLSearchParams;
  /** The parsed body; empty if there is none. */
  body: SentBody;
  headers: Headers;
  /** Aborted once the page cancels the request. */
  signal: AbortSignal;
}

interface Reply {
  status?: number;
  json?: unknown;
  body?: string;
  headers?: Record<string, string>;
}

/** Answers a call, or passes it on to the answer that was set before, with `next`. */
type Interceptor = (sent: Sent, next: () => Promise<Response>) => Response | Promise<Response>;

export class ShopApi {
  products: Product[] = [...demoProducts];
  /** Products of a page of a list. */
  pageSize = 100;
  /** What the details of a product have beyond the fields of a list, by product id. */
  details: Record<string, Partial<ProductDetails>> = {};
  cart: Cart = [];
  addresses: Address[] = [];
  /** Newest first. */
  orders: Order[] = [];
  /** Dollars. */
  balance = 5_000;
  readonly username = 'somebody';
  readonly token = `token-${crypto.randomUUID()}`;

  readonly #watched: { call: string; seen: Sent[] }[] = [];
  #interceptors: { call: string; intercept: Interceptor }[] = [];
  /** How often an order was placed by this idempotency key. */
  readonly #placed = new Map<string, CheckoutReply>();

  /** Collects the requests of one call that are sent from now on. */
  watch(call: string): Sent[] {
    const seen: Sent[] = [];
    this.#watched.push({ call, seen });
    return seen;
  }

  intercept(call: string, intercept: Interceptor): void {
    this.#interceptors.unshift({ call, intercept });
  }

  /** Replaces the shop's reply to every such call. */
  answer(call: string, reply: Reply): void {
    this.intercept(call, () => respond(reply));
  }

  /** Replies to every such call with an error. */
  refuse(call: string, status: number, message: string): void {
    this.answer(call, { status, json: { success: false, message } });
  }

  /** Aborts every such call, as if the server could not be reached. */
  cutOff(call: string): void {
    this.intercept(call, () => {
      throw new TypeError('Failed to fetch');
    });
  }

  /** Delays such calls until they are released. */
  hold(call: string): { release: () => void } {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.intercept(call, async (_sent, next) => {
      await promise;
      return next();
    });
    return { release: resolve };
  }

  /** Removes everything that was set for calls. */
  restore(): void {
    this.#interceptors = [];
  }

  putInCart({ _id }: { _id: string }, qty = 1): void {
    this.#changeCart({ productId: _id, qty });
  }

  saveAddress(address: string): void {
    this.addresses = [...this.addresses, { _id: `address-${crypto.randomUUID()}`, address }];
  }

  /** Orders the cart to this address. @returns the order's id */
  order(address: string): string {
    return this.#placeOrder(address).orderId;
  }

  /** Takes the place of the browser's `fetch`. Rejects when the page aborts the request, as `fetch` does. */
  readonly fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const request = new Request(new URL(String(input), location.origin), init);
    const url = new URL(request.url);
    const isApi = url.pathname.startsWith(API_BASE);
    const path = isApi ? url.pathname.slice(API_BASE.length) : url.pathname;
    const text = await request.text();
    const sent: Sent = {
      call: `${request.method} ${path}`,
      parameters: url.searchParams,
      body: text === '' ? {} : JSON.parse(text),
      headers: request.headers,
      signal: request.signal,
    };
    const ofListing = url.search.replace(/[?&]groups=1(?=&|$)/, '');
    const parameters = path === '/products' ? ofListing.replace(/[?&]limit=100$/, '') : ofListing;
    const made = sent.call + parameters;
    for (const { call, seen } of this.#watched) if (matches(call, made)) seen.push(sent);
    const interceptors = this.#interceptors.filter(({ call }) => matches(call, made));
    const next = async (index: number): Promise<Response> =>
      interceptors[index]?.intercept(sent, () => next(index + 1)) ?? this.#reply(sent);
    request.signal.throwIfAborted();
    const aborted = Promise.withResolvers<never>();
    request.signal.addEventListener('abort', () => aborted.reject(request.signal.reason));
    return Promise.race([next(0), aborted.promise]);
  };

  #reply(sent: Sent): Response {
    const [call = '', id = ''] = splitId(sent.call);
    const answer = this.#answers[call];
    if (answer === undefined) return refusal(404, 'Not found');
    const isForShopper = /\/(?:cart|user|orders|auth\/logout)/.test(call);
    if (isForShopper && sent.headers.get('authorization') !== `Bearer ${this.token}`) {
      return refusal(401, 'Session expired. Log in again.');
    }
    return answer(sent, decodeURIComponent(id));
  }

  readonly #answers: Record<string, (sent: Sent, id: string) => Response> = {
    'GET /products': ({ parameters }) => this.#listProducts(parameters),
    'GET /products/search': ({ parameters }) => this.#listProducts(parameters),
    'GET /products/facets': ({ parameters }) => {
      const facets = facetsOf(this.#find(parameters));
      // The chosen category does not change the categories that can be chosen.
      const others = new URLSearchParams(parameters);
      others.delete('category');
      const { categories } = facetsOf(this.#find(others));
      return json<Facets>({ ...facets, categories });
    },
    'GET /products/suggestions': ({ parameters }) =>
      json<Suggestion[]>(
        this.#find(parameters)
          .slice(0, 8)
          .map(({ name, _id }) => ({ text: name, kind: 'product', productId: _id })),
      ),
    'GET /product-details': ({ parameters }) => {
      const product = this.products.find(({ _id }) => _id === parameters.get('product'));
      if (product === undefined) return refusal(404, 'Product does not exist');
      const variants = this.products
        .filter(({ group }) => group !== undefined && group === product.group)
        .map((variant) => ({ ...variant, stock: this.details[variant._id]?.stock ?? null }));
      const known = {
        brand: '',
        description: '',
        stock: null,
        variants,
        pictures: [product.image],
      };
      return json<ProductDetails>({ ...product, ...known, ...this.details[product._id] });
    },
    'POST /auth/register': () => json({ success: true }, 201),
    'POST /auth/login': ({ body: { username = '' } }) =>
      json<LoginReply>({ success: true, token: this.token, username, balance: this.balance }, 201),
    'POST /auth/logout': () => json({ success: true }),
    'GET /cart': () => json<Cart>(this.cart),
    'POST /cart': ({ body: { productId = '', qty = 0 } }) => {
      this.#changeCart({ productId, qty });
      return json<Cart>(this.cart);
    },
    'GET /user/addresses': () => json<Address[]>(this.addresses),
    'POST /user/addresses': ({ body: { address = '' } }) => {
      if (address.trim() === '') return refusal(400, 'Address must not be empty');
      if (address.length > 500) return refusal(400, 'Address must be at most 500 characters');
      this.saveAddress(address);
      return json<Address[]>(this.addresses);
    },
    'DELETE /user/addresses/': (_sent, id) => {
      this.addresses = this.addresses.filter(({ _id }) => _id !== id);
      return json<Address[]>(this.addresses);
    },
    'GET /user/wallet': () => json<Wallet>({ balance: this.balance }),
    'POST /cart/checkout': ({ body, headers }) => {
      const key = headers.get('idempotency-key') ?? '';
      const first = this.#placed.get(key);
      if (first !== undefined) return json<CheckoutReply>(first, 200, REPLAYED);
      if (headers.has('only-if-placed')) return refusal(409, messages.nothingOrdered);
      if (this.cart.length === 0) return refusal(400, 'Cart is empty');
      const address = this.addresses.find(({ _id }) => _id === body.addressId);
      if (address === undefined) return refusal(404, 'Address does not exist');
      const reply = this.#placeOrder(address.address);
      if (key !== '') this.#placed.set(key, reply);
      return json<CheckoutReply>(reply);
    },
    'GET /orders': ({ parameters }) => {
      const start = Number(parameters.get('cursor') ?? 0);
      const end = start + ORDERS_PAGE_SIZE;
      const next = end < this.orders.length ? linkTo('/orders', new URLSearchParams(), end) : {};
      return json<Order[]>(this.orders.slice(start, end), 200, next);
    },
    'GET /orders/': (_sent, id) => {
      const isIt = (order: Order) =>
        order.id === id ||
        order.invoice === id ||
        order.history?.some((step) => step.invoice === id);
      const order = this.orders.find(isIt);
      return order ? json<Order>(order) : respond({ status: 404 });
    },
    'POST /orders//cancel': (_sent, id) => this.#cancel(id),
  };

  #find(parameters: URLSearchParams): Product[] {
    const ids = parameters.get('ids')?.split(',').map(decodeURIComponent);
    const listing = listingOf(parameters);
    const found = this.products.filter((product) =>
      ids === undefined
        ? isIn(listing, product) && !(listing.isGrouped && this.#isFurtherVariant(product))
        : ids.includes(product._id),
    );
    if (listing.sort === 'price') return found.toSorted((a, b) => a.cost - b.cost);
    if (listing.sort === 'price-desc') return found.toSorted((a, b) => b.cost - a.cost);
    return listing.sort === 'rating' ? found.toSorted((a, b) => b.rating - a.rating) : found;
  }

  #isFurtherVariant({ _id, group }: Product): boolean {
    const [first] = this.products.filter((product) => product.group === group);
    return group !== undefined && first?._id !== _id;
  }

  #listProducts(parameters: URLSearchParams): Response {
    const found = this.#find(parameters);
    // A search without matches is answered with status 404 (spec 7).
    if (found.length === 0 && parameters.has('value')) return json<Product[]>([], 404);
    const start = Number(parameters.get('cursor') ?? 0);
    const end = start + this.pageSize;
    const headers = end < found.length ? linkTo('/products', parameters, end) : {};
    return json<Product[]>(found.slice(start, end), 200, headers);
  }

  #changeCart({ productId, qty }: CartChangeBody): void {
    const isThere = this.cart.some((line) => line.productId === productId);
    this.cart = isThere
      ? this.cart.map((line) => (line.productId === productId ? { productId, qty } : line))
      : [...this.cart, { productId, qty }];
    this.cart = this.cart.filter((line) => line.qty > 0);
  }

  #placeOrder(address: string): CheckoutReply {
    const lines = this.cart.map(({ productId, qty }): OrderLine => {
      const product = this.products.find(({ _id }) => _id === productId);
      if (product === undefined) throw new Error(`There is no product ${productId}`);
      return { productId, qty, name: product.name, cost: product.cost };
    });
    const total =
      lines.reduce((cents, { cost, qty }) => cents + Math.round(cost * 100) * qty, 0) / 100;
    this.balance = Math.round((this.balance - total) * 100) / 100;
    this.cart = [];
    const orderId = `order-${crypto.randomUUID()}`;
    const number = `20EB-${String(this.orders.length).padStart(4, '0')}`;
    const deliverBy = '2026-11-20';
    this.orders = [
      {
        ...{ id: orderId, number, status: 'placed', placedAt: '2026-11-11T10:00:00.000Z' },
        ...{ address, lines, total, refunded: 0, deliverBy },
      },
      ...this.orders,
    ];
    return { success: true, orderId, number, total, balance: this.balance, lines, deliverBy };
  }

  #cancel(id: string): Response {
    const order = this.orders.find((candidate) => candidate.id === id);
    if (order === undefined) return refusal(404, 'Order does not exist');
    if (order.status === 'cancelled') return json<Order>(order, 200, REPLAYED);
    const cancelled: Order = { ...order, status: 'cancelled', refunded: order.total };
    this.balance += order.total;
    this.orders = this.orders.map((candidate) => (candidate.id === id ? cancelled : candidate));
    return json<Order>(cancelled);
  }
}

function matches(call: string, made: string): boolean {
  const parts = call.split('*').map((part) => part.replace(/[.?+()[\]\\^$|{}]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(made);
}

/** Splits the id from a call: `POST /orders/7/cancel` is answered as `POST /orders//cancel`. */
function splitId(call: string): string[] {
  const [, before, id, after = ''] =
    /^(.* \/(?:orders|user\/addresses)\/)([^/]+)(.*)$/.exec(call) ?? [];
  return id === undefined ? [call] : [`${before}${after}`, id];
}

function isIn(listing: Listing, { name, category, cost, rating }: Product): boolean {
  const text = `${name} ${category}`.toLowerCase();
  return (
    listing.text
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word)) &&
    (listing.category === '' || listing.category === category) &&
    cost >= (listing.minCost ?? 0) &&
    cost <= (listing.maxCost ?? Number.POSITIVE_INFINITY) &&
    rating >= (listing.minRating ?? 0)
  );
}

function facetsOf(products: Product[]): Facets {
  const categories = Map.groupBy(products, ({ category }) => category);
  const costs = products.map(({ cost }) => cost);
  return {
    count: products.length,
    categories: [...categories].map(([name, { length }]) => ({ name, count: length })),
    ratings: [4, 3, 2, 1].map((stars) => ({
      stars,
      count: products.filter(({ rating }) => rating >= stars).length,
    })),
    minCost: costs.length === 0 ? 0 : Math.min(...costs),
    maxCost: costs.length === 0 ? 0 : Math.max(...costs),
  };
}

function linkTo(path: string, parameters: URLSearchParams, cursor: number) {
  const next = new URLSearchParams(parameters);
  next.set('cursor', String(cursor));
  return { link: `<${API_BASE}${path}?${next}>; rel="next"` };
}

function respond({ status = 200, json: value, body, headers }: Reply): Response {
  return new Response(body ?? JSON.stringify(value), { status, headers: { ...headers } });
}

function json<Body>(value: Body, status = 200, headers: Record<string, string> = {}): Response {
  return respond({ status, json: value, headers });
}

function refusal(status: number, message: string): Response {
  return json({ success: false, message }, status);
}

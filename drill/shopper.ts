/** Generates operations: a shopper logs in and chooses one random action after the other. */
import { setTimeout as sleep } from 'node:timers/promises';
import { toDollars } from '../contract/money.ts';
import { type Client, type ClientOptions, createClient } from './client.ts';
import type { ShopperOperation } from './history.ts';
import type { Random } from './random.ts';
import { type Checkout, Seen } from './seen.ts';

const QUANTITY_MAX = 4;
const REFUSALS_MAX = 60;
const CUT_AFTER_MAX_MS = 12;
const PATIENCE_MS = 45_000;
/** A shopper cancels one of this many last orders, because earlier ones are usually shipped. */
const RECENT = 3;
const ORDERS_SHOWN = [1, 3, 100];

type Action = (shopper: Shopper) => Promise<unknown>;

export interface Behaviour {
  /** The actions with their weights. A higher weight makes an action more frequent. */
  actions: readonly [weight: number, action: Action][];
  /** The share of requests whose connection is cut by the client. */
  cutShare: number;
  /** Whether a shopper sends only valid operations, and repeats each until its response is no 5xx. */
  isPatient: boolean;
  /** The average pause between two actions, in milliseconds. */
  pauseMs: number;
  /** The maximum of orders of an account. A low number keeps its history quick to check. */
  ordersMax: number;
}

export interface Shopping extends Pick<ClientOptions, 'target' | 'history'> {
  random: Random;
  products: readonly { id: string }[];
  behaviour: Behaviour;
  isClosing(): boolean;
}

/** Opens one account after the other, named `name-1`, `name-2` and so on, until the drill closes. */
export async function shop(name: string, shopping: Shopping): Promise<void> {
  for (let account = 1; !shopping.isClosing(); account++) {
    await new Shopper(`${name}-${account}`, shopping).shop();
  }
}

export class Shopper {
  readonly #username: string;
  readonly #shopping: Shopping;
  readonly #random: Random;
  /** Two clients of one session, like two tabs. */
  #clients: Client[] = [];
  readonly #seen = new Seen();
  readonly #checkouts: Checkout[] = [];
  #refusals = 0;
  #names = 0;

  constructor(username: string, shopping: Shopping) {
    this.#username = username;
    this.#shopping = shopping;
    this.#random = shopping.random;
  }

  async shop(): Promise<void> {
    const { isClosing, behaviour } = this.#shopping;
    const { actions, ordersMax, pauseMs } = behaviour;
    const choices = actions.flatMap(([weight, action]) => Array<Action>(weight).fill(action));
    const isDone = () => this.#seen.orders.length >= ordersMax || this.#refusals >= REFUSALS_MAX;
    // If a response was lost, the retry is refused because the name is taken. That counts as a response.
    await this.#untilResponse({ type: 'register' });
    await this.#logIn();
    while (this.#clients.length > 0 && !isClosing() && !isDone()) {
      if (this.#seen.addresses.length === 0) await this.addAddress();
      else await this.#random.pick(choices)(this);
      if (pauseMs > 0) await sleep(pauseMs * 2 * this.#random.next());
    }
  }

  put(client = 0): Promise<boolean> {
    return this.ask(this.#newPut(), client);
  }

  putTwice(): Promise<unknown> {
    const put = this.#newPut();
    return Promise.all([this.ask(put, 0), this.ask(put, 1)]);
  }

  readOrder(): Promise<boolean> {
    if (this.#seen.orders.length === 0) return this.ask({ type: 'read balance' });
    return this.ask({ type: 'read order', orderId: this.#random.pick(this.#seen.orders) });
  }

  readOrders(): Promise<boolean> {
    return this.ask({ type: 'read orders', limit: this.#random.pick(ORDERS_SHOWN) });
  }

  /** Cancels an order from one tab, or from two at the same time. */
  async cancel(clients: readonly number[] = [0]): Promise<void> {
    const orderId = this.#seen.orders.at(-this.#random.between(1, RECENT));
    if (orderId === undefined) return;
    const operation = { type: 'cancel order', orderId } as const;
    await Promise.all(clients.map((client) => this.#untilAnswered(operation, client)));
  }

  deleteAddress(): Promise<boolean> {
    return this.ask({ type: 'delete address', id: this.#random.pick(this.#seen.addresses) });
  }

  addAddress(): Promise<boolean> {
    if (this.#seen.addresses.length >= 12) return this.deleteAddress();
    return this.ask({ type: 'add address', address: `${++this.#names} Long Road` });
  }

  /** Orders once, or from two tabs, with one key or with two. */
  async order(choose: (...two: [Checkout, Checkout]) => Checkout[] = (one) => [one]) {
    const { isPatient } = this.#shopping.behaviour;
    // Usually fill an empty cart, and read the prices first.
    if (this.#seen.cart.length === 0 && (isPatient || this.#random.chance(0.8))) await this.put();
    if (isPatient || this.#random.chance(0.8)) await this.ask({ type: 'read products' });
    const checkouts = choose(this.#newCheckout(), this.#newCheckout());
    this.#checkouts.push(...checkouts);
    await Promise.all(checkouts.map((each, client) => this.#untilAnswered(each, client)));
  }

  /** Sends an old checkout again with another cart, sometimes with another total or address. */
  async orderAgain(): Promise<void> {
    await this.put();
    const isPlaced = this.#random.chance(0.8) && this.#seen.placed.length > 0;
    const old = isPlaced ? this.#seen.placed : this.#checkouts;
    const checkout = old.at(-this.#random.between(1, 4));
    if (checkout === undefined) return;
    const difference = this.#random.between(1, 10);
    const addressId = this.#random.pick(this.#seen.addresses);
    if (difference <= 5) await this.ask(checkout);
    else if (difference <= 9) await this.ask({ ...checkout, expectedTotal: undefined });
    else await this.ask({ ...checkout, addressId });
  }

  /** Logs out, and then uses the token once more. */
  async logOut(): Promise<void> {
    await this.ask({ type: 'logout' });
    await this.ask({ type: 'read cart' }, 1);
    await this.#logIn();
  }

  /** @returns whether there is a response other than a 5xx */
  async ask(operation: ShopperOperation, index = 0): Promise<boolean> {
    const client = this.#clients[index];
    if (client === undefined) return true;
    const response = await this.#invoke(operation, client);
    if (response === undefined || response.status >= 500) return false;
    if (response.status === 401) await this.#logIn();
    else if (response.status === 200) this.#seen.learn(operation, JSON.parse(response.body));
    else if (operation.type === 'checkout') {
      this.#refusals++;
      await this.#lookAgain(index);
    }
    return true;
  }

  #newPut(): ShopperOperation {
    const { products, behaviour } = this.#shopping;
    const qty = this.#random.between(behaviour.isPatient ? 1 : 0, QUANTITY_MAX);
    return { type: 'put', productId: this.#random.pick(products).id, qty };
  }

  /** Four of ten checkouts expect no total, five the right one, and one a wrong one. */
  #newCheckout(): Checkout {
    const key = `order-${++this.#names}`;
    const addressId = this.#random.pick(this.#seen.addresses);
    const expectation = this.#random.between(1, this.#shopping.behaviour.isPatient ? 9 : 10);
    if (expectation <= 4) return { type: 'checkout', key, addressId };
    const cents = this.#seen.cartTotal() + (expectation === 10 ? 100 : 0);
    return { type: 'checkout', key, addressId, expectedTotal: String(toDollars(cents)) };
  }

  /** Repeats an operation until there is a response, but sometimes stops earlier. */
  async #untilAnswered(operation: ShopperOperation, client: number): Promise<void> {
    for (let attempt = 1; attempt <= 5; attempt++) {
      const isAnswered = await this.ask(operation, client);
      if (isAnswered || this.#shopping.isClosing() || this.#random.chance(0.15)) return;
    }
  }

  async #logIn(): Promise<void> {
    this.#clients = [];
    const response = await this.#untilResponse({ type: 'login' });
    if (response?.status !== 201) return;
    const session = { login: response.id, token: JSON.parse(response.body).token };
    this.#clients = [this.#newClient(session), this.#newClient(session)];
  }

  /** @returns undefined if the drill closes before the response */
  async #untilResponse(operation: ShopperOperation) {
    while (!this.#shopping.isClosing()) {
      const response = await this.#invoke(operation, this.#newClient());
      if (response && response.status < 500) return response;
    }
    return undefined;
  }

  #newClient(session?: ClientOptions['session']): Client {
    const credentials = { username: this.#username, password: 'learn by doing' };
    return createClient({ ...this.#shopping, credentials, ...(session && { session }) });
  }

  /** @throws Error if the shopper is patient and gets no response for 45 s */
  async #invoke(operation: ShopperOperation, client: Client) {
    const { cutShare, isPatient } = this.#shopping.behaviour;
    const cutAfterMs = this.#random.next() * CUT_AFTER_MAX_MS;
    const isCut = this.#random.chance(cutShare);
    const deadline = performance.now() + PATIENCE_MS;
    for (let pauseMs = 50; ; pauseMs = Math.min(2 * pauseMs, 1_000)) {
      const response = await client(operation, isCut ? cutAfterMs : undefined);
      if (!isPatient || (response && response.status < 500)) return response;
      if (performance.now() > deadline) {
        throw new Error(`${this.#username} gets no response: ${operation.type}`);
      }
      await sleep(pauseMs * (0.5 + Math.random() / 2));
    }
  }

  /** Reads prices after a refused order, and removes products from the cart that are no longer on sale. */
  async #lookAgain(client: number): Promise<void> {
    await this.ask({ type: 'read products' }, client);
    if (this.#seen.cart.length === 0) await this.put(client);
    for (const { productId } of this.#seen.cart) {
      if (this.#seen.isOnSale(productId)) continue;
      await this.ask({ type: 'put', productId, qty: 0 }, client);
    }
  }
}

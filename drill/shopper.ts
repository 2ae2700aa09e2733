/**
 * The generator of operations: a shopper registers, logs in and chooses the next operation at random, until
 * the drill ends. Each account has few orders, so that its part of the history stays short to check.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cart } from '../contract/cart.ts';
import type { Product } from '../contract/catalogue.ts';
import { sumCents, toCents, toDollars } from '../contract/money.ts';
import { Client, type Credentials, type Session, type Target } from './client.ts';
import type { History, Operation } from './history.ts';
import type { Random } from './random.ts';

const ORDERS_MAX = 30;
const REFUSALS_MAX = 60;
const ADDRESSES_MAX = 12;
const QUANTITY_MAX = 4;
const CUT_AFTER_MAX_MS = 12;
/** How often an order without a response is repeated. */
const REPEATS_MAX = 4;
const PATIENT_PAUSE_MAX_MS = 1_000;
const PATIENCE_MS = 45_000;

const actions = [
  'put',
  'put two at once',
  'put twice',
  'read cart',
  'read balance',
  'read order',
  'read products',
  'add address',
  'delete address',
  'read addresses',
  'order',
  'order twice',
  'order from two tabs',
  'order again',
  'log out',
] as const;
type Action = (typeof actions)[number];
type Checkout = Extract<Operation, { type: 'checkout' }>;

export interface Behaviour {
  /** How often each action is chosen, relative to the others. */
  weights: Partial<Record<Action, number>>;
  quantityMin: number;
  /** The share of requests whose connection is cut by the client. */
  cutShare: number;
  /** Repeats every operation until there is a response that is no 5xx; fails after 45 s. */
  isPatient: boolean;
  /** The average pause between two actions. */
  pauseMs: number;
}

/** Everything that people, browsers and bad connections do, the wrong things included. */
export const adversarial: Behaviour = {
  weights: {
    put: 30,
    'put two at once': 8,
    'put twice': 4,
    'read cart': 10,
    'read balance': 6,
    'read order': 4,
    'read products': 6,
    'add address': 3,
    'delete address': 2,
    'read addresses': 2,
    order: 14,
    'order twice': 5,
    'order from two tabs': 5,
    'order again': 8,
    'log out': 1,
  },
  quantityMin: 0,
  cutShare: 0.08,
  isPatient: false,
  pauseMs: 0,
};

/** Only what the shop never has to refuse, and no connection is cut: every error is the shop's. */
export const patient: Behaviour = {
  weights: { put: 4, 'read cart': 1, 'read balance': 1, 'read order': 1, order: 3 },
  quantityMin: 1,
  cutShare: 0,
  isPatient: true,
  pauseMs: 100,
};

export interface Shopping {
  target: Target;
  history: History;
  random: Random;
  products: readonly { id: string }[];
  behaviour: Behaviour;
  isClosing(): boolean;
}

/** Opens one account after the other until the drill closes. Their names are `name-1`, `name-2`, ... */
export async function shop(name: string, shopping: Shopping): Promise<void> {
  for (let account = 1; !shopping.isClosing(); account++) {
    const credentials = { username: `${name}-${account}`, password: 'learn by doing' };
    await new Shopper(credentials, shopping).shop();
  }
}

class Shopper {
  readonly #shopping: Shopping;
  readonly #credentials: Credentials;
  readonly #random: Random;
  /** Each action once for every point of its weight. */
  readonly #choices: readonly Action[];
  /** Two of one session. */
  #clients: Client[] = [];
  // What the shopper was last shown.
  #cart: Cart = [];
  #addresses: string[] = [];
  #costs = new Map<string, number>();
  #orders: string[] = [];
  #checkouts: Checkout[] = [];
  /** Those that became an order. */
  #placed: Checkout[] = [];
  #refusals = 0;
  #names = 0;

  constructor(credentials: Credentials, shopping: Shopping) {
    this.#credentials = credentials;
    this.#shopping = shopping;
    this.#random = shopping.random;
    const { weights } = shopping.behaviour;
    this.#choices = actions.flatMap((action) => Array(weights[action] ?? 0).fill(action));
  }

  async shop(): Promise<void> {
    const { isClosing, behaviour } = this.#shopping;
    const client = this.#newClient();
    // After a lost response the name is already taken, which is a response.
    while (!(await this.#invoke({ type: 'register' }, client))) if (isClosing()) return;
    await this.#logIn();
    while (!isClosing() && this.#orders.length < ORDERS_MAX && this.#refusals < REFUSALS_MAX) {
      if (this.#addresses.length === 0) await this.#do('add address');
      else await this.#do(this.#random.pick(this.#choices));
      if (behaviour.pauseMs > 0) await sleep(behaviour.pauseMs * 2 * this.#random.next());
    }
  }

  #do(action: Action): Promise<unknown> {
    const random = this.#random;
    switch (action) {
      case 'put':
        return this.#ask(this.#put());
      case 'put two at once':
        return Promise.all([this.#ask(this.#put(), 0), this.#ask(this.#put(), 1)]);
      case 'put twice': {
        const put = this.#put();
        return Promise.all([this.#ask(put, 0), this.#ask(put, 1)]);
      }
      case 'add address': {
        const address = `${random.between(1, 99)} Long Road, ${++this.#names}`;
        if (this.#addresses.length >= ADDRESSES_MAX) return this.#do('delete address');
        return this.#ask({ type: 'add address', address });
      }
      case 'delete address':
        return this.#ask({ type: 'delete address', id: random.pick(this.#addresses) });
      case 'read order':
        if (this.#orders.length === 0) return this.#ask({ type: 'read balance' });
        return this.#ask({ type: 'read order', orderId: random.pick(this.#orders) });
      case 'order':
      case 'order twice':
      case 'order from two tabs':
        return this.#order(action);
      case 'order again':
        return this.#orderAgain();
      case 'log out':
        return this.#logOut();
      default:
        return this.#ask({ type: action });
    }
  }

  #put(): Operation {
    const { id } = this.#random.pick(this.#shopping.products);
    const qty = this.#random.between(this.#shopping.behaviour.quantityMin, QUANTITY_MAX);
    return { type: 'put', productId: id, qty };
  }

  async #order(action: 'order' | 'order twice' | 'order from two tabs'): Promise<void> {
    const { isPatient } = this.#shopping.behaviour;
    // Usually the cart isn't empty, and its prices have just been read.
    if (this.#cart.length === 0 && (isPatient || this.#random.chance(0.8))) {
      await this.#ask(this.#put());
    }
    if (isPatient || this.#random.chance(0.8)) await this.#ask({ type: 'read products' });
    const checkout = this.#newCheckout();
    const other = action === 'order twice' ? checkout : this.#newCheckout();
    const orders = [this.#repeat(checkout, 0)];
    if (action !== 'order') orders.push(this.#repeat(other, 1));
    await Promise.all(orders);
  }

  #newCheckout(): Checkout {
    const key = `order-${++this.#names}`;
    const addressId = this.#random.pick(this.#addresses);
    const { isPatient } = this.#shopping.behaviour;
    const expected = this.#random.between(1, 10);
    // Of ten, four have no total, five the right one, and one a wrong one.
    if (expected <= 4) return { type: 'checkout', key, addressId };
    const wrongBy = expected === 10 && !isPatient ? 100 : 0;
    const cents = sumCents(
      this.#cart.map(({ productId, qty }) => ({ costCents: this.#costs.get(productId) ?? 0, qty })),
    );
    const expectedTotal = String(toDollars(cents + wrongBy));
    return { type: 'checkout', key, addressId, expectedTotal };
  }

  /** Repeats a checkout with its key until there is a response, or sometimes gives it up. */
  async #repeat(checkout: Checkout, client: number): Promise<void> {
    this.#checkouts.push(checkout);
    for (let repeat = 0; repeat <= REPEATS_MAX; repeat++) {
      const isAnswered = await this.#ask(checkout, client);
      if (isAnswered || this.#shopping.isClosing() || this.#random.chance(0.15)) return;
    }
  }

  /** Sends an old checkout again with another cart, sometimes with another total or address. */
  async #orderAgain(): Promise<void> {
    await this.#ask(this.#put());
    const random = this.#random;
    const old = random.chance(0.8) && this.#placed.length > 0 ? this.#placed : this.#checkouts;
    const checkout = old.at(-random.between(1, 4));
    if (checkout === undefined) return;
    const difference = random.between(1, 10);
    if (difference <= 5) await this.#ask(checkout);
    else if (difference <= 9) await this.#ask({ ...checkout, expectedTotal: undefined });
    else await this.#ask({ ...checkout, addressId: random.pick(this.#addresses) });
  }

  async #logIn(): Promise<void> {
    const client = this.#newClient();
    this.#clients = [];
    while (this.#clients.length === 0 && !this.#shopping.isClosing()) {
      const response = await this.#invoke({ type: 'login' }, client);
      if (response?.status !== 201) continue;
      const session = { login: response.id, token: JSON.parse(response.body).token };
      this.#clients = [this.#newClient(session), this.#newClient(session)];
    }
  }

  /** Tries the token once more afterwards. */
  async #logOut(): Promise<void> {
    const [client] = this.#clients;
    if (client === undefined) return;
    const response = await this.#invoke({ type: 'logout' }, client);
    if (response?.status === 204) await this.#ask({ type: 'read cart' }, 1);
    await this.#logIn();
  }

  #newClient(session?: Session): Client {
    const { target, history } = this.#shopping;
    return new Client(target, history, this.#credentials, session);
  }

  /** @throws Error if the shopper is patient and no response comes */
  async #invoke(operation: Operation, client: Client) {
    const { cutShare, isPatient } = this.#shopping.behaviour;
    const isCut = this.#random.chance(cutShare);
    const cutAfterMs = isCut ? this.#random.next() * CUT_AFTER_MAX_MS : undefined;
    const deadline = performance.now() + PATIENCE_MS;
    for (let pauseMs = 50; ; pauseMs = Math.min(2 * pauseMs, PATIENT_PAUSE_MAX_MS)) {
      const response = await client.invoke(operation, cutAfterMs);
      if (!isPatient || (response && response.status < 500)) return response;
      if (performance.now() > deadline) {
        const { username } = this.#credentials;
        throw new Error(`${username} got no response to: ${JSON.stringify(operation)}`);
      }
      await sleep(pauseMs * (0.5 + Math.random() / 2));
    }
  }

  /** @returns whether there is a response other than a 5xx */
  async #ask(operation: Operation, index = 0): Promise<boolean> {
    const client = this.#clients[index];
    if (client === undefined) return true;
    const response = await this.#invoke(operation, client);
    if (response === undefined || response.status >= 500) return false;
    if (response.status === 401) await this.#logIn();
    else if (response.status === 200) this.#learn(operation, JSON.parse(response.body));
    else if (operation.type === 'checkout') {
      this.#refusals++;
      await this.#lookAgain(index);
    }
    return true;
  }

  /** After a refused order: reads prices, and removes from the cart what is no longer on sale. */
  async #lookAgain(client: number): Promise<void> {
    if (this.#cart.length === 0) {
      await this.#ask(this.#put(), client);
      return;
    }
    await this.#ask({ type: 'read products' }, client);
    for (const { productId } of this.#cart) {
      if (this.#costs.has(productId)) continue;
      await this.#ask({ type: 'put', productId, qty: 0 }, client);
    }
  }

  #learn(operation: Operation, body: unknown): void {
    // The contract's replies to these operations. The checker verifies what they say.
    if (operation.type === 'put' || operation.type === 'read cart') this.#cart = body as Cart;
    else if (operation.type === 'checkout') {
      const { orderId } = body as { orderId: string };
      if (!this.#orders.includes(orderId)) this.#orders.push(orderId);
      this.#placed.push(operation);
      this.#cart = [];
    } else if (operation.type === 'read products') {
      this.#costs = new Map((body as Product[]).map(({ _id, cost }) => [_id, toCents(cost)]));
    } else if (operation.type.endsWith('address') || operation.type === 'read addresses') {
      this.#addresses = (body as { _id: string }[]).map(({ _id }) => _id);
    }
  }
}

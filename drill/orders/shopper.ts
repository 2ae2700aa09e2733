/** Somebody who shops in every way that a person, a browser and a bad connection can think of. */
import type { Cart } from '../../contract/cart.ts';
import type { Product } from '../../contract/catalogue.ts';
import { sumCents, toCents, toDollars } from '../../contract/money.ts';
import type { History, Operation } from './history.ts';
import type { Random } from './random.ts';
import { type Credentials, type Door, Tab } from './requests.ts';

/** An account is left for a new one by then: what is checked of one shopper stays a short story. */
const ORDERS_MAX = 30;
const REFUSALS_MAX = 60;
const ADDRESSES_MAX = 12;
const QUANTITY_MAX = 4;
const LOST_SHARE = 0.08;
const LOST_AFTER_MAX_MS = 12;
/** How often an order without an answer is asked for again, before it is given up. */
const RETRIES_MAX = 4;

const habits = {
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
} as const;
type Habit = keyof typeof habits;
type Checkout = Extract<Operation, { do: 'checkout' }>;

export interface Shopping {
  door: Door;
  history: History;
  random: Random;
  products: readonly string[];
  isClosing(): boolean;
}

/** Opens one account after the other, until the shop closes. @param name of no other shopper */
export async function shop(name: string, shopping: Shopping): Promise<void> {
  for (let account = 1; !shopping.isClosing(); account++) {
    const username = `${name}-${String(account).padStart(3, '0')}`;
    const shopper = new Shopper({ username, password: 'learn by doing' }, shopping);
    await shopper.shop();
  }
}

class Shopper {
  readonly #shopping: Shopping;
  readonly #credentials: Credentials;
  readonly #random: Random;
  #tabs: Tab[] = [];
  /** What was last seen. */
  #cart: Cart = [];
  #addresses: string[] = [];
  #costs = new Map<string, number>();
  #orders: string[] = [];
  /** All that were asked for, and those that became an order. */
  #checkouts: Checkout[] = [];
  #placed: Checkout[] = [];
  #refusals = 0;
  #names = 0;

  constructor(credentials: Credentials, shopping: Shopping) {
    this.#credentials = credentials;
    this.#shopping = shopping;
    this.#random = shopping.random;
  }

  async shop(): Promise<void> {
    await this.#register();
    await this.#logIn();
    while (!this.#isDone()) {
      if (this.#addresses.length === 0) await this.#do('add address');
      else await this.#do(this.#random.weighted(habits));
    }
    for (const tab of this.#tabs) tab.close();
  }

  #isDone(): boolean {
    const { isClosing } = this.#shopping;
    return isClosing() || this.#orders.length >= ORDERS_MAX || this.#refusals >= REFUSALS_MAX;
  }

  #do(habit: Habit): Promise<unknown> {
    const random = this.#random;
    switch (habit) {
      case 'put':
        return this.#ask(this.#change());
      case 'put two at once':
        return Promise.all([this.#ask(this.#change(), 0), this.#ask(this.#change(), 1)]);
      case 'put twice': {
        const change = this.#change();
        return Promise.all([this.#ask(change, 0), this.#ask(change, 1)]);
      }
      case 'add address': {
        const address = `${this.#random.between(1, 99)} Long Road, ${++this.#names}`;
        if (this.#addresses.length >= ADDRESSES_MAX) return this.#do('delete address');
        return this.#ask({ do: 'add address', address });
      }
      case 'delete address':
        return this.#ask({ do: 'delete address', id: random.pick(this.#addresses) });
      case 'read order':
        if (this.#orders.length === 0) return this.#ask({ do: 'read balance' });
        return this.#ask({ do: 'read order', orderId: random.pick(this.#orders) });
      case 'order':
      case 'order twice':
      case 'order from two tabs':
        return this.#order(habit);
      case 'order again':
        return this.#orderAgain();
      case 'log out':
        return this.#logOut();
      default:
        return this.#ask({ do: habit });
    }
  }

  #change(): Operation {
    const productId = this.#random.pick(this.#shopping.products);
    return { do: 'put', productId, qty: this.#random.between(0, QUANTITY_MAX) };
  }

  async #order(habit: 'order' | 'order twice' | 'order from two tabs'): Promise<void> {
    // Mostly there is something to order, and the page with its prices has just been looked at.
    if (this.#cart.length === 0 && this.#random.chance(0.8)) await this.#ask(this.#change());
    if (this.#random.chance(0.8)) await this.#ask({ do: 'read products' });
    const checkout = this.#checkout();
    const other = habit === 'order twice' ? checkout : this.#checkout();
    const orders = [this.#insist(checkout, 0)];
    if (habit !== 'order') orders.push(this.#insist(other, 1));
    await Promise.all(orders);
  }

  #checkout(): Checkout {
    const key = `order-${++this.#names}`;
    const addressId = this.#random.pick(this.#addresses);
    const shown = this.#random.weighted({ none: 4, seen: 5, wrong: 1 });
    const total = shown === 'none' ? undefined : this.#total() + (shown === 'wrong' ? 100 : 0);
    const expectedTotal = total === undefined ? undefined : String(toDollars(total));
    return { do: 'checkout', key, addressId, expectedTotal };
  }

  /** Cents, as far as this shopper has seen prices. */
  #total(): number {
    return sumCents(
      this.#cart.map(({ productId, qty }) => ({ costCents: this.#costs.get(productId) ?? 0, qty })),
    );
  }

  /** An answer that was lost is asked for again with the same key, as a rule; then it is given up. */
  async #insist(checkout: Checkout, tab = 0): Promise<void> {
    this.#checkouts.push(checkout);
    for (let attempt = 0; attempt <= RETRIES_MAX; attempt++) {
      const isAnswered = await this.#ask(checkout, tab);
      if (isAnswered || this.#shopping.isClosing() || this.#random.chance(0.15)) return;
    }
  }

  /** An old request comes once more, when the cart is another one; now and then it isn't quite the same. */
  async #orderAgain(): Promise<void> {
    await this.#ask(this.#change());
    const random = this.#random;
    const old = random.chance(0.8) && this.#placed.length > 0 ? this.#placed : this.#checkouts;
    const before = old.at(-random.between(1, 4));
    if (before === undefined) return;
    const sloppiness = random.weighted({ none: 5, 'no total': 4, 'another address': 1 });
    if (sloppiness === 'none') await this.#ask(before);
    else if (sloppiness === 'no total') await this.#ask({ ...before, expectedTotal: undefined });
    else await this.#ask({ ...before, addressId: random.pick(this.#addresses) });
  }

  async #register(): Promise<void> {
    const tab = this.#newTab();
    // Registered already: then the answer to that was lost.
    while (!(await this.#answered(tab, { do: 'register' }))) if (this.#shopping.isClosing()) break;
    tab.close();
  }

  async #logIn(): Promise<void> {
    const tab = this.#newTab();
    for (const old of this.#tabs.splice(0)) old.close();
    while (this.#tabs.length === 0 && !this.#shopping.isClosing()) {
      const answer = await this.#answered(tab, { do: 'login' });
      if (answer?.status !== 201) continue;
      const session = { call: answer.call, token: JSON.parse(answer.body).token };
      this.#tabs = [this.#newTab(session), this.#newTab(session)];
    }
    tab.close();
  }

  /** The tokens that are dead by now are tried once more. */
  async #logOut(): Promise<void> {
    const [tab] = this.#tabs;
    if (tab === undefined) return;
    const answer = await this.#answered(tab, { do: 'logout' });
    if (answer?.status === 204) await this.#ask({ do: 'read cart' }, 1);
    await this.#logIn();
  }

  #newTab(session?: { call: number; token: string }): Tab {
    const { door, history } = this.#shopping;
    return new Tab(door, history, this.#credentials, session);
  }

  #answered(tab: Tab, operation: Operation) {
    const isLost = this.#random.chance(LOST_SHARE);
    const loseAfterMs = isLost ? this.#random.next() * LOST_AFTER_MAX_MS : undefined;
    return tab.ask(operation, { loseAfterMs });
  }

  /** @returns whether there was an answer that says anything */
  async #ask(operation: Operation, tab = 0): Promise<boolean> {
    const used = this.#tabs[tab];
    if (used === undefined) return true;
    const answer = await this.#answered(used, operation);
    if (answer === undefined || answer.status >= 500) return false;
    if (answer.status === 401) await this.#logIn();
    else if (answer.status === 200) this.#learn(operation, JSON.parse(answer.body));
    else if (operation.do === 'checkout') {
      this.#refusals++;
      await this.#lookAgain(tab);
    }
    return true;
  }

  /** Why an order is refused a person finds out by looking, and takes out what is gone. */
  async #lookAgain(tab: number): Promise<void> {
    if (this.#cart.length === 0) {
      await this.#ask(this.#change(), tab);
      return;
    }
    await this.#ask({ do: 'read products' }, tab);
    for (const { productId } of this.#cart) {
      if (this.#costs.has(productId)) continue;
      await this.#ask({ do: 'put', productId, qty: 0 }, tab);
    }
  }

  #learn(operation: Operation, body: unknown): void {
    // The contract's replies to these operations; that they are so the checker looks at.
    if (operation.do === 'put' || operation.do === 'read cart') this.#cart = body as Cart;
    else if (operation.do === 'checkout') {
      const { orderId } = body as { orderId: string };
      if (!this.#orders.includes(orderId)) this.#orders.push(orderId);
      this.#placed.push(operation);
      this.#cart = [];
    } else if (operation.do === 'read products') {
      this.#costs = new Map((body as Product[]).map(({ _id, cost }) => [_id, toCents(cost)]));
    } else if (operation.do.endsWith('address') || operation.do === 'read addresses') {
      this.#addresses = (body as { _id: string }[]).map(({ _id }) => _id);
    }
  }
}

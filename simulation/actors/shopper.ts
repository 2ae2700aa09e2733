/** A shopper chooses one random action after the other, with two tabs, until the operations are used up. */
import { toCents, toDollars } from '../../contract/money.ts';
import type { CheckoutReply } from '../../contract/orders.ts';
import type { Response, ShopperOperation } from '../history.ts';
import type { Random } from '../random.ts';
import { type Environment, record, type Session } from './environment.ts';
import { type Checkout, Seen } from './seen.ts';

const QUANTITY_MAX = 4;
const ADDRESSES_MAX = 6;
/** A shopper cancels one of this many last orders. */
const RECENT = 4;
const ATTEMPTS_MAX = 5;
const GIVE_UP_CHANCE = 0.15;

/** The actions with their weights. */
const actions: readonly [weight: number, action: (shopper: Shopper) => Promise<unknown>][] = [
  [20, (one) => one.put()],
  [8, (one) => Promise.all([one.put(), one.put()])],
  [6, (one) => one.ask({ type: 'read cart' })],
  [5, (one) => one.ask({ type: 'read balance' })],
  [4, (one) => one.readOrders()],
  [3, (one) => one.ask({ type: 'read products' })],
  [3, (one) => one.addAddress()],
  [2, (one) => one.deleteAddress()],
  [16, (one) => one.order()],
  [7, (one) => one.order((checkout) => [checkout, checkout])],
  [5, (one) => one.order((checkout, other) => [checkout, other])],
  [8, (one) => one.orderAgain()],
  [6, (one) => one.cancel(1)],
  [12, (one) => one.cancel(2)],
  [1, (one) => one.logOut()],
];
const choices = actions.flatMap(([weight, action]) => Array(weight).fill(action));

/** @returns when no operations are left */
export async function shop(environment: Environment, username: string): Promise<void> {
  const session = await environment.logIn(username);
  if (session === undefined) return;
  const shopper = new Shopper(environment, session);
  const random = environment.randomOf(`actions of ${username}`);
  while (environment.operationsLeft > 0 && !shopper.isGone) {
    if (!shopper.hasAddress) await shopper.addAddress();
    else await random.pick(choices)(shopper);
  }
}

class Shopper {
  readonly #environment: Environment;
  readonly #random: Random;
  readonly #seen = new Seen();
  readonly #checkouts: Checkout[] = [];
  #session: Session;
  #names = 0;
  /** Whether the session has ended, as that of an erased account. */
  isGone = false;

  constructor(environment: Environment, session: Session) {
    this.#environment = environment;
    this.#random = environment.randomOf(session.username);
    this.#session = session;
  }

  get hasAddress(): boolean {
    return this.#seen.addresses.length > 0;
  }

  put(): Promise<boolean> {
    const qty = this.#random.between(0, QUANTITY_MAX);
    const { id } = this.#random.pick(this.#environment.products);
    return this.untilAnswered({ type: 'put', productId: id, qty });
  }

  async addAddress(): Promise<void> {
    if (this.#seen.addresses.length >= ADDRESSES_MAX) return void (await this.deleteAddress());
    if (await this.ask({ type: 'add address', address: `${++this.#names} Long Road` })) return;
    // It may have been added or not. With many of these, the checker would have too many possible states.
    while (this.#environment.operationsLeft > 0 && !(await this.ask({ type: 'read addresses' })));
  }

  deleteAddress(): Promise<boolean> {
    return this.ask({ type: 'delete address', id: this.#random.pick(this.#seen.addresses) });
  }

  async readOrders(): Promise<void> {
    await this.ask({ type: 'read orders', limit: this.#random.pick([1, 100]) });
    const orderId = this.#seen.orders.at(-1);
    if (orderId !== undefined) await this.ask({ type: 'read order', orderId });
    if (this.#seen.invoices.length === 0) return;
    await this.ask({ type: 'read invoice', ...this.#random.pick(this.#seen.invoices) });
  }

  /** Cancels an order, from one tab or from two at the same time. */
  async cancel(tabs: number): Promise<void> {
    // The last order is the likeliest that can still be cancelled.
    const back = tabs > 1 ? 1 : this.#random.between(1, RECENT);
    const orderId = this.#seen.orders.at(-back);
    if (orderId === undefined) return;
    const operation = { type: 'cancel order', orderId } as const;
    await Promise.all(Array.from({ length: tabs }, () => this.untilAnswered(operation)));
  }

  /** Orders once, or from two tabs, with one key or with two. */
  async order(choose: (...two: [Checkout, Checkout]) => Checkout[] = (one) => [one]) {
    if (this.#seen.cart.length === 0 && this.#random.chance(0.8)) await this.put();
    if (this.#random.chance(0.8)) await this.ask({ type: 'read products' });
    const checkouts = choose(this.#newCheckout(), this.#newCheckout());
    this.#checkouts.push(...checkouts);
    await Promise.all(checkouts.map((each) => this.untilAnswered(each)));
  }

  /** Sends an old checkout again with another cart, sometimes with another address. */
  async orderAgain(): Promise<void> {
    if (this.#random.chance(0.5)) await this.put();
    const checkout = this.#checkouts.at(-this.#random.between(1, 4));
    if (checkout === undefined) return;
    const isSame = this.#random.chance(0.9) || !this.hasAddress;
    const addressId = isSame ? checkout.addressId : this.#random.pick(this.#seen.addresses);
    await this.ask({ ...checkout, addressId });
  }

  /** @returns whether there is a response other than a 5xx */
  async ask(operation: ShopperOperation): Promise<boolean> {
    this.#environment.operationsLeft--;
    const response = await this.#send(operation);
    if (response === undefined || response.status >= 500) return false;
    if (response.status !== 200) {
      this.isGone = response.status === 401;
      if (operation.type === 'checkout') await this.#removeOffSale();
      return true;
    }
    const body = JSON.parse(response.body);
    this.#seen.learn(operation, body);
    if (operation.type === 'checkout' && !response.replayed) this.#tell(body);
    return true;
  }

  /** Logs in again, logs out, and then uses the old token once more. */
  async logOut(): Promise<void> {
    const next = await this.#environment.logIn(this.#session.username);
    if (next === undefined) return;
    await this.untilAnswered({ type: 'logout' });
    await this.ask({ type: 'read cart' });
    this.#session = next;
    this.isGone = false;
  }

  async #send(operation: ShopperOperation): Promise<Response | undefined> {
    const { wait, server, history } = this.#environment;
    const session = this.#session;
    await wait();
    const process = await server();
    const id = history.nextId();
    const { username, login } = session;
    history.add({ kind: 'invoke', id, username, session: login, operation });
    return record(this.#environment, process, id, process.send(session, operation));
  }

  /** Repeats an operation until there is a response, but sometimes gives up. */
  async untilAnswered(operation: ShopperOperation): Promise<boolean> {
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      if (await this.ask(operation)) return true;
      if (this.#random.chance(GIVE_UP_CHANCE)) return false;
    }
    return false;
  }

  /** Four of ten checkouts expect no total, five the right one, and one a wrong one. */
  #newCheckout(): Checkout {
    const key = `order-${++this.#names}`;
    const addressId = this.hasAddress ? this.#random.pick(this.#seen.addresses) : 'none';
    const expectation = this.#random.between(1, 10);
    if (expectation <= 4) return { type: 'checkout', key, addressId };
    const cents = this.#seen.cartTotal() + (expectation === 10 ? 100 : 0);
    return { type: 'checkout', key, addressId, expectedTotal: String(toDollars(cents)) };
  }

  /** Removes what is no longer on sale, which would refuse every order. */
  async #removeOffSale(): Promise<void> {
    await this.ask({ type: 'read products' });
    for (const { productId } of this.#seen.cart) {
      if (this.#seen.isOnSale(productId)) continue;
      await this.ask({ type: 'put', productId, qty: 0 });
    }
  }

  /** The operator hears of new orders. */
  #tell({ orderId, total, lines }: CheckoutReply): void {
    const { username } = this.#session;
    const order = { id: orderId, username, totalCents: toCents(total), lines, isShipped: false };
    this.#environment.orders.push(order);
  }
}

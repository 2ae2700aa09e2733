/** Somebody who orders, again and again, and doesn't give up on an order before it is answered. */
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cart } from '../contract/cart.ts';
import { sumCents, toCents, toDollars } from '../contract/money.ts';
import type { CheckoutReply } from '../contract/orders.ts';
import { paths } from '../contract/paths.ts';
import { type Answer, Client } from './client.ts';
import type { Failure, ShoppingRecord } from './record.ts';
import { type Account, type Goods, goods } from './shop.ts';

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;
/** Whatever takes longer is a failed drill, not a slow one. */
const GIVE_UP_MS = 45_000;
const QUANTITY_MAX = 3;
const LINES = 2;

/** A cart change that was given up, and sent again, arrived after all: the shopper looks at it again. */
const CART_IS_ANOTHER = 409;

type Call = Parameters<Client['send']>[0];

/** @param thinkingMs how long a shopper looks at the goods, on average */
export async function shop(
  port: number,
  account: Account,
  record: ShoppingRecord,
  { thinkingMs, isClosing }: { thinkingMs: number; isClosing: () => boolean },
): Promise<void> {
  const client = new Client(port, account.token);
  try {
    while (!isClosing()) {
      await order(client, account, record);
      if (thinkingMs > 0) await sleep(thinkingMs * 2 * Math.random());
    }
  } catch (error) {
    record.complaints.push(error instanceof Error ? error.message : String(error));
  } finally {
    client.close();
  }
}

/** Fills the cart and orders it. The key stays open until it is answered: no other order comes between. */
async function order(client: Client, account: Account, record: ShoppingRecord): Promise<void> {
  const startedAt = performance.now();
  const failures: Failure[] = [];
  const call = (what: Call, accepted = [200]) =>
    insist(client, what, { accepted, record, failures });
  let cart: Cart = [];
  for (const { id } of pick(LINES)) {
    const body = { productId: id, qty: randomInt(1, QUANTITY_MAX + 1) };
    cart = JSON.parse((await call({ method: 'POST', path: paths.cart, body })).body);
  }
  const key = randomUUID();
  const checkout = () =>
    call(
      {
        method: 'POST',
        path: paths.checkout,
        headers: { 'idempotency-key': key, 'expected-total': totalOf(cart) },
        body: { addressId: account.addressId },
      },
      [200, CART_IS_ANOTHER],
    );
  let answer = await checkout();
  while (answer.status === CART_IS_ANOTHER) {
    cart = JSON.parse((await call({ method: 'GET', path: paths.cart })).body);
    answer = await checkout();
  }
  const reply: CheckoutReply = JSON.parse(answer.body);
  record.acknowledged.push({
    userId: account.userId,
    key,
    orderId: reply.orderId,
    totalCents: toCents(reply.total),
    startedAt,
    at: performance.now(),
    failures: failures.length,
    isReplay: answer.headers['idempotency-replayed'] === 'true',
  });
}

function pick(count: number): Goods[] {
  const first = randomInt(goods.length);
  return goods.slice(first, first + count);
}

/** Dollars, as a shopper is shown them. */
function totalOf(cart: Cart): string {
  return String(toDollars(sumCents(cart.map(priced))));
}

function priced({ productId, qty }: Cart[number]): { costCents: number; qty: number } {
  const costCents = goods.find(({ id }) => id === productId)?.costCents;
  if (costCents === undefined) throw new Error(`The cart holds ${productId}, which nobody sells.`);
  return { costCents, qty };
}

interface Insisting {
  /** Statuses that are an answer. */
  accepted: readonly number[];
  record: ShoppingRecord;
  /** Of this order. */
  failures: Failure[];
}

/**
 * Sends the same request until it is answered.
 * @throws Error where it is refused, or never answered
 */
async function insist(
  client: Client,
  call: Call,
  { accepted, record, failures }: Insisting,
): Promise<Answer> {
  const deadline = performance.now() + GIVE_UP_MS;
  const own: Failure[] = [];
  for (let attempt = 0; ; attempt++) {
    const answer = await client.send(call).catch((error: Error) => error);
    const what = `${call.method} ${call.path}: ${describe(answer)}`;
    if (!(answer instanceof Error) && accepted.includes(answer.status)) {
      for (const failure of own) failure.isMended = true;
      return answer;
    }
    if (!isWorthAnother(answer)) throw new Error(what);
    const failure = { at: performance.now(), what, isMended: false };
    for (const list of [own, failures, record.failures]) list.push(failure);
    if (failure.at > deadline) throw new Error(`${what}, for ${GIVE_UP_MS / 1_000} s`);
    await sleep(pauseAfter(answer, attempt));
  }
}

function isWorthAnother(answer: Answer | Error): boolean {
  return answer instanceof Error || answer.status >= 500;
}

/** What the shop asks for, but no more than a second; else longer each time, and not all at once. */
function pauseAfter(answer: Answer | Error, attempt: number): number {
  const asked = answer instanceof Error ? undefined : answer.headers['retry-after'];
  const pause = asked ? Number(asked) * 1_000 : FIRST_PAUSE_MS * 2 ** attempt;
  return Math.min(pause, LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2);
}

function describe(answer: Answer | Error): string {
  if (!(answer instanceof Error)) {
    return answer.status < 500 ? `${answer.status} ${answer.body}` : String(answer.status);
  }
  return 'code' in answer ? String(answer.code) : answer.message;
}

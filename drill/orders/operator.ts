/** The operator ships, cancels and refunds orders, including invalid and repeated requests. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { OrderStatus } from '../../contract/orders.ts';
import { Refusal } from '../../contract/refusals.ts';
import { type DeskOrder, findOrders } from '../../server/operations/orders/orders.ts';
import type { Db } from '../../server/platform/storage/schema.ts';
import type { OrderAction } from '../../server/shop/orders/lifecycle.ts';
import { type DeskOperation, type History, isResponse } from '../history.ts';
import type { Random } from '../random.ts';
import type { Desk } from './desk.ts';

/** The maximum of responses to shoppers between two actions of the operator. */
const RESPONSES_MAX = 20;
/** The operator chooses among this many newest orders, which shoppers cancel at the same time. */
const RECENT = 8;
const RECENT_MS = 5_000;
const RETRY_MS = 50;
const AGAIN_CHANCE = 0.2;
const BOTH_CHANCE = 0.3;
const KILL_CHANCE = 0.05;
const KILLED_AFTER_MAX_MS = 12;

/** The actions for an order of each status, valid and invalid. */
const choices: Record<OrderStatus, readonly OrderAction[]> = {
  placed: ['ship', 'ship', 'ship', 'cancel', 'refund'],
  shipped: ['refund', 'refund', 'refund', 'refund', 'cancel', 'ship'],
  cancelled: ['ship', 'cancel', 'refund'],
  refunded: ['ship', 'cancel', 'refund'],
};

export interface Operating {
  /** The connection that lists orders. */
  db: Db;
  desk: Desk;
  history: History;
  random: Random;
  isClosing(): boolean;
}

/** An operation with the owner of the order. */
interface Request {
  username: string;
  operation: DeskOperation;
}

export async function operate(operating: Operating): Promise<void> {
  const { db, desk, history, random, isClosing } = operating;
  const requests: Request[] = [];
  while (!isClosing()) {
    await history.until(isResponse, random.between(1, RESPONSES_MAX));
    const order = await pickOrder(db, random);
    if (order === undefined) continue;
    const isRepeated = random.chance(AGAIN_CHANCE) && requests.length > 0;
    const first = isRepeated ? vary(random.pick(requests), random) : decide(order, random);
    const chosen = [first];
    if (random.chance(BOTH_CHANCE)) chosen.push(random.chance(0.5) ? first : decide(order, random));
    requests.push(...chosen);
    const done = Promise.all(chosen.map((request) => untilAnswered(request, operating)));
    if (random.chance(KILL_CHANCE)) {
      await sleep(random.next() * KILLED_AFTER_MAX_MS);
      await desk.kill(db);
    }
    await done;
  }
}

/** @returns a recent order; undefined if there is none, or if the database is unavailable */
async function pickOrder(db: Db, random: Random): Promise<DeskOrder | undefined> {
  try {
    const pages = await Array.fromAsync(findOrders(db, { since: Date.now() - RECENT_MS }));
    const recent = pages.flat();
    return recent.length > 0 ? random.pick(recent.slice(0, RECENT)) : undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return undefined;
  }
}

/** Chooses an operation. A refund returns a part, with a key or without, or all that is left. */
function decide({ order, username }: DeskOrder, random: Random): Request {
  const action = random.pick(choices[order.status]);
  const change = { type: 'change order', orderId: order.id, action } as const;
  if (action !== 'refund' || random.chance(0.2)) return { username, operation: change };
  const amountCents = Math.ceil(order.total_cents / random.between(1, 6));
  const key = random.chance(0.8) && { key: `refund-${random.between(1, 1_000_000)}` };
  return { username, operation: { ...change, amountCents, ...key } };
}

/** Repeats an operation, sometimes with another amount. */
function vary({ username, operation }: Request, random: Random): Request {
  const { amountCents } = operation;
  if (amountCents === undefined || random.chance(0.7)) return { username, operation };
  return { username, operation: { ...operation, amountCents: amountCents + 1 } };
}

/** Repeats an operation while its outcome is unknown, except for the refund of a part without a key. */
async function untilAnswered(
  { username, operation }: Request,
  operating: Operating,
): Promise<void> {
  const isRepeatable = operation.amountCents === undefined || operation.key !== undefined;
  for (;;) {
    const response = await operating.desk.change(username, operation);
    if (response && response.status < 500) return;
    if (!isRepeatable || operating.isClosing()) return;
    await sleep(RETRY_MS);
  }
}

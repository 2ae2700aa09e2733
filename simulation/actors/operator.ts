/** An operator ships, cancels and refunds orders, and repeats requests, with the functions behind `qkart orders`. */
import { Refusal } from '../../contract/refusals.ts';
import { changeAsOperator } from '../../server/operations/orders/orders.ts';
import type { DeskOperation, DeskReply, Response } from '../history.ts';
import type { Random } from '../random.ts';
import { type Desk, type Environment, type KnownOrder, record } from './environment.ts';

/** The operator chooses among this many newest orders, which shoppers cancel at the same time. */
const RECENT = 5;
/** Seldom enough that shoppers can cancel orders before they are shipped. */
const ACT_CHANCE = 0.2;
const AGAIN_CHANCE = 0.5;
const BOTH_CHANCE = 0.3;
const ATTEMPTS_MAX = 5;
const actions = ['ship', 'ship', 'ship', 'refund', 'refund', 'refund', 'cancel'] as const;

interface Request {
  /** The owner of the order. */
  username: string;
  operation: DeskOperation;
}

/** @returns when no operations are left */
export async function operate(environment: Environment, name: string): Promise<void> {
  const random = environment.randomOf(name);
  const requests: Request[] = [];
  while (environment.operationsLeft > 0) {
    await environment.wait();
    const order = environment.orders.at(-random.between(1, RECENT));
    if (order === undefined || !random.chance(ACT_CHANCE)) continue;
    const isRepeated = random.chance(AGAIN_CHANCE) && requests.length > 0;
    const first = isRepeated ? random.pick(requests.slice(-RECENT)) : decide(order, random);
    const chosen = [first];
    if (random.chance(BOTH_CHANCE)) chosen.push(random.chance(0.5) ? first : decide(order, random));
    requests.push(...chosen);
    await Promise.all(chosen.map((request) => untilAnswered(request, environment)));
  }
}

/** Chooses an operation. A refund returns a part, with a key or without, or all that is left. */
function decide({ id, username, totalCents }: KnownOrder, random: Random): Request {
  const action = random.pick(actions);
  const change = { type: 'change order', orderId: id, action } as const;
  if (action !== 'refund' || random.chance(0.2)) return { username, operation: change };
  const amountCents = Math.ceil(totalCents / random.between(1, 6));
  const key = random.chance(0.8) && { key: `refund-${random.between(1, 1_000_000)}` };
  return { username, operation: { ...change, amountCents, ...key } };
}

/** Repeats an operation while its outcome is unknown, except for the refund of a part without a key. */
async function untilAnswered(request: Request, environment: Environment): Promise<void> {
  const { amountCents, key } = request.operation;
  const isRepeatable = amountCents === undefined || key !== undefined;
  for (let attempt = 1; attempt <= (isRepeatable ? ATTEMPTS_MAX : 1); attempt++) {
    const response = await send(request, environment);
    if (response && response.status < 500) return;
  }
}

async function send({ username, operation }: Request, environment: Environment) {
  environment.operationsLeft--;
  await environment.wait();
  const desk = await environment.desk();
  const id = environment.history.nextId();
  environment.history.add({ kind: 'invoke', id, username, operation });
  return record(environment, desk, id, change(desk, operation));
}

async function change({ services }: Desk, operation: DeskOperation): Promise<Response> {
  const respond = (status: number, body: object): Response => {
    return { status, body: JSON.stringify(body), replayed: false };
  };
  try {
    const { order, isChanged } = await changeAsOperator(services, operation);
    const { status, refunded_cents: refundedCents } = order;
    return respond(200, { status, refundedCents, isChanged } satisfies DeskReply);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return respond(error.status, { message: error.message });
  }
}

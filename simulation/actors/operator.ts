/** An operator changes orders, wallets and accounts, repeats requests, and sends events again that the receiver lost. */
import { findAccount } from '../../server/operations/accounts/find.ts';
import { retryEvents } from '../../server/operations/events/events.ts';
import type { OperatorCall, OrderOperation } from '../history.ts';
import type { Random } from '../random.ts';
import { type Environment, type KnownOrder, record } from './environment.ts';
import { perform } from './operator-calls.ts';

/** The operator chooses among this many newest orders, which shoppers cancel at the same time. */
const RECENT = 5;
/** Seldom enough that shoppers can cancel orders before they are shipped. */
const ACT_CHANCE = 0.4;
const AGAIN_CHANCE = 0.5;
const BOTH_CHANCE = 0.3;
const ATTEMPTS_MAX = 5;
/** Accounts are erased at the end, so that there are shoppers until then. */
const ERASING_OPERATIONS = 30;

interface Request {
  /** The shopper whom it concerns. */
  username: string;
  operation: OperatorCall;
}

type Decide = (order: KnownOrder, random: Random, environment: Environment) => OperatorCall;

/** Decides a change of an order. */
const order =
  (
    action: OrderOperation['action'],
    details: (random: Random, order: KnownOrder) => Partial<OrderOperation> = () => ({}),
  ): Decide =>
  (order, random) => ({
    ...{ type: 'change order', orderId: order.id, action },
    ...details(random, order),
  });

/** The operations with their weights. */
const ofPlaced: readonly [weight: number, decide: Decide][] = [
  [2, order('ship')],
  [2, order('ship', (random) => ({ tracking: parcel(random) }))],
  [2, shipFile],
  [1, order('cancel')],
  [
    3,
    order('cancel', (random, { lines }) => ({ ...someUnits(random, lines, 0.5), ...key(random) })),
  ],
  [2, order('readdress', (random) => ({ address: `${random.between(1, 3)} New Road` }))],
  [1, order('note', (random) => ({ note: `note ${random.between(1, 3)}` }))],
  [1, order('refund')],
  [1, changeWallet],
];
const ofShipped: typeof ofPlaced = [
  [
    4,
    order('refund', (random, { totalCents }) => ({ ...part(random, totalCents), ...key(random) })),
  ],
  [4, order('refund', (random, { lines }) => ({ ...someLines(random, lines), ...key(random) }))],
  [1, order('refund')],
  [2, order('track', (random) => ({ tracking: parcel(random) }))],
  [2, order('send', (random) => ({ tracking: parcel(random) }))],
  [1, order('note', (random) => ({ note: `note ${random.between(1, 3)}` }))],
  [1, order('cancel')],
  [1, order('readdress', () => ({ address: '9 Late Road' }))],
  [1, shipFile],
  [1, changeWallet],
];
const choicesOf = (operations: typeof ofPlaced) =>
  operations.flatMap(([weight, decide]) => Array<Decide>(weight).fill(decide));
const [placedChoices, shippedChoices] = [choicesOf(ofPlaced), choicesOf(ofShipped)];

/** @returns when no operations are left */
export async function operate(environment: Environment, name: string): Promise<void> {
  const random = environment.randomOf(name);
  const requests: Request[] = [];
  while (environment.operationsLeft > 0) {
    await environment.wait();
    const isShipped = random.chance(0.5);
    const known = environment.orders.filter((order) => order.isShipped === isShipped);
    const order = known.at(-random.between(1, RECENT));
    if (order === undefined || !random.chance(ACT_CHANCE)) continue;
    const isRepeated = random.chance(AGAIN_CHANCE) && requests.length > 0;
    const decide = async (): Promise<Request> => {
      const erasure = await decideErasure(environment, order, random);
      const choices = isShipped ? shippedChoices : placedChoices;
      const operation = erasure ?? random.pick(choices)(order, random, environment);
      return { username: operation.type === 'ship file' ? '' : order.username, operation };
    };
    const first = isRepeated ? random.pick(requests.slice(-RECENT)) : await decide();
    const chosen = [first];
    if (random.chance(BOTH_CHANCE)) chosen.push(random.chance(0.5) ? first : await decide());
    requests.push(...chosen);
    await Promise.all(chosen.map((request) => untilAnswered(request, environment)));
    await repeatLost(environment);
  }
}

function parcel(random: Random) {
  return { carrier: random.pick(['UPS', 'DHL']), number: `P${random.between(1, 4)}` };
}

/** Four of five requests have a key. */
function key(random: Random): { key?: string } {
  return random.chance(0.8) ? { key: `request-${random.between(1, 1_000_000)}` } : {};
}

function part(random: Random, cents: number) {
  return { amountCents: Math.ceil(cents / random.between(1, 6)) };
}

/** Pays some lines back, puts some of them back into stock, or does both. */
function someLines(random: Random, lines: KnownOrder['lines']) {
  const [paid, { lines: restock }] = [someUnits(random, lines, 0.7), someUnits(random, lines, 0.3)];
  return { ...paid, ...(restock && { restock }) };
}

/** Some units of some lines; none most times if the chance is low. */
function someUnits(
  random: Random,
  lines: KnownOrder['lines'],
  chance: number,
): Pick<OrderOperation, 'lines'> {
  const some = lines.filter(() => random.chance(chance));
  const all = some.map(({ productId, qty }) => [productId, random.between(1, qty)] as const);
  return all.length > 0 ? { lines: Object.fromEntries(all) } : {};
}

/** Ships some of the newest orders, each in a parcel of its own. */
function shipFile(first: KnownOrder, random: Random, { orders }: Environment): OperatorCall {
  const alike = orders.filter((one) => one !== first && one.isShipped === first.isShipped);
  const others = alike.slice(-RECENT).filter(() => random.chance(0.4));
  const number = random.between(1, 1_000_000);
  const parcels = [first, ...others].map(({ id: orderId, username }, index) => {
    return { orderId, username, tracking: { carrier: 'UPS', number: `F${number}-${index}` } };
  });
  return { type: 'ship file', parcels, isAll: true };
}

function changeWallet(_: KnownOrder, random: Random): OperatorCall {
  const amountCents = random.pick([-700_000, -50_000, -1_234, 1, 2_500, 99_999]);
  const note = `note ${random.between(1, 3)}`;
  const isPaid = random.chance(0.5);
  return { type: 'change wallet', amountCents, isPaid, note, ...key(random) };
}

/** @returns undefined most times, and if the account is gone */
async function decideErasure(
  { operationsLeft, operators }: Environment,
  { username }: KnownOrder,
  random: Random,
): Promise<OperatorCall | undefined> {
  if (operationsLeft > ERASING_OPERATIONS || random.chance(0.8)) return undefined;
  const { services, death } = await operators();
  const found = findAccount(services.db, username).catch(() => undefined);
  const account = await Promise.race([found, death]);
  if (account === undefined) return undefined;
  const settlement = random.pick(['received', 'forfeits'] as const);
  const isSettled = random.chance(0.7);
  return { type: 'erase account', userId: account.id, ...(isSettled && { settlement }) };
}

/** Sends the events again that the receiver has lost. */
async function repeatLost({ lost, operators }: Environment): Promise<void> {
  if (lost.size === 0) return;
  const { services, death } = await operators();
  await Promise.race([retryEvents(services.db, [...lost], services.now()), death]);
}

/** Repeats an operation while its outcome is unknown, except for money without a key. */
async function untilAnswered(request: Request, environment: Environment): Promise<void> {
  const attemptsMax = isRepeatable(request.operation) ? ATTEMPTS_MAX : 1;
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    const response = await send(request, environment);
    if (response?.status === 200) noteShipped(request.operation, environment.orders);
    if (response && response.status < 500) return;
  }
}

function noteShipped(operation: OperatorCall, orders: readonly KnownOrder[]): void {
  const isOf = ({ id }: KnownOrder) =>
    operation.type === 'ship file'
      ? operation.parcels.some(({ orderId }) => orderId === id)
      : operation.type === 'change order' &&
        operation.action === 'ship' &&
        operation.orderId === id;
  for (const order of orders.filter(isOf)) order.isShipped = true;
}

function isRepeatable(operation: OperatorCall): boolean {
  if (operation.type === 'change wallet') return operation.key !== undefined;
  if (operation.type !== 'change order') return true;
  // A second part is a second change.
  const { amountCents, lines, key } = operation;
  return key !== undefined || (amountCents === undefined && lines === undefined);
}

async function send({ username, operation }: Request, environment: Environment) {
  environment.operationsLeft--;
  await environment.wait();
  const operators = await environment.operators();
  const id = environment.history.nextId();
  environment.history.add({ kind: 'invoke', id, username, operation });
  return record(environment, operators, id, perform(operators, username, operation));
}

import { describe, expect, test } from 'vitest';
import type { FinalState } from '../final-state.ts';
import type { HistoryEvent, Operation, Response } from '../history.ts';
import { findViolated, type InvariantName, invariants } from './checker.ts';

const order = { key: 'key', addressId: 'home', expectedTotal: '22.5' };
const checkout = { type: 'checkout' as const, ...order };
const list = (cost: number) => [
  { _id: 'lamp', cost },
  { _id: 'pen', cost: 0.5 },
];
const [lamps, pen, pens] = [
  { productId: 'lamp', qty: 2 },
  { productId: 'pen', qty: 1 },
  { productId: 'pen', qty: 3 },
];

/** Alice orders two lamps and a pen. The first response is lost, and the price of the lamp changes meanwhile. */
function validHistory() {
  const events: HistoryEvent[] = [];
  let ids = 0;
  const invoke = (operation: Operation, session?: number): number => {
    const id = ++ids;
    events.push({ kind: 'invoke', id, username: 'alice', ...(session && { session }), operation });
    return id;
  };
  const respond = (id: number, status: number, body: unknown, replayed = false) =>
    events.push({ kind: 'response', id, status, body: JSON.stringify(body), replayed });
  const call = (operation: Operation, body: unknown, status = 200, session = 2) =>
    respond(invoke(operation, session), status, body);

  const lamp = { id: 'lamp', costCents: 1_000, stock: 10 };
  const products = [lamp, { id: 'pen', costCents: 50, stock: null }];
  events.push({ kind: 'start', engine: 'sqlite', products });
  respond(invoke({ type: 'register' }), 201, { success: true });
  respond(invoke({ type: 'login' }), 201, { success: true, token: 'token' });
  const home = { _id: 'home', address: '1 Long Road' };
  call({ type: 'add address', address: home.address }, [home]);
  call({ type: 'put', ...lamps }, [lamps]);
  call({ type: 'put', ...pen }, [lamps, pen]);
  events.push({ kind: 'change', id: 80, change: { productId: 'lamp', costCents: 1_100 } });
  call({ type: 'read products' }, list(11));
  events.push({ kind: 'changed', id: 80, before: 10, after: 10 });
  call({ type: 'read products' }, list(11));
  events.push({ kind: 'info', id: invoke(checkout, 2) });
  events.push({ kind: 'nemesis', fault: 'server killed', noServer: true });
  const lines = [
    { cost: 11, ...lamps },
    { cost: 0.5, ...pen },
  ];
  const reply = { success: true, orderId: 'order', total: 22.5, balance: 4_977.5, lines };
  respond(invoke(checkout, 2), 200, reply, true);
  call({ type: 'read cart' }, []);
  call({ type: 'read balance' }, { balance: 4_977.5 });
  call({ type: 'put', ...pens }, [pens]);
  call({ type: 'logout' }, null, 204);
  call({ type: 'read cart' }, { message: 'Session expired' }, 401);
  events.push({ kind: 'nemesis', fault: 'server killed', noServer: true });

  const [username, addressId, balanceAfterCents] = ['alice', 'home', 497_750];
  const addresses = [{ id: addressId, address: home.address }];
  const user = { username, balanceCents: balanceAfterCents, cart: [pens], addresses };
  const storedLines = [
    { ...lamps, costCents: 1_100 },
    { ...pen, costCents: 50 },
  ];
  const amounts = { totalCents: 2_250, balanceAfterCents, lines: storedLines };
  const order = { id: 'order', username, key: 'key', addressId, ...amounts };
  const stock: FinalState['stock'] = { lamp: 8, pen: null };
  const final: FinalState = { users: [user], orders: [order], stock, violations: [] };
  events.push({ kind: 'final', ...final });
  /** The last response to such an operation. */
  const responseTo = (type: Operation['type']): Response => {
    const last = events.findLast((each) => each.kind === 'invoke' && each.operation.type === type);
    const isIt = (each: HistoryEvent) =>
      each.kind === 'response' && last?.kind === 'invoke' && each.id === last.id;
    // The history above has a response to every such operation.
    return events.find(isIt) as HistoryEvent & Response;
  };
  const removeOrder = () => {
    final.orders.length = 0;
    user.balanceCents = 500_000;
    stock.lamp = 10;
  };
  /** Inserts before the death of the last server. */
  const insert = (...more: HistoryEvent[]) => events.splice(-2, 0, ...more);
  return { events, final, user, order, responseTo, removeOrder, insert };
}

type Edit = (history: ReturnType<typeof validHistory>) => unknown;

function violatedBy(edit: Edit): string[] {
  const history = validHistory();
  edit(history);
  return findViolated(history.events).map(({ name }) => name);
}

const lost = 'every acknowledged order exists, once, as acknowledged';
const twice = 'no idempotency key has two orders';
const replays = 'a repeated key gets the same response';
const unrequested = 'every order was requested';
const totals = 'every total is the sum of its lines, and as expected';
const wallets = 'every wallet is $5000 less its orders, and not negative';
const prices = 'prices were valid during the checkout';
const lists = 'lists of products were true during the request';
const stock = 'stock is what was there less what was sold, and not negative';
const accounts = 'a registered account exists, once, and can log in';
const sessions = 'a token is valid from login to logout';
const linearizable = 'the requests of each shopper are linearizable';
const defects = 'no response and no log line is a defect';

/** Changes the last response to such an operation. */
const respond =
  (type: Operation['type'], changes: Partial<Response>): Edit =>
  ({ responseTo }) =>
    Object.assign(responseTo(type), changes);

const violations: Record<string, [violated: InvariantName[], Edit]> = {
  'an acknowledged order does not exist': [[lost, linearizable], (h) => h.removeOrder()],
  'an order left another balance': [[lost, linearizable], (h) => h.order.balanceAfterCents--],
  'a key has a second order': [
    [twice, linearizable],
    ({ final, order, user }) => {
      final.orders.push({ ...order, id: 'second' });
      user.balanceCents -= 2_250;
      final.stock.lamp = 6;
    },
  ],
  'a replayed response differs': [
    [replays],
    ({ responseTo, insert }) => {
      const { status, body } = responseTo('checkout');
      const response = { status, body: `${body} `, replayed: true };
      insert({ kind: 'invoke', id: 90, username: 'alice', operation: checkout });
      insert({ kind: 'response', id: 90, ...response });
    },
  ],
  'the key of an order was never sent': [
    [lost, unrequested, linearizable],
    ({ order }) => Object.assign(order, { key: 'other' }),
  ],
  'the address of an order was never sent': [
    [unrequested],
    ({ order }) => Object.assign(order, { addressId: 'elsewhere' }),
  ],
  'an order costs a cent less than its lines': [
    [totals],
    ({ order, user, responseTo }) => {
      Object.assign(order, { totalCents: 2_249, balanceAfterCents: 497_751 });
      user.balanceCents = 497_751;
      const response = responseTo('checkout');
      response.body = response.body.replace('22.5', '22.49').replace('4977.5', '4977.51');
      responseTo('read balance').body = '{"balance":4977.51}';
    },
  ],
  'an order costs more than expected': [
    [totals],
    ({ events, responseTo }) => {
      responseTo('checkout').replayed = false;
      for (const event of events) {
        if (event.kind !== 'invoke' || event.operation.type !== 'checkout') continue;
        event.operation = { ...checkout, expectedTotal: '20.5' };
      }
    },
  ],
  'a wallet lacks a cent': [[wallets, linearizable], ({ user }) => user.balanceCents--],
  'the old price is charged': [
    [prices],
    ({ events }) => {
      for (const event of events) {
        if (event.kind === 'change') event.change.costCents = 1_200;
        if (event.kind === 'response') event.body = event.body.replace('"cost":11}', '"cost":12}');
      }
    },
  ],
  'the old price is listed': [
    [lists],
    respond('read products', { body: JSON.stringify(list(10)) }),
  ],
  'a unit is missing': [[stock], ({ final }) => Object.assign(final.stock, { lamp: 7 })],
  'an account does not exist': [[accounts], ({ final }) => final.users.splice(0)],
  'a login is refused': [[accounts], respond('login', { status: 400 })],
  'a token is refused before logout': [[sessions], respond('read balance', { status: 401 })],
  'a token is accepted after logout': [
    [sessions],
    respond('read cart', { status: 200, body: JSON.stringify([pens]) }),
  ],
  'a refused order empties the cart': [
    [linearizable],
    ({ removeOrder, responseTo }) => {
      removeOrder();
      const body = '{"message":"Prices have changed."}';
      Object.assign(responseTo('checkout'), { status: 409, body, replayed: false });
      responseTo('read balance').body = '{"balance":5000}';
    },
  ],
  'an order is not the cart': [
    [linearizable],
    ({ events }) => {
      for (const event of events) {
        if (event.kind === 'invoke' && event.operation.type === 'put') {
          if (event.operation.qty === pen.qty) event.operation = { type: 'put', ...pens };
        } else if (event.kind === 'response' && event.body === JSON.stringify([lamps, pen])) {
          event.body = JSON.stringify([lamps, pens]);
        }
      }
    },
  ],
  'a balance is shown that never was': [
    [linearizable],
    respond('read balance', { body: '{"balance":4989}' }),
  ],
  'a cart change is lost': [[linearizable], ({ user }) => user.cart.splice(0)],
  'a request fails': [[defects], respond('read balance', { status: 500 })],
  'the log reports an error': [[defects], (h) => h.insert({ kind: 'defect', line: 'TypeError' })],
};

describe('the checker', () => {
  test('finds nothing in a valid history', () => {
    expect(violatedBy(() => {})).toEqual([]);
  });

  test.each(Object.entries(violations))('finds that %s', (_name, [violated, edit]) => {
    expect(violatedBy(edit).toSorted()).toEqual(violated.toSorted());
  });

  test('is tested for each invariant', () => {
    const violated = Object.values(violations).flatMap(([names]) => names);
    expect(new Set(violated)).toEqual(new Set(Object.keys(invariants)));
  });

  test('reports the violations that the audit found', () => {
    const violation = { name: 'the whole ledger sums to zero', found: ['7 cents'] };
    expect(violatedBy(({ final }) => final.violations.push(violation))).toEqual([violation.name]);
  });

  test('accepts a replay as the first response from a load balancer only', () => {
    const removeFirst = ({ events }: ReturnType<typeof validHistory>) => {
      const isFirst = (event: HistoryEvent) =>
        event.kind === 'invoke' && event.operation.type === 'checkout';
      events.splice(events.findIndex(isFirst), 2);
    };
    expect(violatedBy(removeFirst)).toEqual([linearizable]);
    const balance: Edit = ({ events: [start] }) =>
      Object.assign(start ?? {}, { isLoadBalanced: true });
    expect(violatedBy((history) => [removeFirst(history), balance(history)])).toEqual([]);
  });

  test('refuses a history without an end', () => {
    expect(() => violatedBy(({ events }) => events.pop())).toThrow('one event "final"');
  });
});

import { describe, expect, test } from 'vitest';
import type { Answer, Books, HistoryEvent, Operation } from '../history.ts';
import { checkHistory, type RuleName, rules } from './check.ts';

/** Alice's story: an address, two lamps and a pen, an order whose answer is lost, and asked for again. */
function story(): { events: HistoryEvent[]; books: Books } {
  const events: HistoryEvent[] = [];
  let calls = 0;
  const call = (operation: Operation, session?: number) => {
    const number = ++calls;
    const of = session === undefined ? {} : { session };
    events.push({ kind: 'call', call: number, username: 'alice', ...of, operation });
    return number;
  };
  const answer = (number: number, status: number, body: unknown, replayed = false) =>
    events.push({ kind: 'answer', call: number, status, body: JSON.stringify(body), replayed });
  const ask = (operation: Operation, body: unknown, { status = 200, session = 2 } = {}) =>
    answer(call(operation, session), status, body);

  events.push({
    kind: 'shop',
    engine: 'sqlite',
    products: [
      { id: 'lamp', costCents: 1_000, stock: 10 },
      { id: 'pen', costCents: 50, stock: null },
    ],
  });
  answer(call({ do: 'register' }), 201, { success: true });
  answer(call({ do: 'login' }), 201, { success: true, token: 'token' });
  const home = { _id: 'home', address: '1 Long Road' };
  ask({ do: 'add address', address: home.address }, [home]);
  ask({ do: 'put', productId: 'lamp', qty: 2 }, [{ productId: 'lamp', qty: 2 }]);
  const lines = [
    { productId: 'lamp', qty: 2 },
    { productId: 'pen', qty: 1 },
  ];
  ask({ do: 'put', productId: 'pen', qty: 1 }, lines);
  events.push({ kind: 'changing', change: 1, what: { productId: 'lamp', costCents: 1_100 } });
  const list = (lamp: number) => [
    { _id: 'lamp', cost: lamp },
    { _id: 'pen', cost: 0.5 },
  ];
  ask({ do: 'read products' }, list(11));
  events.push({ kind: 'changed', change: 1, before: 10, after: 10 });
  ask({ do: 'read products' }, list(11));
  const checkout = {
    do: 'checkout',
    key: 'key',
    addressId: 'home',
    expectedTotal: '22.5',
  } as const;
  const lost = call(checkout, 2);
  events.push({ kind: 'lost', call: lost }, { kind: 'down', what: 'at work' });
  const order = {
    success: true,
    orderId: 'order',
    total: 22.5,
    balance: 4_977.5,
    lines: [
      { productId: 'lamp', name: 'Lamp', cost: 11, qty: 2 },
      { productId: 'pen', name: 'Pen', cost: 0.5, qty: 1 },
    ],
  };
  answer(call(checkout, 2), 200, order, true);
  ask({ do: 'read cart' }, []);
  ask({ do: 'read balance' }, { balance: 4_977.5 });
  ask({ do: 'put', productId: 'pen', qty: 3 }, [{ productId: 'pen', qty: 3 }]);
  ask({ do: 'logout' }, null, { status: 204 });
  ask({ do: 'read cart' }, { message: 'Session expired' }, { status: 401 });
  events.push({ kind: 'down', what: 'in the end' });
  const books: Books = {
    users: [
      {
        username: 'alice',
        balanceCents: 497_750,
        cart: [{ productId: 'pen', qty: 3 }],
        addresses: [{ id: 'home', address: '1 Long Road' }],
      },
    ],
    orders: [
      {
        id: 'order',
        username: 'alice',
        key: 'key',
        addressId: 'home',
        totalCents: 2_250,
        balanceAfterCents: 497_750,
        lines: [
          { productId: 'lamp', qty: 2, costCents: 1_100 },
          { productId: 'pen', qty: 1, costCents: 50 },
        ],
      },
    ],
    stock: { lamp: 8, pen: null },
    violations: [],
  };
  events.push({ kind: 'books', ...books });
  return { events, books };
}

type Told = ReturnType<typeof story>;

/** The story, with something in it that must not be. */
function brokenRules(change: (told: Told) => unknown): string[] {
  const told = story();
  change(told);
  return checkHistory(told.events)
    .filter(({ found }) => found.length > 0)
    .map(({ name }) => name);
}

/** The last answer to such an operation. */
function answerTo({ events }: Told, what: Operation['do']): Answer {
  const call = events.findLast((event) => event.kind === 'call' && event.operation.do === what);
  const answer = events.find(
    (event) => event.kind === 'answer' && call?.kind === 'call' && event.call === call.call,
  );
  if (answer?.kind !== 'answer') throw new Error(`Nobody answered ${what}`);
  return answer;
}

function orderOf({ books }: Told) {
  const [order] = books.orders;
  if (order === undefined) throw new Error('There is one order');
  return order;
}

function userOf({ books }: Told) {
  const [user] = books.users;
  if (user === undefined) throw new Error('There is one user');
  return user;
}

/** The last event that is so, taken out or followed by others. */
function splice({ events }: Told, what: HistoryEvent['kind'], ...more: HistoryEvent[]): void {
  const at = events.findLastIndex(({ kind }) => kind === what);
  events.splice(at, more.length === 0 ? 1 : 0, ...more);
}

const serial = 'every answer fits one order of the shopper’s requests';
const violations: [
  rule: RuleName,
  how: string,
  change: (told: Told) => unknown,
  also: RuleName[],
][] = [
  [
    'every acknowledged order is there, once, as it was told',
    'it is not there',
    (told) => {
      told.books.orders.length = 0;
      userOf(told).balanceCents = 500_000;
      Object.assign(told.books.stock, { lamp: 10 });
    },
    [serial],
  ],
  [
    'every acknowledged order is there, once, as it was told',
    'it left another balance',
    (told) => Object.assign(orderOf(told), { balanceAfterCents: 1 }),
    [serial],
  ],
  [
    'no key has two orders',
    'the books have another one',
    (told) => {
      told.books.orders.push({ ...orderOf(told), id: 'second' });
      userOf(told).balanceCents -= 2_250;
      Object.assign(told.books.stock, { lamp: 6 });
    },
    [serial],
  ],
  [
    'a repeated key gets the very same answer',
    'it is answered as if it were new, and then in other words',
    (told) => {
      const { status, body } = answerTo(told, 'checkout');
      const again = { kind: 'answer', call: 90, status, body: `${body} `, replayed: true } as const;
      const operation = {
        do: 'checkout',
        key: 'key',
        addressId: 'home',
        expectedTotal: '22.5',
      } as const;
      const call = { kind: 'call', call: 90, username: 'alice', operation } as const;
      splice(told, 'down', call, again);
    },
    [],
  ],
  [
    'nobody has an order that they did not ask for',
    'the order has a key that nobody sent',
    (told) => Object.assign(orderOf(told), { key: 'other' }),
    ['every acknowledged order is there, once, as it was told', serial],
  ],
  [
    'nobody has an order that they did not ask for',
    'it goes to an address that nobody named',
    (told) => Object.assign(orderOf(told), { addressId: 'elsewhere' }),
    [],
  ],
  [
    'every total is the sum of its lines, and what was shown',
    'the order costs a cent less',
    (told) => {
      Object.assign(orderOf(told), { totalCents: 2_249, balanceAfterCents: 497_751 });
      userOf(told).balanceCents = 497_751;
      const answer = answerTo(told, 'checkout');
      answer.body = answer.body.replace('22.5', '22.49').replace('4977.5', '4977.51');
      answerTo(told, 'read balance').body = '{"balance":4977.51}';
    },
    [],
  ],
  [
    'every total is the sum of its lines, and what was shown',
    'another total was shown',
    (told) => {
      answerTo(told, 'checkout').replayed = false;
      for (const event of told.events) {
        if (event.kind === 'call' && event.operation.do === 'checkout') {
          event.operation.expectedTotal = '20.5';
        }
      }
    },
    [],
  ],
  [
    'wallets are $5000 less the orders, and never negative',
    'a cent is gone',
    (told) => Object.assign(userOf(told), { balanceCents: 497_749 }),
    [serial],
  ],
  [
    'prices were valid while the order was placed',
    'the price of before is charged',
    (told) => {
      for (const event of told.events) {
        if (event.kind === 'changing') event.what.costCents = 1_200;
        if (event.kind === 'answer') event.body = event.body.replace('"cost":11}', '"cost":12}');
      }
    },
    [],
  ],
  [
    'lists of products were true while they were asked for',
    'the price of before is listed',
    (told) => {
      answerTo(told, 'read products').body = '[{"_id":"lamp","cost":10},{"_id":"pen","cost":0.5}]';
    },
    [],
  ],
  [
    'stock is what was there, less what was sold, and never negative',
    'a unit is gone',
    (told) => Object.assign(told.books.stock, { lamp: 7 }),
    [],
  ],
  [
    'who registered is there, once, and gets in',
    'nobody is there',
    (told) => told.books.users.splice(0),
    [],
  ],
  [
    'who registered is there, once, and gets in',
    'the door is shut',
    (told) => Object.assign(answerTo(told, 'login'), { status: 400 }),
    [],
  ],
  [
    'a token is good from login to logout',
    'it is refused before',
    (told) => {
      Object.assign(answerTo(told, 'read balance'), { status: 401 });
    },
    [],
  ],
  [
    'a token is good from login to logout',
    'it is taken afterwards',
    (told) =>
      Object.assign(answerTo(told, 'read cart'), {
        status: 200,
        body: '[{"productId":"pen","qty":3}]',
      }),
    [],
  ],
  [
    serial,
    'the cart is emptied by a refused order',
    (told) => {
      told.books.orders.length = 0;
      userOf(told).balanceCents = 500_000;
      Object.assign(told.books.stock, { lamp: 10 });
      const refused = { status: 409, body: '{"message":"Prices have changed."}', replayed: false };
      Object.assign(answerTo(told, 'checkout'), refused);
      answerTo(told, 'read balance').body = '{"balance":5000}';
    },
    [],
  ],
  [
    serial,
    'a balance is answered that the wallet never had',
    (told) => {
      answerTo(told, 'read balance').body = '{"balance":4989}';
    },
    [],
  ],
  [
    serial,
    'a change of the cart is forgotten',
    (told) => Object.assign(userOf(told), { cart: [] }),
    [],
  ],
  [
    'no answer is a defect',
    'a request fails',
    (told) => Object.assign(answerTo(told, 'read balance'), { status: 500, body: '{}' }),
    [],
  ],
  [
    'no answer is a defect',
    'the log has a stack in it',
    (told) => splice(told, 'down', { kind: 'defect', line: 'TypeError' }),
    [],
  ],
];

describe('a history is checked', () => {
  test('nothing is found where all is well', () => {
    expect(brokenRules(() => {})).toEqual([]);
  });

  test.each(violations)('%s: not where %s', (rule, _how, change, also) => {
    expect(brokenRules(change).toSorted()).toEqual([rule, ...also].toSorted());
  });

  test('every rule is broken here', () => {
    expect(new Set(violations.map(([rule]) => rule))).toEqual(new Set(Object.keys(rules)));
  });

  test('what contradicts the invariants of the books is handed on', () => {
    const contradiction = { name: 'the whole ledger sums to zero', found: ['7 cents'] };
    expect(brokenRules(({ books }) => books.violations.push(contradiction))).toEqual([
      contradiction.name,
    ]);
  });

  test('a history without an end is none', () => {
    expect(() => brokenRules((told) => told.events.pop())).toThrow('one event "books"');
  });
});

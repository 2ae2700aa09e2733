import { describe, expect, test } from 'vitest';
import type { Operation, Response } from '../history.ts';
import { changeViolations } from './change-violations.testing.ts';
import { findViolated, invariants } from './checker.ts';
import { deliver, deliveryViolations } from './delivery-violations.testing.ts';
import { invoiceViolations, issue } from './invoice-violations.testing.ts';
import { operatorViolations } from './operator-violations.testing.ts';
import { apply } from './valid-changes.testing.ts';
import {
  checkout,
  type Edit,
  lamps,
  list,
  pen,
  pens,
  type Violations,
  validHistory,
} from './valid-history.testing.ts';

function violatedBy(edit: Edit): string[] {
  const history = validHistory();
  edit(history);
  if (history.final.invoices.length === 0) issue(history.final);
  return findViolated(history.events).map(({ name }) => name);
}

const lost = 'every acknowledged order exists, once, as acknowledged';
const twice = 'no idempotency key has two orders';
const replays = 'a repeated key gets the same response';
const unrequested = 'every order was requested';
const totals = 'every total is the sum of its lines, and as expected';
const wallets = 'every wallet is $5000 less its orders, plus what went back, and not negative';
const prices = 'prices and taxes were valid during the checkout';
const lists = 'lists of products were true during the request';
const shown = 'a document is shown as it was issued';
const taxes = 'a document has the taxes of what was sold, or of what went back so far';
const stock = 'stock is what was there less what was sold, and not negative';
const accounts = 'a registered account exists, once, and can log in';
const sessions = 'a token is valid from login to logout';
const linearizable = 'the requests of each shopper are linearizable';
const defects = 'no response and no log line is a defect';

/** Edits the last response to an operation of this type. */
const respond =
  (type: Operation['type'], changes: Partial<Response>): Edit =>
  ({ responseTo }) =>
    Object.assign(responseTo(type), changes);

const violations: Violations = {
  'an acknowledged order does not exist': [[lost, shown, linearizable], (h) => h.removeOrder()],
  'an order left another balance': [[lost, linearizable], (h) => h.order.balanceAfterCents--],
  'a key has a second order': [
    [twice, linearizable],
    ({ final, order, user }) => {
      final.orders.push({ ...order, id: 'second' });
      user.balanceCents -= 2_250;
      final.stock.lamp -= 2;
    },
  ],
  'a replayed response differs': [
    [replays],
    ({ responseTo, insert }) => {
      const { status, body } = responseTo('checkout');
      const response = { status, body: `${body} `, replayed: true };
      insert({ kind: 'invoke', id: 1_001, username: 'alice', operation: checkout });
      insert({ kind: 'response', id: 1_001, ...response });
    },
  ],
  'the key of an order was never sent': [
    [lost, unrequested],
    ({ order }) => Object.assign(order, { key: 'other' }),
  ],
  'the address of an order was never sent': [
    [unrequested],
    ({ order }) => Object.assign(order, { addressId: 'elsewhere' }),
  ],
  'an order costs a cent less than its lines': [
    [totals, taxes, shown, linearizable],
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
        if (event.username === 'alice') event.operation = { ...checkout, expectedTotal: '20.5' };
      }
    },
  ],
  'a wallet lacks a cent': [[wallets, linearizable], ({ user }) => user.balanceCents--],
  'the old price is charged': [
    [prices],
    ({ events }) => {
      for (const event of events) {
        if (event.kind === 'change') Object.assign(event.change, { costCents: 1_200 });
        if (event.kind === 'response') event.body = event.body.replace('"cost":11}', '"cost":12}');
      }
    },
  ],
  'the old price is listed': [
    [lists],
    respond('read products', { body: JSON.stringify(list(10)) }),
  ],
  'a unit is missing': [[stock], ({ final }) => final.stock.lamp--],
  'an account does not exist': [[accounts], ({ final }) => final.users.splice(0, 3)],
  'a login is refused': [[accounts], respond('login', { status: 400 })],
  'a token is refused before logout': [[sessions], respond('read balance', { status: 401 })],
  'a token is accepted after logout': [
    [sessions],
    respond('read cart', { status: 200, body: JSON.stringify([pens]) }),
  ],
  'a refused order empties the cart': [
    [shown, linearizable],
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
  ...changeViolations,
  ...operatorViolations,
  ...deliveryViolations,
  ...invoiceViolations,
  'a request fails': [[defects], respond('read balance', { status: 500 })],
  'the log reports an error': [[defects], (h) => h.insert({ kind: 'defect', line: 'TypeError' })],
};

describe('the checker', () => {
  test('finds no violation in a valid history', () => {
    expect(violatedBy(() => {})).toEqual([]);
  });

  test.each(Object.entries(violations))('finds that %s', (_name, [violated, edit]) => {
    expect(violatedBy(edit).toSorted()).toEqual(violated.toSorted());
  });

  test('has a violation for each invariant here', () => {
    const violated = Object.values(violations).flatMap(([names]) => names);
    expect(new Set(violated)).toEqual(new Set(Object.keys(invariants)));
  });

  test('reports violations that were found in the final state', () => {
    const violation = { name: 'the whole ledger sums to zero', found: ['7 cents'] };
    expect(violatedBy(({ final }) => final.checks.push(violation))).toEqual([violation.name]);
  });

  test('accepts events that were delivered twice', () => {
    expect(violatedBy(deliver((all) => all.push(...all)))).toEqual([]);
  });

  describe('accepts a refund without a response', () => {
    const id = 1_001;
    const change = { action: 'refund', orderId: 'order-2', amountCents: 1 } as const;
    const lose: Edit = ({ insert }) => {
      const operation = { type: 'change order' as const, ...change };
      insert({ kind: 'invoke', id, username: 'bob', operation }, { kind: 'info', id });
    };
    const make: Edit = ({ bob: { second, part, user } }) =>
      apply(second, 'shipped', { ...part, amountCents: 1 }, user);

    test('whether it was made or not', () => {
      expect(violatedBy(lose)).toEqual([]);
      expect(violatedBy((history) => [lose(history), make(history)])).toEqual([]);
    });

    test('but not if it was made after the crash', () => {
      const read: Edit = ({ insert }) => {
        const operation = { type: 'read balance' } as const;
        insert({ kind: 'crash' });
        insert({ kind: 'invoke', id: 1_002, username: 'bob', operation });
        insert({
          kind: 'response',
          id: 1_002,
          status: 200,
          body: '{"balance":4986}',
          replayed: false,
        });
      };
      const all: Edit = (history) => [lose(history), read(history), make(history)];
      expect(violatedBy(all)).toEqual([linearizable]);
    });
  });

  test('refuses a history without an end', () => {
    expect(() => violatedBy(({ events }) => events.pop())).toThrow('one event "final"');
  });
});

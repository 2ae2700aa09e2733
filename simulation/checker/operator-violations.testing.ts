/** Violations of the invariants of files, parcels, notes, credits and erasures. */
import { apply, shipment, undo } from './valid-changes.testing.ts';
import type { Violations } from './valid-history.testing.ts';

const torn = 'a file of parcels ships all of its orders, or none';
const lostChange = 'every acknowledged change of an order is in its history';
const requestedOnce = 'every change of an order was requested, and happened once';
const files = 'a file changes a stock as it says, and once';
const stock = 'stock is what was there less what was sold, and not negative';
const wallets = 'every wallet is $5000 less its orders, plus what went back, and not negative';
const sessions = 'a token is valid from login to logout';
const linearizable = 'the requests of each shopper are linearizable';

export const operatorViolations: Violations = {
  'a file ships one of its orders': [
    [torn, lostChange, linearizable],
    ({ carol: { fourth, user } }) => {
      undo(fourth, user);
      fourth.status = 'placed';
    },
  ],
  'a parcel is lost': [
    [torn, lostChange, requestedOnce, linearizable],
    ({ carol: { fourth } }) => Object.assign(fourth.changes[0] ?? {}, { tracking: null }),
  ],
  'an order is shown with its first parcel': [
    [linearizable],
    ({ responseTo }) => {
      const response = responseTo('read order', 'carol');
      response.body = response.body.replaceAll('second', 'of order-3');
    },
  ],
  'a note is lost': [
    [lostChange, linearizable],
    ({ carol: { third } }) => third.changes.splice(2, 1),
  ],
  'a note is kept twice': [
    [requestedOnce, linearizable],
    ({ carol: { third } }) =>
      apply(third, 'shipped', { ...shipment, kind: 'noted', note: 'Careful' }),
  ],
  'a unit is paid back and does not return to stock': [
    [lostChange, requestedOnce, stock, linearizable],
    ({ carol: { third } }) => Object.assign(third.changes[3] ?? {}, { returns: [['lamp', 1, 0]] }),
  ],
  'a unit returns to stock twice': [[stock], ({ final }) => final.stock.lamp++],
  'a file adds its units twice': [
    [files],
    ({ final }) => {
      final.stockChanges.push({ productId: 'lamp', units: 5, reason: 'update' });
      final.stock.lamp += 5;
    },
  ],
  'a file sets the stock instead of adding to it': [
    [files],
    ({ final }) => {
      Object.assign(final.stockChanges[2] ?? {}, { units: 3 });
      final.stock.lamp -= 2;
    },
  ],
  'a file changes no stock': [
    [files],
    ({ final }) => {
      final.stockChanges.pop();
      final.stock.lamp -= 5;
    },
  ],
  'a credit with a key is booked twice': [
    [linearizable],
    ({ carol: { user, gift } }) => {
      user.money.push(gift);
      user.balanceCents += gift.amountCents;
    },
  ],
  'an erased account has money': [
    [wallets, linearizable],
    ({ dave: { user } }) => {
      user.balanceCents = 1;
    },
  ],
  'an erased account was not settled as requested': [
    [linearizable],
    ({ dave: { user } }) => Object.assign(user.money[0] ?? {}, { source: 'received' }),
  ],
  'a note of an erased account is kept': [
    [lostChange, requestedOnce, linearizable],
    ({ dave: { order } }) => Object.assign(order.changes[0] ?? {}, { note: 'By hand' }),
  ],
  'a token is accepted after an erasure': [
    [sessions, linearizable],
    ({ responseTo }) => Object.assign(responseTo('read cart', 'dave'), { status: 200, body: '[]' }),
  ],
};

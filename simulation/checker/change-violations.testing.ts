/** Violations of the invariants of changed orders. */
import { apply, shipment, undo } from './valid-changes.testing.ts';
import type { Violations } from './valid-history.testing.ts';

const shown = 'every order is shown as it was placed';
const lostChange = 'every acknowledged change of an order is in its history';
const requestedOnce = 'every change of an order was requested, and happened once';
const cancelledAndShipped = 'no order is both cancelled and shipped';
const refunds = 'what went back of an order is in its history, and no more than was paid';
const taxes = 'a document has the taxes of what was sold, or of what went back so far';
const wallets = 'every wallet is $5000 less its orders, plus what went back, and not negative';
const stock = 'stock is what was there less what was sold, and not negative';
const linearizable = 'the requests of each shopper are linearizable';

export const changeViolations: Violations = {
  'an order is shown with other lines': [
    [shown],
    ({ responseTo }) => {
      const response = responseTo('read order', 'bob');
      response.body = response.body.replace('"qty":2', '"qty":3');
    },
  ],
  'a cancelled order is shown as placed': [
    [linearizable],
    ({ responseTo }) => {
      const response = responseTo('read order', 'bob');
      response.body = response.body.replace('cancelled', 'placed');
    },
  ],
  'a list lacks an order': [
    [linearizable],
    ({ responseTo }) => {
      const response = responseTo('read orders', 'bob');
      response.body = JSON.stringify(JSON.parse(response.body).slice(1));
    },
  ],
  'an acknowledged cancellation is undone': [
    [lostChange, linearizable],
    ({ bob: { first, user }, final }) => {
      undo(first, user);
      first.status = 'placed';
      final.stock.lamp -= 2;
    },
  ],
  'an acknowledged refund is undone': [
    [lostChange, linearizable],
    ({ bob: { second, user } }) => undo(second, user),
  ],
  'a cancellation is credited twice': [
    [wallets, linearizable],
    ({ bob }) => {
      bob.user.balanceCents += 2_200;
    },
  ],
  'a cancellation returns the stock twice': [
    [stock],
    ({ final }) => {
      final.stock.lamp += 2;
    },
  ],
  'an order is cancelled twice': [
    [requestedOnce, refunds, taxes, linearizable],
    ({ bob: { first, cancellation, user } }) => apply(first, 'cancelled', cancellation, user),
  ],
  'a refund with a key is made twice': [
    [requestedOnce, linearizable],
    ({ bob: { second, keyed, user } }) => apply(second, 'shipped', keyed, user),
  ],
  'a refund without a key is made once more than requested': [
    [requestedOnce, linearizable],
    ({ bob: { second, part, user } }) => apply(second, 'shipped', part, user),
  ],
  'a shipped order is cancelled': [
    [cancelledAndShipped, requestedOnce, linearizable],
    ({ bob: { second, cancellation, user }, final }) => {
      apply(second, 'cancelled', { ...cancellation, amountCents: 1_400 }, user);
      final.stock.lamp += 2;
    },
  ],
  'nobody shipped an order that is shipped': [
    [requestedOnce, linearizable],
    ({ order }) => apply(order, 'shipped', shipment),
  ],
  'more goes back than was paid': [
    [refunds, taxes, linearizable],
    ({ events, bob: { second, part, user } }) => {
      for (const event of events) {
        if (event.kind === 'response') event.body = event.body.replace('":800', '":2500');
        if (event.kind !== 'invoke' || event.operation.type !== 'change order') continue;
        if (event.operation.amountCents === 300) event.operation.amountCents = 2_000;
      }
      undo(second, user);
      apply(second, 'shipped', { ...part, amountCents: 2_000 }, user);
    },
  ],
};

/** Violations of the invariants of webhooks. */
import { toDollars } from '../../contract/money.ts';
import type { FinalState } from '../final-state.ts';
import type { Delivery, EventOf, HistoryEvent } from '../history.ts';
import { issue } from './invoice-violations.testing.ts';
import type { Edit, Violations } from './valid-history.testing.ts';

const delivered = 'the receiver of webhooks got every event of every order, in order';
const erased = 'the receiver of webhooks is told of an erasure after all else of the account';
const repeated = 'the receiver of webhooks gets what it lost again';
const invented = 'no event tells what never happened';

type Deliveries = EventOf<'delivery'>[];

/** Adds a receiver whose deliveries are the correct ones after `edit`. That of Dave's order has his pseudonym. */
export const deliver =
  (edit: (deliveries: Deliveries) => unknown = () => {}): Edit =>
  ({ events, final, dave, insert }) => {
    issue(final);
    const [start] = events;
    Object.assign(start ?? {}, { hasReceiver: true });
    const deliveries: Deliveries = final.orders.flatMap(({ id, userId, username, changes }) => {
      const kinds = ['placed' as const, ...changes.map(({ kind }) => kind)];
      return kinds.flatMap((kind, number) => {
        // Notes and returned goods cause no events.
        if (kind === 'noted' || kind === 'restocked') return [];
        const type = `order.${kind}` as const;
        const event = { orderId: id, number, customerId: userId, username };
        const issued = final.invoices.find(
          (one) => one.orderId === id && one.changeNumber === number,
        );
        const document = issued && documentOf(issued);
        const documents = document && toDelivery({ type: 'invoice.issued', ...event, document });
        return [toDelivery({ type, ...event }), ...(documents ? [documents] : [])];
      });
    });
    const { id: customerId } = dave.user;
    deliveries.push(toDelivery({ type: 'account.erased', orderId: null, number: 0, customerId }));
    edit(deliveries);
    insert(...(deliveries satisfies HistoryEvent[]));
  };

function toDelivery(event: Omit<Delivery, 'id'>): Deliveries[number] {
  const { type, orderId, number } = event;
  return { kind: 'delivery', isKept: true, id: `${type}, ${number} of ${orderId}`, ...event };
}

function documentOf(issued: FinalState['invoices'][number]): NonNullable<Delivery['document']> {
  const { number, issuedOn, suppliedOn, amountCents } = issued;
  const taxes = issued.taxes.map(({ rate, grossCents, taxCents }) => ({
    ...{ name: 'VAT', percent: rate / 1_000, net: toDollars(grossCents - taxCents) },
    ...{ tax: toDollars(taxCents), gross: toDollars(grossCents) },
  }));
  const total = toDollars(amountCents);
  return { number, issuedOn, suppliedOn, seller: 'Lights', lines: [], taxes, total };
}

export const deliveryViolations: Violations = {
  'an event was not delivered': [[delivered], deliver((all) => all.splice(-3, 1))],
  'an order has no event at all': [[delivered], deliver((all) => all.shift())],
  'events of an order came in another order': [
    [delivered],
    deliver((all) => all.unshift(...all.splice(1, 3).reverse())),
  ],
  'a document was not delivered': [[delivered], deliver((all) => all.splice(-2, 1))],
  'a document is told before its order': [
    [delivered],
    deliver((all) => all.unshift(...all.splice(1, 1))),
  ],
  'a document is told with another tax': [
    [invented],
    deliver((all) => {
      const [tax] = all[1]?.document?.taxes ?? [];
      if (tax) tax.tax++;
    }),
  ],
  'the receiver is not told of an erasure': [[erased], deliver((all) => all.pop())],
  'an erasure is told before an event of an order': [
    [erased],
    deliver((all) => all.splice(-2, 0, ...all.splice(-1))),
  ],
  'the receiver lost an event, and never got it again': [
    [repeated],
    deliver(([first]) => Object.assign(first ?? {}, { isKept: false })),
  ],
  'an event came again with another id': [
    [invented],
    deliver((all) => all[0] && all.push({ ...all[0], id: 'another' })),
  ],
  'an event is of an order that does not exist': [
    [invented],
    deliver((all) => all[0] && all.push({ ...all[0], id: 'new', orderId: 'none' })),
  ],
  'an event is of a change that was undone': [
    [delivered, invented],
    deliver(([first]) => Object.assign(first ?? {}, { type: 'order.shipped', number: 1 })),
  ],
  'an event is of somebody else': [
    [invented],
    deliver(([first]) => Object.assign(first ?? {}, { username: 'bob' })),
  ],
};

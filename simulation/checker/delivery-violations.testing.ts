/** Violations of the invariants of webhooks. */
import type { EventOf, HistoryEvent } from '../history.ts';
import type { Edit, Violations } from './valid-history.testing.ts';

const delivered = 'the receiver of webhooks got every event of every order, in order';
const invented = 'no event tells what never happened';

type Deliveries = EventOf<'delivery'>[];

/** Adds a receiver whose deliveries are the correct ones after `edit`. */
export const deliver =
  (edit: (deliveries: Deliveries) => unknown = () => {}): Edit =>
  ({ events, final, insert }) => {
    const [start] = events;
    Object.assign(start ?? {}, { hasReceiver: true });
    const deliveries: Deliveries = final.orders.flatMap(({ id, username, changes }) => {
      // Nobody is told of notes.
      const told = changes.flatMap(({ kind }) => (kind === 'noted' ? [] : kind));
      const kinds = ['placed' as const, ...told];
      return kinds.map((kind, number) => {
        return { kind: 'delivery', type: `order.${kind}`, orderId: id, number, username } as const;
      });
    });
    edit(deliveries);
    insert(...(deliveries satisfies HistoryEvent[]));
  };

export const deliveryViolations: Violations = {
  'an event was not delivered': [[delivered], deliver((all) => all.pop())],
  'an order has no event at all': [[delivered], deliver((all) => all.shift())],
  'events of an order came in another order': [[delivered], deliver((all) => all.reverse())],
  'an event is of an order that does not exist': [
    [invented],
    deliver((all) => all[0] && all.push({ ...all[0], orderId: 'none' })),
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

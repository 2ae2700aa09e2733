/** Shops that are broken when they tell of events. */
import { type BrokenShop, calm, inFile, operated } from './broken-shop.ts';

const shopTables = inFile('platform/storage/tables/shop.ts');
const bodies = inFile('shop/orders/events.ts');
const deliver = inFile('platform/webhooks/deliver.ts');
const outbox = inFile('platform/webhooks/store.ts');

export const events: Record<string, BrokenShop> = {
  'tells of every change as a shipment': {
    violates: 'no event tells what never happened',
    plan: calm,
    replacements: [bodies(`= \`order.\${kind}\`;`, "= 'order.shipped';")],
  },
  'has no place in its outbox for another parcel': {
    violates: 'no response and no log line is a defect',
    plan: operated,
    replacements: [
      shopTables(
        'type: union(eventTypes)',
        "type: union(eventTypes.filter((type) => type !== 'order.tracked'))",
      ),
    ],
  },
  'sends the events of an order at the same time': {
    violates: 'the receiver of webhooks got every event of every order, in order',
    plan: calm,
    replacements: [
      outbox('not(or([exists(ofOrder), isErasure', 'not(or([eb.lit(false), isErasure'),
    ],
  },
  'notes that an event is delivered before it sends it': {
    violates: 'the receiver of webhooks got every event of every order, in order',
    isSlow: true,
    replacements: [
      deliver(
        'const outcome = await send(',
        'await noteDelivered(this.#options.db, event, now());\n      const outcome = await send(',
      ),
    ],
  },
};

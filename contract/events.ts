/** The events that webhooks deliver. Their envelope and signature follow https://www.standardwebhooks.com. */
import { Type } from 'typebox';
import { Invoice, Order, publicChangeKinds } from './orders.ts';

const changeTypes = publicChangeKinds.map((kind) => `order.${kind}` as const);

const timestamp = Type.String({
  format: 'date-time',
  description: 'When it happened, not when it was sent',
});

const Customer = Type.Object({ id: Type.String(), username: Type.String() });

export const OrderPlacedEvent = Type.Object({
  type: Type.Literal('order.placed'),
  timestamp,
  data: Type.Object({ order: Order, customer: Customer }),
});
export type OrderPlacedEvent = Type.Static<typeof OrderPlacedEvent>;

export const OrderChangedEvent = Type.Object({
  type: Type.Enum(changeTypes, {
    description:
      'order.tracked: the last parcel has another number; order.sent: one more parcel; order.readdressed: another address; order.reduced: fewer units',
  }),
  timestamp,
  data: Type.Object({
    order: Order,
    customer: Customer,
    change: Type.Object({
      number: Type.Integer({ description: 'From 1, in the order of the changes' }),
      by: Type.Enum(['shopper', 'operator']),
      amount: Type.Number({ description: 'Dollars that went back to the wallet by this change' }),
      note: Type.Union([Type.String(), Type.Null()]),
    }),
  }),
});
export type OrderChangedEvent = Type.Static<typeof OrderChangedEvent>;

export const InvoiceIssuedEvent = Type.Object({
  type: Type.Literal('invoice.issued'),
  timestamp,
  data: Type.Object({
    order: Order,
    customer: Customer,
    document: Type.Omit(Invoice, ['buyer'], {
      description:
        'An invoice, or a credit note if the `invoice` of the order is another one; the buyer is the address that the order had when its invoice was issued',
    }),
  }),
});
export type InvoiceIssuedEvent = Type.Static<typeof InvoiceIssuedEvent>;

export const AccountErasedEvent = Type.Object({
  type: Type.Literal('account.erased'),
  timestamp,
  data: Type.Object({ customer: Type.Object({ id: Type.String() }) }),
});
export type AccountErasedEvent = Type.Static<typeof AccountErasedEvent>;

/** The events beside the changes of orders. */
const others = {
  'order.placed': OrderPlacedEvent,
  'invoice.issued': InvoiceIssuedEvent,
  'account.erased': AccountErasedEvent,
};
export type ShopEvent = OrderChangedEvent | Type.Static<(typeof others)[keyof typeof others]>;
export type EventType = ShopEvent['type'];

/** @public */
// Safe: the keys are the types of these events.
export const eventTypes = [...changeTypes, ...Object.keys(others)] as EventType[];

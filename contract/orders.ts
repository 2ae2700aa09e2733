import { Type } from 'typebox';
import { CART_TOTAL_MAX_CENTS, ORDERS_PAGE_SIZE } from './limits.ts';
import * as messages from './messages.ts';

export const OrderLine = Type.Object({
  productId: Type.String(),
  name: Type.String(),
  cost: Type.Number({ description: 'Dollars per unit when the order was placed' }),
  qty: Type.Integer(),
  cancelled: Type.Optional(
    Type.Integer({ description: 'Units that were taken out before the order was shipped' }),
  ),
});
export type OrderLine = Type.Static<typeof OrderLine>;

export const OrderNumber = Type.Optional(
  Type.String({ description: 'The short number, like 20EB-50A9; other backends may have none' }),
);

const DeliverBy = Type.String({
  format: 'date',
  description: 'The last day of delivery, as promised when the order was placed',
});

export const CheckoutBody = Type.Object(
  { addressId: Type.Optional(Type.String({ refusal: messages.noAddressSelected })) },
  { needs: ['addressId'] },
);

export const CheckoutHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({ pattern: '^[!-~]{1,128}$', refusal: messages.idempotencyKeyInvalid }),
  ),
  'expected-total': Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,10}(\\.[0-9]{1,2})?$',
      description: 'The total in dollars that the shopper saw, with at most two decimals',
      shownAs: Type.Number({ minimum: 0, maximum: CART_TOTAL_MAX_CENTS / 100 }),
      refusal: messages.expectedTotalInvalid,
    }),
  ),
  'only-if-placed': Type.Optional(
    Type.Literal('true', {
      description: 'Place no order, but repeat the reply if an order has this Idempotency-Key',
      refusal: messages.onlyIfPlacedInvalid,
    }),
  ),
});

export const CheckoutReply = Type.Object({
  success: Type.Literal(true),
  orderId: Type.String(),
  number: OrderNumber,
  total: Type.Number({ description: 'Dollars' }),
  balance: Type.Number({ description: 'Dollars in the wallet after the order' }),
  lines: Type.Array(OrderLine),
  deliverBy: DeliverBy,
});
export type CheckoutReply = Type.Static<typeof CheckoutReply>;

export const orderStatuses = ['placed', 'shipped', 'cancelled', 'refunded'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/**
 * What can happen to an order after it was placed, with the status that its history shows for it. Only operators see
 * changes without one. `tracked` corrects the last parcel, `sent` adds one, `readdressed` corrects the address; `reduced`
 * takes units out.
 */
export const orderChanges = {
  shipped: 'shipped',
  tracked: 'shipped',
  sent: 'shipped',
  readdressed: 'placed',
  reduced: 'placed',
  cancelled: 'cancelled',
  refunded: 'refunded',
  noted: null,
  restocked: null,
} as const satisfies Record<Exclude<OrderStatus, 'placed'>, OrderStatus> &
  Record<string, OrderStatus | null>;

export type OrderChangeKind = keyof typeof orderChanges;
/** The changes that the shopper and receivers of webhooks see. */
export type PublicChangeKind = {
  [Kind in OrderChangeKind]: (typeof orderChanges)[Kind] extends null ? never : Kind;
}[OrderChangeKind];

export function isPublicChange(kind: OrderChangeKind): kind is PublicChangeKind {
  return orderChanges[kind] !== null;
}

// Safe: the keys are those of the type.
export const orderChangeKinds = Object.keys(orderChanges) as OrderChangeKind[];
export const publicChangeKinds = orderChangeKinds.filter(isPublicChange);

export const Tracking = Type.Object({
  carrier: Type.String(),
  number: Type.String(),
  url: Type.Optional(Type.String({ description: 'Where the parcel can be followed, if known' })),
});

export const OrderStep = Type.Object({
  status: Type.Enum([...orderStatuses]),
  at: Type.String({ format: 'date-time' }),
  amount: Type.Optional(Type.Number({ description: 'Dollars that went back to the wallet' })),
  tracking: Type.Optional(Tracking),
  invoice: Type.Optional(
    Type.String({ description: 'The number of the credit note, once it is issued' }),
  ),
});
export type OrderStep = Type.Static<typeof OrderStep>;

export const Order = Type.Object({
  id: Type.String(),
  number: OrderNumber,
  status: Type.Enum([...orderStatuses], {
    description: 'refunded: the whole total went back after the order was shipped',
  }),
  placedAt: Type.String({ format: 'date-time' }),
  address: Type.String(),
  lines: Type.Array(OrderLine),
  total: Type.Number({ description: 'Dollars' }),
  refunded: Type.Number({ description: 'Dollars of the total that went back to the wallet' }),
  deliverBy: DeliverBy,
  tracking: Type.Optional(Tracking),
  parcels: Type.Optional(
    Type.Array(Tracking, { description: 'Only if there are several; `tracking` is the last' }),
  ),
  invoice: Type.Optional(
    Type.String({
      description: 'The number of the invoice, like 2026-000123, once it is issued',
    }),
  ),
  history: Type.Optional(
    Type.Array(OrderStep, {
      description:
        'Oldest first, from the placing on. A second `shipped` corrects the last parcel or adds one; a second `placed` the address, or with an amount takes units out; other backends may have no history',
    }),
  ),
});
export type Order = Type.Static<typeof Order>;

const DocumentLine = Type.Object({
  name: Type.String(),
  qty: Type.Integer(),
  cost: Type.Number({ description: 'Dollars per unit' }),
  amount: Type.Number({ description: 'Dollars' }),
  taxPercent: Type.Optional(Type.Number({ description: 'Not without tax' })),
});

const DocumentTax = Type.Object({
  name: Type.String({ description: 'Like VAT' }),
  percent: Type.Number(),
  net: Type.Number({ description: 'Dollars' }),
  tax: Type.Number({ description: 'Dollars' }),
  gross: Type.Number({ description: 'Dollars' }),
});

/** An invoice or a credit note. It never changes, even if shop, products and account do. */
export const Invoice = Type.Object({
  number: Type.String(),
  issuedOn: Type.String({ format: 'date', description: 'A day of the shop’s time zone then' }),
  suppliedOn: Type.String({
    format: 'date',
    description: 'The day of the order, or of the cancellation or refund',
  }),
  seller: Type.String({ description: 'The seller when the order was placed, in lines' }),
  buyer: Type.Optional(
    Type.String({
      description: 'The address of the order, in lines, for the years that the shop keeps it',
    }),
  ),
  lines: Type.Array(DocumentLine, {
    description: 'What was bought, or what goes back; empty for a refund of an amount',
  }),
  taxes: Type.Array(DocumentTax, { description: 'By rate; empty without tax' }),
  total: Type.Number({ description: 'Dollars' }),
});
export type Invoice = Type.Static<typeof Invoice>;

/** The reply to a call by the number of an invoice has the invoice, too. */
export const FoundOrder = Type.Object({
  ...Order.properties,
  document: Type.Optional(Invoice),
});
export type FoundOrder = Type.Static<typeof FoundOrder>;

export const OrderList = Type.Array(Order, {
  description: `Newest first; ${ORDERS_PAGE_SIZE} without a limit`,
});

export const OrderNameParams = Type.Object({
  id: Type.String({
    description:
      'The id; the number in any case, or at least four characters of its start or end; or the number of an invoice or a credit note',
  }),
});

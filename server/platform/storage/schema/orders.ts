/** Carts, orders and invoices. */
import type { Generated, Selectable } from 'kysely';
import type { OrderStatus } from '../../../../contract/orders.ts';

export interface CartItemsTable {
  user_id: string;
  /** Not a foreign key: the line of a product that is removed stays, and is shown as such. */
  product_id: string;
  qty: number;
  /** The order of adding within a cart. */
  place: number;
}

export interface OrdersTable {
  id: string;
  user_id: string;
  /** The address that was selected; it may be deleted by now. */
  address_id: string;
  /** The text of the address at that time. */
  address: string;
  total_cents: number;
  /** The wallet's balance right after, which the reply to a repeated request contains. */
  balance_after_cents: number;
  /** Unique within a user's orders. */
  idempotency_key: string | null;
  placed_at: number;
  /** 'placed' by default. */
  status: Generated<OrderStatus>;
  /** The amount that went back to the wallet by a cancellation or by refunds; 0 by default. */
  refunded_cents: Generated<number>;
  /** The short number, without its hyphen; unique. */
  number: string;
  /** The number of the invoice, once it is issued. */
  invoice: Generated<string | null>;
  /** The `sale_terms` when it was placed; null if the shop had no identity: it gets no invoice. */
  terms: number | null;
}
export type OrderRow = Selectable<OrdersTable>;

export interface OrderItemsTable {
  order_id: string;
  /** Counts from 0 in the order of the cart. */
  line: number;
  product_id: string;
  name: string;
  cost_cents: number;
  qty: number;
  /** Units that the order took from counted stock: the quantity, or 0 if the product's stock wasn't counted. */
  taken: number;
  /** The rate of the tax that the price includes, in thousandths of a percent; null without tax. */
  tax_rate: number | null;
}
export type OrderItemRow = Selectable<OrderItemsTable>;

/** The history of an order, but for its beginning: that is the order itself. Rows are only added. */
export interface OrderChangesTable {
  order_id: string;
  /** Counts from 1 in the order of time. */
  number: number;
  kind: OrderChangeKind;
  /** The amount that went back to the wallet; 0 for 'shipped'. */
  amount_cents: number;
  made_by: 'shopper' | 'operator';
  note: string | null;
  /** Names the request, so that its repetition changes nothing. Unique within an order. */
  request_key: string | null;
  made_at: number;
  /** Who carries the parcel; only with 'shipped' and 'tracked'. */
  carrier: string | null;
  /** The parcel's number. */
  tracking: string | null;
  /** The number of the credit note for the amount, once it is issued. */
  invoice: Generated<string | null>;
  /** The order's, if it gets a credit note. */
  terms: number | null;
}
export type OrderChangeRow = Selectable<OrderChangesTable>;

/** The shopper and receivers of webhooks see these. 'tracked' corrects the parcel, and leaves the status as it is. */
export type PublicChangeKind = Exclude<OrderStatus, 'placed'> | 'tracked';
/** Only operators see the others: a note, and goods that come back without a refund. They leave the status as it is. */
export type OrderChangeKind = PublicChangeKind | 'noted' | 'restocked';

/** The lines that a refund concerns, or goods that come back. Rows are only added. */
export interface OrderReturnsTable {
  order_id: string;
  /** That of the change. */
  number: number;
  line: number;
  /** Units whose cost went back to the wallet. */
  refunded: number;
  /** Units that went back to stock. */
  restocked: number;
}
export type OrderReturnRow = Selectable<OrderReturnsTable>;

/** Legal facts of the shop. `shop import` adds a row if it changes them; no row ever changes. */
export interface SaleTermsTable {
  /** Counts from 1. */
  number: number;
  /** The seller on documents, in lines. */
  seller: string;
  /** Like `VAT`; null without tax. */
  tax_name: string | null;
  time_zone: string;
  /** How long documents keep the address of the buyer, after the year in which they were issued. */
  document_years: number;
  /** When they began; null for those of documents of release 1.0.0, whose tax may follow other rules. */
  since: number | null;
}
export type SaleTermsRow = Selectable<SaleTermsTable>;

/** The rates of tax of `sale_terms`. */
export interface SaleRatesTable {
  terms: number;
  key: string;
  /** Thousandths of a percent. */
  rate: number;
  /** 1 for the one of products that name none, else 0. */
  usual: number;
}

/** Invoices and credit notes. Rows are only added, and never changed, except that `buyer` is removed in the end. */
export interface InvoicesTable {
  /** Like `2026-000123`. */
  number: string;
  /** That of `issued_on`. */
  year: number;
  /** Counts from 1 in each year, without a gap. */
  sequence: number;
  order_id: string;
  /** 0 for the invoice of an order; that of the change which a credit note is for. */
  change_number: number;
  amount_cents: number;
  /** The day of issue in the shop's time zone at that time, like `2026-11-25`; never earlier than that of the number before. */
  issued_on: string;
  /** The day of the order, or of the change. */
  supplied_on: string;
  /** The address of the order; null once it need not be kept. */
  buyer: string | null;
}
export type InvoiceRow = Selectable<InvoicesTable>;

/** What a document has of each rate of tax. */
export interface InvoiceTaxesTable {
  number: string;
  /** Thousandths of a percent. */
  rate: number;
  gross_cents: number;
  tax_cents: number;
}
export type InvoiceTaxRow = Selectable<InvoiceTaxesTable>;

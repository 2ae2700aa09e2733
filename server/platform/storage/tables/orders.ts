/** Carts, orders and invoices. */
import { QUANTITY_MAX } from '../../../../contract/limits.ts';
import { orderChangeKinds, orderStatuses } from '../../../../contract/orders.ts';
import { cents, flag, integer, table, text, time, union } from './columns.ts';

export const orders = {
  cart_items: table({
    columns: {
      user_id: text({ references: 'users.id', cascades: true }),
      /** Not a foreign key: the line of a product that is removed stays, and is shown as such. */
      product_id: text(),
      qty: integer({ check: `between 1 and ${QUANTITY_MAX}` }),
      /** The order of adding within a cart. */
      place: integer(),
    },
    key: ['user_id', 'product_id'],
  }),

  /** Legal facts of the shop. `shop import` adds a row if it changes them; no row ever changes. */
  sale_terms: table({
    columns: {
      /** Counts from 1. */
      number: integer({ key: true }),
      /** The seller on documents, in lines. */
      seller: text(),
      /** Like `VAT`; null without tax. */
      tax_name: text({ null: true }),
      time_zone: text(),
      /** How long documents keep the address of the buyer, after the year in which they were issued. */
      document_years: integer({ check: '>= 1' }),
      /** When they began. */
      since: time({ null: true }),
    },
  }),

  /** The rates of tax of `sale_terms`. */
  sale_rates: table({
    columns: {
      terms: integer({ references: 'sale_terms.number' }),
      key: text(),
      /** Thousandths of a percent. */
      rate: integer({ check: 'between 0 and 100000' }),
      /** 1 for the one of products that name none. */
      usual: flag(),
    },
    key: ['terms', 'key'],
  }),

  orders: table({
    columns: {
      id: text({ key: true }),
      user_id: text({ references: 'users.id' }),
      /** The address that was selected; it may be deleted by now. */
      address_id: text(),
      /** The text of the address at that time, or as an operator has mended it since. */
      address: text(),
      total_cents: cents({ check: '> 0' }),
      /** The wallet's balance right after, which the reply to a repeated request contains. */
      balance_after_cents: cents({ check: '>= 0' }),
      /** Unique within a user's orders. */
      idempotency_key: text({ null: true }),
      placed_at: time(),
      /** The last day of delivery that the shop promised, like `2026-11-20`. */
      deliver_by: text(),
      status: union(orderStatuses, { default: 'placed' }),
      /** The amount that went back to the wallet by a cancellation or by refunds. */
      refunded_cents: cents({ default: 0, check: 'between 0 and total_cents' }),
      /** The short number, without its hyphen. */
      number: text(),
      /** The number of the invoice, once it is issued. */
      invoice: text({ null: true }),
      /** The `sale_terms` when it was placed; null if the shop had no identity: it gets no invoice. */
      terms: integer({ null: true, references: 'sale_terms.number' }),
    },
    uniques: {
      orders_idempotency_key: ['user_id', 'idempotency_key'],
      orders_number: ['number'],
    },
    indexes: {
      orders_of_user: '(user_id, id)',
      orders_of_status: '(status, id)',
      orders_without_invoice: '(placed_at) where invoice is null and terms is not null',
    },
  }),

  order_items: table({
    columns: {
      order_id: text({ references: 'orders.id' }),
      /** Counts from 0 in the order of the cart. */
      line: integer(),
      product_id: text(),
      name: text(),
      cost_cents: cents({ check: '> 0' }),
      qty: integer({ check: '> 0' }),
      /** Units that the order took from counted stock: the quantity, or 0 if the product's stock wasn't counted. */
      taken: integer({ default: 0, check: 'between 0 and qty' }),
      /** The rate of the tax that the price includes, in thousandths of a percent; null without tax. */
      tax_rate: integer({ null: true }),
      /** Units that were taken out before the order was shipped: those of the changes 'reduced'. */
      cancelled: integer({ default: 0, check: 'between 0 and qty' }),
    },
    key: ['order_id', 'line'],
  }),

  /** The history of an order, but for its beginning: that is the order itself. Rows are only added. */
  order_changes: table({
    columns: {
      order_id: text({ references: 'orders.id' }),
      /** Counts from 1 in the order of time. */
      number: integer({ check: '>= 1' }),
      kind: union(orderChangeKinds),
      /** The amount that went back to the wallet; 0 for 'shipped'. */
      amount_cents: cents({ check: '>= 0' }),
      made_by: union(['shopper', 'operator']),
      note: text({ null: true }),
      /** Names the request, so that its repetition changes nothing. Unique within an order. */
      request_key: text({ null: true }),
      made_at: time(),
      /** Who carries the parcel; only with 'shipped', 'tracked' and 'sent'. */
      carrier: text({ null: true }),
      /** The parcel's number. */
      tracking: text({ null: true }),
      /** The number of the credit note for the amount, once it is issued. */
      invoice: text({ null: true }),
      /** The order's, if it gets a credit note. */
      terms: integer({ null: true, references: 'sale_terms.number' }),
      /** The address that this change replaced; only with 'readdressed'. */
      address: text({ null: true }),
    },
    key: ['order_id', 'number'],
    uniques: { order_changes_request_key: ['order_id', 'request_key'] },
    indexes: {
      order_changes_of_parcel: '(tracking) where tracking is not null',
      order_changes_without_invoice: '(made_at) where invoice is null and terms is not null',
    },
  }),

  /** The lines that a refund or 'reduced' concerns, or goods that come back. Rows are only added. */
  order_returns: table({
    columns: {
      order_id: text(),
      /** That of the change. */
      number: integer(),
      line: integer(),
      /** Units whose cost went back to the wallet. */
      refunded: integer({ check: '>= 0' }),
      /** Units that went back to stock. */
      restocked: integer({ check: '>= 0' }),
    },
    key: ['order_id', 'number', 'line'],
    constraints: {
      order_returns_line: 'foreign key (order_id, line) references order_items (order_id, line)',
      order_returns_change:
        'foreign key (order_id, number) references order_changes (order_id, number)',
    },
  }),

  /** Invoices and credit notes. Rows are only added, and never changed, except that `buyer` is removed in the end. */
  invoices: table({
    columns: {
      /** Like `2026-000123`. */
      number: text({ key: true }),
      /** That of `issued_on`. */
      year: integer(),
      /** Counts from 1 in each year, without a gap. */
      sequence: integer({ check: '>= 1' }),
      order_id: text({ references: 'orders.id' }),
      /** 0 for an invoice; for a credit note the number of its change. */
      change_number: integer({ check: '>= 0' }),
      amount_cents: cents({ check: '> 0' }),
      /** The day of issue in the shop's time zone at that time, like `2026-11-25`; never earlier than that of the number before. */
      issued_on: text(),
      /** The day of the order, or of the change. */
      supplied_on: text(),
      /** The address of the order; null once it need not be kept. */
      buyer: text({ null: true }),
    },
    uniques: {
      invoices_sequence: ['year', 'sequence'],
      invoices_document: ['order_id', 'change_number'],
    },
    indexes: { invoices_with_buyer: '(year) where buyer is not null' },
  }),

  /** What a document has of each rate of tax. */
  invoice_taxes: table({
    columns: {
      number: text({ references: 'invoices.number' }),
      /** Thousandths of a percent. */
      rate: integer(),
      gross_cents: cents({ check: '> 0' }),
      tax_cents: cents({ check: '>= 0' }),
    },
    key: ['number', 'rate'],
  }),
};

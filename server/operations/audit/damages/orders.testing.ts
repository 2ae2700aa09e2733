/** Violations of the invariants of orders, their history, events and invoices. */
import { anOrder, aUser, cancelledOrder, type Damages, refundedOrder } from './damage.testing.ts';

const refundedInvoice = `(select invoice from orders where id = ${refundedOrder})`;
const anInvoice = `(select invoice from orders where id = ${anOrder})`;
const creditNotes = '(select number from invoices where change_number > 0)';

export const orderDamages: Damages = {
  'every order has lines, and is their sum': {
    'a line is a cent cheaper': `
      update order_items set cost_cents = cost_cents - 1 where line = 0 and order_id = ${anOrder}`,
    'an order lost its lines': `delete from order_items where order_id = ${anOrder}`,
  },
  'the lines of an order are numbered without a gap': {
    'a line is another number': `
      update order_items set line = 5 where line = 1 and order_id = ${anOrder}`,
  },
  'every order is paid once, from the wallet of who placed it': {
    'an order is paid twice': `
      insert into ledger_entries select 'again', account, user_id, order_id, amount_cents, made_at
        from ledger_entries where order_id = ${anOrder}`,
    'an order is paid by nobody': `delete from ledger_entries where order_id = ${anOrder}`,
    'an order is paid by somebody else': `
      update ledger_entries set user_id = (select max(id) from users) where order_id = ${anOrder}`,
  },
  'every order records the balance that it left': {
    'an order says a cent less': `
      update orders set balance_after_cents = balance_after_cents - 1 where id = ${anOrder}`,
  },
  'what went back of an order is in the ledger, and a cancelled order sums to zero': {
    'a refund is not in the ledger': `update orders set refunded_cents = 5 where id = ${anOrder}`,
    'a cancelled order was refunded from another account': `
      update ledger_entries set account = 'refunds'
        where account = 'sales' and amount_cents < 0 and order_id = ${cancelledOrder}`,
  },
  'the history of an order and its status agree': {
    'an order is shipped without a history': `
      update orders set status = 'shipped' where id = ${anOrder}`,
    'a cancelled order was shipped, too': `
      insert into order_changes values
        (${cancelledOrder}, 2, 'shipped', 0, 'operator', null, null, 1, null, null, null, null, null)`,
    'a change is missing in between': `
      update order_changes set number = 7 where number = 1 and order_id = ${refundedOrder}`,
    'a change says another amount': `
      update order_changes set amount_cents = 99 where number = 1 and order_id = ${refundedOrder}`,
  },
  'every event tells of a change that happened': {
    'an order that was never shipped is told of as shipped': `
      insert into events values
        ('e', 'order.shipped', ${aUser}, ${anOrder}, 1, '{}', 1, 0, 1, null, null, 1)`,
    'a document that was never issued is told of': `
      insert into events values
        ('e', 'invoice.issued', ${aUser}, ${anOrder}, 1, '{}', 1, 0, 1, null, null, 1)`,
  },
  'invoices are numbered without a gap': {
    'a number is missing': `
      update invoices set sequence = 99 where change_number = 0 and order_id = ${anOrder}`,
  },
  'every invoice is of an order, and every credit note of what went back of one': {
    'an invoice has another amount': `
      update invoices set amount_cents = 7 where change_number = 0 and order_id = ${anOrder}`,
    'a credit note has another amount': `
      update invoices set amount_cents = 7 where change_number > 0`,
    'an order names another invoice': `
      update orders set invoice = '2001-000001' where id = ${anOrder}`,
  },
  'the number of a document has the year of its day, and days never go back': {
    'a number has another year': `
      update invoices set number = '2001-000001' where number = ${refundedInvoice};
      update invoice_taxes set number = '2001-000001' where number = ${refundedInvoice};
      update orders set invoice = '2001-000001' where id = ${refundedOrder}`,
    'a document is of the next year': `
      update invoices set issued_on = (year + 1) || '-01-01'
        where sequence = (select max(sequence) from invoices)`,
    'a document is issued before its order': `
      update invoices set supplied_on = '9999-01-01' where number = ${refundedInvoice}`,
    'a day is earlier than that of the number before': `
      update invoices set issued_on = year || '-01-01', supplied_on = year || '-01-01'
        where sequence = (select max(sequence) from invoices)`,
  },
  'every credit note comes after its invoice': {
    'a credit note has changed places with its invoice': `
      update orders set invoice = (
        select invoice from order_changes where order_id = orders.id and order_changes.number = 1)
        where id = ${cancelledOrder};
      update order_changes set invoice = (
        select invoices.number from invoices
        where invoices.order_id = order_changes.order_id and change_number = 0)
        where order_id = ${cancelledOrder};
      update invoices set change_number = 1 - change_number where order_id = ${cancelledOrder}`,
  },
  'every line has a rate of the terms of its order, which its changes share': {
    'an order lost its terms': `
      update orders set terms = null where invoice is null;
      update order_items set tax_rate = 7000 where order_id in (
        select id from orders where invoice is null)`,
    'a change has other terms': `
      update order_changes set terms = null where amount_cents > 0`,
  },
  'the tax of every invoice is that of the lines of its order': {
    'an invoice has the rate of another day': `
      update invoice_taxes set rate = 16000 where rate = 19000 and number = ${anInvoice}`,
    'an invoice has a cent of tax more': `
      update invoice_taxes set tax_cents = tax_cents + 1 where number = ${anInvoice}`,
    'an invoice has no tax': `delete from invoice_taxes where number = ${anInvoice}`,
  },
  'credit notes have no more of a rate than the invoice, and the tax of their sum': {
    'a credit note has the rate of another day': `
      update invoice_taxes set rate = 16000 where number in ${creditNotes}`,
    'each credit note has its own rounding': `
      update invoice_taxes set tax_cents = tax_cents + 1 where number = (
        select max(number) from invoices where change_number > 0)`,
    'a credit note has a cent less by rate': `
      update invoice_taxes set gross_cents = gross_cents - 1 where number in ${creditNotes}
        and gross_cents > 1`,
    'a credit note has no tax': `delete from invoice_taxes where number in ${creditNotes}`,
  },
  'no order and no credit is left out of the documents': {
    'a later order has an invoice': `
      update orders set placed_at = placed_at - 3600000 where invoice is null`,
    'a later credit has a document': `
      update order_changes set made_at = made_at - 3600000, invoice = null
        where order_id = ${cancelledOrder}`,
  },
  'no unit of an order is refunded or restocked twice': {
    'more is refunded than was bought': `
      insert into order_returns values (${refundedOrder}, 2, 0, 99, 0)`,
    'goods return with the parcel': `
      insert into order_returns values (${refundedOrder}, 1, 0, 1, 0)`,
  },
  'what refunds put back into stock is in its history': {
    'a refund put back more than stock got': `
      insert into order_returns values (${refundedOrder}, 2, 0, 0, 1)`,
  },
  "every operator's reduction of an order is in its lines": {
    'a line lacks a unit that nobody took out': `
      update order_items set cancelled = 1 where line = 0 and order_id = ${anOrder}`,
    'a line has a unit that was taken out': `
      update order_items set cancelled = 0 where cancelled > 0`,
  },
  'units are taken out and addresses mended before an order is shipped or cancelled': {
    'an address was mended after the parcel was sent': `
      update order_changes set kind = 'readdressed', address = 'before'
        where number = 2 and order_id = ${refundedOrder}`,
  },
  "every operator's change of an address has the former one, and nothing else has": {
    'a mended order lost its former address': `
      update order_changes set address = null`,
    'a shipment has one': `
      update order_changes set address = 'another' where kind = 'shipped' and order_id = ${refundedOrder}`,
  },
  "every operator's change of an order is in the log, once, and nothing else is": {
    'a refund is not in the log': `
      delete from operator_log where subject = ${refundedOrder} and reference = '2'`,
    'a shipment is in the log twice': `
      insert into operator_log select 'again', at, operator, origin, action, subject, reference, before, after
        from operator_log where subject = ${refundedOrder} and reference = '1'`,
    'the log has a change that was not made': `
      insert into operator_log values
        ('more', 1, 'somebody', 'command', 'order shipped', ${anOrder}, '1', null, null)`,
  },
};

/** Violations of the invariants of orders, their history, events and invoices. */
import { anOrder, aUser, cancelledOrder, type Damages, refundedOrder } from './damage.testing.ts';

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
        (${cancelledOrder}, 2, 'shipped', 0, 'operator', null, null, 1, null, null, null, null)`,
    'a change is missing in between': `
      update order_changes set number = 7 where number = 1 and order_id = ${refundedOrder}`,
    'a change says another amount': `
      update order_changes set amount_cents = 99 where number = 1 and order_id = ${refundedOrder}`,
  },
  'every event tells of a change that happened': {
    'an order that was never shipped is told of as shipped': `
      insert into events values
        ('e', 'order.shipped', ${aUser}, ${anOrder}, 1, '{}', 1, 0, 1, null, null, 1)`,
  },
  'no change of an order has two events': {
    'an order is told of as placed twice': `
      insert into events values
        ('e', 'order.placed', ${aUser}, ${anOrder}, 0, '{}', 1, 0, 1, null, null, 1),
        ('f', 'order.placed', ${aUser}, ${anOrder}, 0, '{}', 1, 0, 1, null, null, 1)`,
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
  'no order is left out of the invoices': {
    'a later order has an invoice': `
      update orders set placed_at = placed_at - 3600000 where invoice is null`,
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
  'no request changed an order twice': {
    'two changes have one key': `
      update order_changes set request_key = 'same' where order_id = ${refundedOrder}`,
  },
  'no idempotency key of a user has two orders': {
    'two orders of a user have one key': `
      update orders set idempotency_key = 'first' where user_id = ${aUser}`,
  },
};

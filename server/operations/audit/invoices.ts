/** Invoices have no gap, and agree with the orders, which agree with the ledger. */
import { sql } from 'kysely';
import { type Invariant, invariant, unionOf } from './invariant.ts';

/** Transactions that run at the same time may be committed in another order than they began. */
const LATE_MS = 60_000;

export const invoiceInvariants: readonly Invariant[] = [
  invariant(
    'invoices are numbered without a gap',
    sql`
      select year || ': ' || count(*) || ' invoices, up to ' || max(sequence) as sentence
      from invoices group by year
      having (min(sequence) = 1 and max(sequence) = count(*)) is not true`,
  ),
  invariant(
    'every invoice is of an order, and every credit note of what went back of one',
    unionOf([
      sql`
        select 'invoice ' || invoices.number || ': ' || amount_cents || ' cents, and its order '
          || orders.total_cents || ' cents, invoice ' || coalesce(orders.invoice, 'none') as sentence
        from invoices left join orders on orders.id = invoices.order_id
        where change_number = 0
          and (orders.total_cents = amount_cents and orders.invoice = invoices.number) is not true`,
      sql`
        select 'credit note ' || invoices.number || ': ' || invoices.amount_cents
          || ' cents, and the change of its order ' || coalesce(order_changes.amount_cents, 0)
          || ' cents' as sentence
        from invoices left join order_changes on order_changes.order_id = invoices.order_id
          and order_changes.number = change_number
        where change_number > 0 and (order_changes.amount_cents = invoices.amount_cents
          and order_changes.invoice = invoices.number) is not true`,
      sql`
        select 'order ' || orders.id || ' names invoice ' || orders.invoice || ', which is not its'
          as sentence
        from orders left join invoices on invoices.number = orders.invoice
          and invoices.order_id = orders.id and change_number = 0
        where orders.invoice is not null and invoices.number is null`,
    ]),
  ),
  invariant(
    'no order is left out of the invoices',
    sql`
      select 'order ' || id || ' has no invoice, and a later one has' as sentence from orders
      where invoice is null and terms is not null and placed_at + ${sql.lit(LATE_MS)} < (
        select max(placed_at) from orders where invoice is not null)`,
  ),
];

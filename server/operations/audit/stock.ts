/** Stock agrees with its history, and the history with the orders. */
import { sql } from 'kysely';
import { type Invariant, invariant, unionOf } from './invariant.ts';

/** The units that each order took of a product, that returned before it was shipped, and that its refunds put back. */
const ofOrders = sql`(
  select order_id, product_id,
    -sum(case when reason = 'order' then units else 0 end) as taken,
    sum(case when reason = 'return' then units else 0 end) as restocked,
    sum(case when reason not in ('order', 'return') then units else 0 end) as returned
  from stock_changes where order_id is not null group by order_id, product_id)`;

export const stockInvariants: readonly Invariant[] = [
  invariant(
    'stock is the sum of its changes, and of no change where it is not counted',
    sql`
      select 'product ' || coalesce(id, product_id) || ': ' || coalesce(stock, 0)
        || ' units, and ' || coalesce(units, 0) || ' in its history' as sentence
      from products full join (
        select product_id, sum(units) as units from stock_changes group by product_id
      ) as history on product_id = id
      where coalesce(stock, 0) <> coalesce(units, 0)`,
  ),
  invariant(
    'every order took from stock what its lines say',
    unionOf([
      sql`
        select 'order ' || order_items.order_id || ': ' || order_items.taken || ' of '
          || order_items.product_id || ', and ' || coalesce(history.taken, 0) || ' in its history'
          as sentence
        from order_items left join ${ofOrders} as history
          on history.order_id = order_items.order_id
          and history.product_id = order_items.product_id
        where order_items.taken <> coalesce(history.taken, 0)`,
      sql`
        select 'order ' || history.order_id || ' has no line of ' || history.product_id as sentence
        from ${ofOrders} as history left join order_items
          on order_items.order_id = history.order_id
          and order_items.product_id = history.product_id
        where order_items.order_id is null`,
    ]),
  ),
  invariant(
    'an order returns to stock what it took, or less, and only if it is cancelled or reduced',
    sql`
      select 'order ' || orders.id || ', ' || status || ': ' || returned || ' of ' || history.taken
        || ' units of ' || history.product_id || ' returned' as sentence
      from orders join ${ofOrders} as history on history.order_id = orders.id
        left join order_items on order_items.order_id = orders.id
          and order_items.product_id = history.product_id
      where (returned between 0 and (
        case when status = 'cancelled' or cancelled > history.taken
          then history.taken else coalesce(cancelled, 0) end
      )) is not true`,
  ),
  invariant(
    'what refunds put back into stock is in its history',
    sql`
      select 'order ' || order_items.order_id || ': ' || coalesce(put_back, 0) || ' of '
        || order_items.product_id || ' went back, and ' || coalesce(history.restocked, 0)
        || ' in the history of its stock' as sentence
      from order_items left join (
        select order_id, line, sum(restocked) as put_back from order_returns
        group by order_id, line
      ) as returned on returned.order_id = order_items.order_id and returned.line = order_items.line
      left join ${ofOrders} as history on history.order_id = order_items.order_id
        and history.product_id = order_items.product_id
      where coalesce(put_back, 0) <> coalesce(history.restocked, 0)`,
  ),
  invariant(
    "every operator's change of stock is in the log",
    sql`
      select 'product ' || product_id || ', change ' || number as sentence
      from stock_changes
      where reason in ('import', 'update', 'removal') and not exists (
        select 1 from operator_log
        where at = made_at and action = case reason when 'removal' then 'products removed' else 'products changed' end)`,
  ),
];

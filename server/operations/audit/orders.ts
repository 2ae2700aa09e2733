/** Orders agree with their lines, their history and the ledger. */
import { type RawBuilder, sql } from 'kysely';
import {
  type OrderStatus,
  orderChangeKinds,
  orderChanges,
  orderStatuses,
} from '../../../contract/orders.ts';
import { type Invariant, invariant, unionOf } from './invariant.ts';
import { granted } from './money.ts';

/** What holds for the history of an order with this status. */
const histories: Readonly<Record<OrderStatus, RawBuilder<unknown>>> = {
  placed: sql`changes is null and refunded_cents < total_cents`,
  cancelled: sql`first = 'cancelled' and changes = 1`,
  shipped: sql`first = 'shipped' and changes = refunds + 1 and refunded_cents < total_cents`,
  refunded: sql`first = 'shipped' and changes = refunds + 1 and refunded_cents = total_cents`,
};

/** A note, another parcel or address, units that are taken out, and returned goods don't change the status. */
const keepingStatus = orderChangeKinds.filter((kind) => orderChanges[kind] !== kind);
const statusOf = sql`case when kind in (${sql.join(keepingStatus.map((kind) => sql.lit(kind)))})
  then null else kind end`;

export const orderInvariants: readonly Invariant[] = [
  invariant(
    'every order has lines, and is their sum',
    sql`
      select 'order ' || id || ': ' || total_cents || ' cents, and its lines '
        || coalesce(cast(cents as text), 'are missing') as sentence
      from orders left join (
        select order_id, sum(cost_cents * qty) as cents from order_items group by order_id
      ) as lines on lines.order_id = orders.id
      where total_cents is distinct from cents`,
  ),
  invariant(
    'the lines of an order are numbered without a gap',
    sql`
      select 'order ' || order_id || ': ' || count(*) || ' lines, up to ' || max(line) as sentence
      from order_items group by order_id
      having (min(line) = 0 and max(line) = count(*) - 1) is not true`,
  ),
  invariant(
    'every order is paid once, from the wallet of who placed it',
    sql`
      select 'order ' || id || ': ' || total_cents || ' cents; '
        || coalesce(debits, 0) || ' debits of ' || coalesce(debited, 0) || ' cents, '
        || coalesce(credits, 0) || ' sales of ' || coalesce(credited, 0) || ' cents' as sentence
      from orders left join (
        select order_id, min(user_id) as payer, max(user_id) as other_payer,
          sum(case when account = 'wallet' and amount_cents < 0 then 1 end) as debits,
          sum(case when account = 'wallet' and amount_cents < 0 then -amount_cents end) as debited,
          sum(case when account = 'sales' and amount_cents > 0 then 1 end) as credits,
          sum(case when account = 'sales' and amount_cents > 0 then amount_cents end) as credited
        from ledger_entries where order_id is not null group by order_id
      ) as paid on paid.order_id = orders.id
      where (debits = 1 and credits = 1 and debited = total_cents and credited = total_cents
        and payer = user_id and other_payer = user_id) is not true`,
  ),
  // After a single grant and without refunds the balance only falls, so sorting by balance sorts orders by time.
  invariant(
    'every order records the balance that it left',
    sql`
      select 'order ' || id || ': ' || balance_after_cents || ' cents, not ' || expected as sentence
      from (
        select id, balance_after_cents, granted.cents - sum(total_cents) over (
          partition by orders.user_id order by balance_after_cents desc, id) as expected
        from orders join ${granted} as granted on granted.user_id = orders.user_id
        where granted.times = 1 and orders.user_id not in (
          select user_id from orders where refunded_cents > 0)
      ) as placed
      where balance_after_cents <> expected`,
  ),
  invariant(
    'what went back of an order is in the ledger, and a cancelled order sums to zero',
    sql`
      select 'order ' || id || ', ' || status || ': ' || refunded_cents || ' of ' || total_cents
        || ' cents went back; in the ledger ' || coalesce(reversed, 0) || ' from sales and '
        || coalesce(refunded, 0) || ' from refunds' as sentence
      from orders left join (
        select order_id,
          -sum(case when account = 'sales' and amount_cents < 0 then amount_cents end) as reversed,
          -sum(case when account = 'refunds' then amount_cents end) as refunded
        from ledger_entries where order_id is not null group by order_id
      ) as credit on credit.order_id = orders.id
      left join (
        select order_id, sum(amount_cents) as cents from order_changes where kind = 'reduced'
        group by order_id
      ) as reduction on reduction.order_id = orders.id
      where coalesce(reversed, 0)
          <> case when status = 'cancelled' then total_cents else coalesce(reduction.cents, 0) end
        or coalesce(reversed, 0) + coalesce(refunded, 0) <> refunded_cents`,
  ),
  invariant(
    'the history of an order and its status agree',
    sql`
      select 'order ' || id || ' is ' || status || ', with ' || refunded_cents || ' of '
        || total_cents || ' cents refunded; its history: ' || coalesce(changes, 0) || ' changes, '
        || coalesce(cents, 0) || ' cents' as sentence
      from orders left join (
        select order_id, nullif(count(status), 0) as changes, sum(amount_cents) as cents,
          max(number) - count(*) as missing, max(case when place = 1 then status end) as first,
          sum(case when status = 'refunded' then 1 else 0 end) as refunds
        from (
          select order_changes.*, ${statusOf} as status, row_number() over (
            partition by order_id, ${statusOf} is null order by number) as place
          from order_changes
        ) as steps group by order_id
      ) as history on history.order_id = orders.id
      where (case status
        ${sql.join(
          orderStatuses.map((status) => sql`when ${sql.lit(status)} then ${histories[status]}`),
          sql` `,
        )}
        end and coalesce(cents, 0) = refunded_cents and coalesce(missing, 0) = 0
      ) is not true`,
  ),
  invariant(
    'no unit of an order is refunded or restocked twice',
    sql`
      select 'order ' || order_items.order_id || ': ' || refunded || ' refunded and ' || restocked
        || ' restocked of ' || qty || ' ' || product_id as sentence
      from order_items join (
        select order_returns.order_id, line, sum(refunded) as refunded, sum(restocked) as restocked,
          sum(case
            when kind = 'refunded' or kind = 'restocked' and refunded = 0
              or kind = 'reduced' and restocked = 0 then 0 else 1
          end) as others
        from order_returns left join order_changes
          on order_changes.order_id = order_returns.order_id
          and order_changes.number = order_returns.number
        group by order_returns.order_id, line
      ) as returned on returned.order_id = order_items.order_id and returned.line = order_items.line
      where refunded > qty or restocked > qty - cancelled or others > 0`,
  ),
  invariant(
    "every operator's reduction of an order is in its lines",
    sql`
      select 'order ' || order_items.order_id || ': ' || cancelled || ' ' || product_id
        || ' taken out, and ' || coalesce(units, 0) || ' by its history' as sentence
      from order_items left join (
        select order_returns.order_id, line, sum(refunded) as units
        from order_returns join order_changes
          on order_changes.order_id = order_returns.order_id
          and order_changes.number = order_returns.number
        where kind = 'reduced' group by order_returns.order_id, line
      ) as reduction on reduction.order_id = order_items.order_id
        and reduction.line = order_items.line
      where cancelled <> coalesce(units, 0)`,
  ),
  invariant(
    'units are taken out and addresses mended before an order is shipped or cancelled',
    sql`
      select 'order ' || late.order_id || ' was ' || late.kind || ' after it was ' || earlier.kind
        as sentence
      from order_changes as late join order_changes as earlier
        on earlier.order_id = late.order_id and earlier.number < late.number
      where late.kind in ('reduced', 'readdressed') and earlier.kind in ('shipped', 'cancelled')`,
  ),
  invariant(
    "every operator's change of an address has the former one, and nothing else has",
    sql`
      select 'order ' || order_id || ', change ' || order_changes.number || ', ' || kind
        as sentence
      from order_changes join orders on orders.id = order_id join users on users.id = user_id
      where (order_changes.address is not null) <> (kind = 'readdressed' and erased_at is null)`,
  ),
  invariant(
    "every operator's change of an order is in the log, once, and nothing else is",
    unionOf([
      sql`
        select 'order ' || order_id || ', change ' || number || ': ' || count(id) || ' entries'
          as sentence
        from order_changes left join operator_log
          on subject = order_id and reference = cast(number as text)
          and action = 'order ' || kind
        where made_by = 'operator'
        group by order_id, number having count(id) <> 1`,
      sql`
        select 'entry ' || id || ' is of a change that order ' || subject || ' lacks' as sentence
        from operator_log left join order_changes
          on order_id = subject and cast(number as text) = reference
          and action = 'order ' || kind and made_by = 'operator'
        where action like 'order %' and order_id is null`,
    ]),
  ),
];

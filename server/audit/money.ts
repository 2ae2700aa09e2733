/** Wallets, orders and the ledger agree with each other. */
import { sql } from 'kysely';
import { OPENING_BALANCE_CENTS } from '../../contract/limits.ts';
import { type Invariant, invariant } from './invariant.ts';

const granted = sql`(
  select user_id, -sum(amount_cents) as cents, count(*) as times
  from ledger_entries where account = 'grants' group by user_id)`;
const spent = sql`(select user_id, sum(total_cents) as cents from orders group by user_id)`;

const wallets: readonly Invariant[] = [
  invariant(
    'every user has a wallet',
    sql`
      select 'user ' || id || ' has no wallet' as sentence
      from users left join wallets on wallets.user_id = users.id where wallets.user_id is null`,
  ),
  invariant(
    'no wallet is below zero',
    sql`
      select 'wallet of ' || user_id || ': ' || balance_cents || ' cents' as sentence
      from wallets where (balance_cents >= 0) is not true`,
  ),
  invariant(
    'every user was granted the opening balance',
    sql`
      select 'user ' || id || ': ' || coalesce(cents, 0) || ' cents' as sentence
      from users left join ${granted} as granted on granted.user_id = users.id
      where coalesce(cents, 0) < ${sql.lit(OPENING_BALANCE_CENTS)}`,
  ),
  invariant(
    'every wallet is its grants less its orders',
    sql`
      select 'wallet of ' || wallets.user_id || ': ' || balance_cents || ' cents, of '
        || coalesce(granted.cents, 0) || ' granted and ' || coalesce(spent.cents, 0) || ' spent'
        as sentence
      from wallets
      left join ${granted} as granted on granted.user_id = wallets.user_id
      left join ${spent} as spent on spent.user_id = wallets.user_id
      where balance_cents <> coalesce(granted.cents, 0) - coalesce(spent.cents, 0)`,
  ),
  invariant(
    'every wallet is the sum of its ledger entries',
    sql`
      select 'wallet of ' || wallets.user_id || ': ' || balance_cents || ' cents, and '
        || coalesce(booked.cents, 0) || ' in the ledger' as sentence
      from wallets
      left join (
        select user_id, sum(amount_cents) as cents
        from ledger_entries where account = 'wallet' group by user_id
      ) as booked on booked.user_id = wallets.user_id
      where balance_cents <> coalesce(booked.cents, 0)`,
  ),
];

const ledger: readonly Invariant[] = [
  invariant(
    'every ledger transaction sums to zero',
    sql`
      select 'transaction ' || transaction_id || ': ' || sum(amount_cents) || ' cents' as sentence
      from ledger_entries group by transaction_id having sum(amount_cents) <> 0`,
  ),
  invariant(
    'the whole ledger sums to zero',
    sql`
      select sum(amount_cents) || ' cents' as sentence
      from ledger_entries having sum(amount_cents) <> 0`,
  ),
  // Two entries of one user and one moment: from grants to the wallet, or from the wallet to sales for an order.
  invariant(
    'every ledger transaction is a grant or a payment',
    sql`
      select 'transaction ' || transaction_id || ': ' || count(*) || ' entries' as sentence
      from ledger_entries group by transaction_id
      having (count(*) = 2 and min(user_id) = max(user_id) and min(made_at) = max(made_at)
        and (
          (sum(case when account = 'grants' and amount_cents < 0 then 1 end) = 1
            and sum(case when account = 'wallet' and amount_cents > 0 then 1 end) = 1
            and count(order_id) = 0)
          or (sum(case when account = 'wallet' and amount_cents < 0 then 1 end) = 1
            and sum(case when account = 'sales' and amount_cents > 0 then 1 end) = 1
            and count(order_id) = 2 and min(order_id) = max(order_id))
        )) is not true`,
  ),
];

const orders: readonly Invariant[] = [
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
          sum(case when account = 'wallet' then 1 end) as debits,
          sum(case when account = 'wallet' then -amount_cents end) as debited,
          sum(case when account = 'sales' then 1 end) as credits,
          sum(case when account = 'sales' then amount_cents end) as credited
        from ledger_entries where order_id is not null group by order_id
      ) as paid on paid.order_id = orders.id
      where (debits = 1 and credits = 1 and debited = total_cents and credited = total_cents
        and payer = user_id and other_payer = user_id) is not true`,
  ),
  // With a single grant the balance only falls, so balances are in the order of the orders.
  invariant(
    'every order records the balance that it left',
    sql`
      select 'order ' || id || ': ' || balance_after_cents || ' cents, not ' || expected as sentence
      from (
        select id, balance_after_cents, granted.cents - sum(total_cents) over (
          partition by orders.user_id order by balance_after_cents desc, id) as expected
        from orders join ${granted} as granted on granted.user_id = orders.user_id
        where granted.times = 1
      ) as placed
      where balance_after_cents <> expected`,
  ),
  invariant(
    'no idempotency key of a user has two orders',
    sql`
      select 'key ' || idempotency_key || ' of ' || user_id || ': ' || count(*) || ' orders'
        as sentence
      from orders where idempotency_key is not null
      group by user_id, idempotency_key having count(*) > 1`,
  ),
];

export const moneyInvariants: readonly Invariant[] = [...wallets, ...ledger, ...orders];

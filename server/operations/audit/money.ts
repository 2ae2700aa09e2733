/** Wallets and the ledger agree with each other and with the orders. */
import { type RawBuilder, sql } from 'kysely';
import { OPENING_BALANCE_CENTS } from '../../../contract/limits.ts';
import type { LedgerAccount } from '../../platform/storage/schema.ts';
import { type Invariant, invariant } from './invariant.ts';

/** The cents that each user was granted, and the number of grants. */
export const granted = sql`(
  select user_id, -sum(amount_cents) as cents, count(*) as times
  from ledger_entries where account = 'grants' group by user_id)`;
const spent = sql`(
  select user_id, sum(total_cents - refunded_cents) as cents from orders group by user_id)`;

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

/** Whether a ledger transaction debits one account and credits the other. */
function isMove(debit: LedgerAccount, credit: LedgerAccount): RawBuilder<unknown> {
  return sql`(sum(case when account = ${sql.lit(debit)} and amount_cents < 0 then 1 end) = 1
    and sum(case when account = ${sql.lit(credit)} and amount_cents > 0 then 1 end) = 1)`;
}

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
  // A transaction has two entries of one user and one moment. All but grants belong to one order.
  invariant(
    'every ledger transaction is a grant, a payment, a cancellation or a refund',
    sql`
      select 'transaction ' || transaction_id || ': ' || count(*) || ' entries' as sentence
      from ledger_entries group by transaction_id
      having (count(*) = 2 and min(user_id) = max(user_id) and min(made_at) = max(made_at)
        and (
          (${isMove('grants', 'wallet')} and count(order_id) = 0)
          or (count(order_id) = 2 and min(order_id) = max(order_id) and (
            ${isMove('wallet', 'sales')} or ${isMove('sales', 'wallet')}
            or ${isMove('refunds', 'wallet')}))
        )) is not true`,
  ),
];

export const moneyInvariants: readonly Invariant[] = [...wallets, ...ledger];

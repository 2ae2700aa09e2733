/** Wallets and the ledger agree with each other and with the orders. */
import { type RawBuilder, sql } from 'kysely';
import type { LedgerAccount } from '../../platform/storage/schema.ts';
import { type Invariant, invariant } from './invariant.ts';

/** The cents that each user has from elsewhere than orders, and the number of these transactions. */
export const granted = sql`(
  select user_id, -sum(amount_cents) as cents, count(*) as times
  from ledger_entries where account in ('grants', 'received', 'forfeits') group by user_id)`;
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
    'every wallet was opened with a grant of its opening balance',
    sql`
      select 'wallet of ' || user_id || ': no grant of ' || opening_cents || ' cents' as sentence
      from wallets where opening_cents <> 0 and not exists (
        select 1 from ledger_entries as entry
        where entry.user_id = wallets.user_id and account = 'grants'
          and amount_cents = -opening_cents)`,
  ),
  invariant(
    'every wallet is what it was given less its orders',
    sql`
      select 'wallet of ' || wallets.user_id || ': ' || balance_cents || ' cents, of '
        || coalesce(granted.cents, 0) || ' given and ' || coalesce(spent.cents, 0) || ' spent'
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
  // Both entries of a transaction have the same user and time, and the same order or none.
  invariant(
    'every ledger transaction moves money between a wallet and an account that may do so',
    sql`
      select 'transaction ' || transaction_id || ': ' || count(*) || ' entries' as sentence
      from ledger_entries group by transaction_id
      having (count(*) = 2 and min(user_id) = max(user_id) and min(made_at) = max(made_at)
        and (
          (count(order_id) = 0 and (
            ${isMove('grants', 'wallet')} or ${isMove('wallet', 'grants')}
            or ${isMove('received', 'wallet')} or ${isMove('wallet', 'received')}
            or ${isMove('wallet', 'forfeits')}))
          or (count(order_id) = 2 and min(order_id) = max(order_id) and (
            ${isMove('wallet', 'sales')} or ${isMove('sales', 'wallet')}
            or ${isMove('refunds', 'wallet')}))
        )) is not true`,
  ),
  invariant(
    "every operator's change of a wallet is in the log, once",
    sql`
      select 'ledger transaction ' || transaction_id || ': ' || count(id) || ' entries' as sentence
      from ledger_notes left join operator_log
        on subject = user_id and reference = transaction_id and action = 'wallet changed'
      group by transaction_id having count(id) <> 1`,
  ),
];

export const moneyInvariants: readonly Invariant[] = [...wallets, ...ledger];

/** No operator changes orders, wallets or stock without an entry in the log, and none is there without its change. */
import { sql } from 'kysely';
import { type Invariant, invariant, unionOf } from './invariant.ts';

export const operatorLogInvariants: readonly Invariant[] = [
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
  invariant(
    "every operator's change of a wallet is in the log, once",
    sql`
      select 'ledger transaction ' || transaction_id || ': ' || count(id) || ' entries' as sentence
      from ledger_notes left join operator_log
        on subject = user_id and reference = transaction_id and action = 'wallet changed'
      group by transaction_id having count(id) <> 1`,
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

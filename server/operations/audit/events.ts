/** Events agree with their orders and accounts. */
import { sql } from 'kysely';
import { type Invariant, invariant } from './invariant.ts';

export const eventInvariants: readonly Invariant[] = [
  invariant(
    'every event tells of a change that happened',
    sql`
      select 'event ' || events.id || ': ' || type || ' of order ' || coalesce(events.order_id, 'none')
        || ', which has ' || coalesce(kind, 'nothing') || ' as number ' || events.number as sentence
      from events
        left join order_changes on order_changes.order_id = events.order_id
          and order_changes.number = events.number
        left join invoices on invoices.order_id = events.order_id
          and change_number = events.number
      where type <> case
        when events.order_id is null then 'account.erased'
        when type = 'invoice.issued' and invoices.number is not null then 'invoice.issued'
        when events.number = 0 then 'order.placed'
        else 'order.' || coalesce(kind, 'nothing')
      end`,
  ),
];

/** Erased accounts keep no personal data. */
import { sql } from 'kysely';
import { tableList } from '../../platform/storage/tables/tables.ts';
import { type Invariant, invariant, unionOf } from './invariant.ts';

/** What is deleted with an account that has neither money nor orders, and notes. */
const emptied = [
  ...tableList.filter(({ columns }) =>
    columns.some(({ name, cascades }) => name === 'user_id' && cascades),
  ),
  { name: 'ledger_notes' },
].map(({ name }) => name);

export const erasureInvariants: readonly Invariant[] = [
  invariant(
    'nothing of a person is kept of an erased account',
    unionOf([
      sql`
        select 'user ' || id || ' is still named ' || username as sentence from users
        where erased_at is not null and not (username like 'erased-%' and length(username) = 23)`,
      ...emptied.map(
        (table) => sql`
          select 'user ' || users.id || ${sql.lit(` still has rows in ${table}`)} as sentence
          from users where erased_at is not null and exists (
            select 1 from ${sql.table(table)} as own where own.user_id = users.id)`,
      ),
      sql`
        select 'order ' || orders.id || ' still has an address or a key' as sentence
        from orders join users on users.id = orders.user_id
        where erased_at is not null
          and ((address <> '' and (terms is null or invoice is not null)) or address_id <> '' or idempotency_key is not null)`,
      sql`
        select 'order ' || orders.id || ' still has a note, a key, a parcel or an address in its history' as sentence
        from order_changes join orders on orders.id = order_changes.order_id
          join users on users.id = orders.user_id
        where erased_at is not null and (note is not null or request_key is not null or tracking is not null
            or order_changes.address is not null)`,
      sql`
        select 'event ' || events.id || ' still names the person' as sentence
        from events join users on users.id = events.user_id
        where erased_at is not null and order_id is not null
          and payload not like '%"username":"' || username || '"%'`,
    ]),
  ),
  invariant(
    'no document keeps the address of its buyer longer than the shop says',
    sql`
      select 'invoice ' || number || ' still has an address' as sentence from invoices
      where buyer is not null and year + 1 < (select max(year) from invoices) - (
        select document_years from sale_terms order by number desc limit 1)`,
  ),
];

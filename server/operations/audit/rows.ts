/** Rows: references, uniqueness and ranges. */
import { sql } from 'kysely';
import {
  ADDRESSES_MAX,
  COST_MAX_CENTS,
  COST_MIN_CENTS,
  DEVICES_MAX,
  PASSKEYS_MAX,
  QUANTITY_MAX,
  RATING_MAX,
  RECOVERY_CODES,
} from '../../../contract/limits.ts';
import type { Schema } from '../../platform/storage/schema.ts';
import { unionColumns } from '../../platform/storage/unions.ts';
import { SEGMENT_SIZE } from '../../search-engine/interface.ts';
import { type Invariant, invariant, unionOf } from './invariant.ts';

type Table = keyof Schema;

/** A cart line does not reference its product, because it outlives the product. */
const references: readonly [child: Table, column: string, parent: Table, key?: string][] = [
  ['sessions', 'user_id', 'users'],
  ['devices', 'user_id', 'users'],
  ['login_events', 'user_id', 'users'],
  ['recovery_codes', 'user_id', 'users'],
  ['passkeys', 'user_id', 'users'],
  ['cart_items', 'user_id', 'users'],
  ['addresses', 'user_id', 'users'],
  ['wallets', 'user_id', 'users'],
  ['orders', 'user_id', 'users'],
  ['order_items', 'order_id', 'orders'],
  ['order_changes', 'order_id', 'orders'],
  ['order_returns', 'order_id', 'orders'],
  ['invoices', 'order_id', 'orders'],
  ['orders', 'terms', 'sale_terms', 'number'],
  ['order_changes', 'terms', 'sale_terms', 'number'],
  ['sale_rates', 'terms', 'sale_terms', 'number'],
  ['invoice_taxes', 'number', 'invoices', 'number'],
  ['stock_changes', 'order_id', 'orders'],
  ['ledger_entries', 'user_id', 'users'],
  ['ledger_notes', 'user_id', 'users'],
  ['ledger_entries', 'order_id', 'orders'],
  ['events', 'user_id', 'users'],
  ['events', 'order_id', 'orders'],
  ['product_pictures', 'product_id', 'products'],
];

/** Nulls count as distinct. */
const uniques: readonly [table: Table, columns: string[]][] = [
  ['users', ['id']],
  ['users', ['username_key']],
  ['sessions', ['token_hash']],
  ['devices', ['device_hash']],
  ['passkeys', ['id']],
  ['login_events', ['user_id', 'day', 'kind', 'browser']],
  ['recovery_codes', ['code_hash']],
  ['products', ['id']],
  ['products', ['position']],
  ['cart_items', ['user_id', 'product_id']],
  ['cart_items', ['user_id', 'place']],
  ['addresses', ['id']],
  ['addresses', ['user_id', 'place']],
  ['wallets', ['user_id']],
  ['orders', ['id']],
  ['orders', ['number']],
  ['order_items', ['order_id', 'line']],
  ['order_changes', ['order_id', 'number']],
  ['order_returns', ['order_id', 'number', 'line']],
  ['invoice_taxes', ['number', 'rate']],
  ['sale_terms', ['number']],
  ['sale_rates', ['terms', 'key']],
  ['invoices', ['number']],
  ['invoices', ['year', 'sequence']],
  ['invoices', ['order_id', 'change_number']],
  ['stock_changes', ['product_id', 'number']],
  ['ledger_entries', ['transaction_id', 'account']],
  ['events', ['id']],
  ['synonyms', ['number']],
  ['shop_identity', ['id']],
  ['searches', ['day', 'text']],
  ['product_pictures', ['product_id', 'place']],
  ['picture_files', ['picture', 'side', 'format']],
];

const { lit } = sql;
const ranges: readonly [
  table: Table,
  key: string,
  column: string,
  range: ReturnType<typeof sql>,
][] = [
  ['users', 'id', 'password_hash', sql`like '$argon2id$%'`],
  ['products', 'id', 'cost_cents', sql`between ${lit(COST_MIN_CENTS)} and ${lit(COST_MAX_CENTS)}`],
  ['products', 'id', 'rating_halves', sql`between 0 and ${lit(RATING_MAX * 2)}`],
  ['products', 'id', 'popularity', sql`>= 0`],
  ['products', 'id', 'active', sql`in (0, 1)`],
  ['applied_files', 'fingerprint', 'records', sql`>= 0`],
  ['cart_items', 'user_id', 'qty', sql`between 1 and ${lit(QUANTITY_MAX)}`],
  ['orders', 'id', 'total_cents', sql`> 0`],
  ['orders', 'id', 'balance_after_cents', sql`>= 0`],
  ['orders', 'id', 'refunded_cents', sql`between 0 and total_cents`],
  ['order_items', 'order_id', 'cost_cents', sql`> 0`],
  ['order_items', 'order_id', 'qty', sql`between 1 and ${lit(QUANTITY_MAX)}`],
  ['order_items', 'order_id', 'taken', sql`between 0 and qty`],
  ['searches', 'text', 'nothing_found', sql`between 0 and searches`],
  ['stock_changes', 'product_id', 'units', sql`<> 0`],
  ['ledger_entries', 'transaction_id', 'amount_cents', sql`<> 0`],
];

export const rowInvariants: readonly Invariant[] = [
  invariant(
    'every reference has its row',
    unionOf(
      references.map(([child, column, parent, key = 'id']) => {
        const [name, reference] = [sql.table(child), sql.ref(`${child}.${column}`)];
        const parentKey = sql.ref(`parent.${key}`);
        return sql`
          select ${lit(`${child} of ${parent} `)} || ${reference} as sentence
          from ${name} left join ${sql.table(parent)} as parent on ${parentKey} = ${reference}
          where ${reference} is not null and ${parentKey} is null`;
      }),
    ),
  ),
  invariant(
    'unique columns are unique',
    unionOf(
      uniques.map(([table, columns]) => {
        const refs = columns.map((column) => sql.ref(column));
        const shown = sql.join(
          refs.map((ref) => sql`cast(${ref} as text)`),
          sql` || ' ' || `,
        );
        return sql`
          select ${lit(`${table} with ${columns.join(' and ')} `)} || ${shown} || ': '
            || count(*) as sentence
          from ${sql.table(table)} group by ${sql.join(refs)} having count(*) > 1`;
      }),
    ),
  ),
  invariant(
    'quantities, prices and amounts are in their range',
    unionOf(
      ranges.map(([table, key, column, range]) => {
        const value = sql.ref(column);
        return sql`
          select ${lit(`${table} of ${key} `)} || cast(${sql.ref(key)} as text)
            || ${lit(`: ${column} `)} || coalesce(cast(${value} as text), 'is missing') as sentence
          from ${sql.table(table)} where (${value} ${range}) is not true`;
      }),
    ),
  ),
  invariant(
    'statuses, kinds and types are known ones',
    unionOf(
      unionColumns.map(({ table, column, members }) => {
        const value = sql.ref(column);
        const known = sql.join(members.map((member) => lit(member)));
        return sql`
          select ${lit(`${table}: ${column} `)} || coalesce(${value}, 'is missing') as sentence
          from ${sql.table(table)} where (${value} in (${known})) is not true`;
      }),
    ),
  ),
  invariant(
    `no user has more than ${ADDRESSES_MAX} addresses`,
    sql`
      select 'user ' || user_id || ': ' || count(*) as sentence
      from addresses group by user_id having count(*) > ${lit(ADDRESSES_MAX)}`,
  ),
  invariant(
    `no account knows more than ${DEVICES_MAX} devices`,
    sql`
      select 'user ' || user_id || ': ' || count(*) as sentence
      from devices group by user_id having count(*) > ${lit(DEVICES_MAX)}`,
  ),
  invariant(
    `no account has more than ${RECOVERY_CODES} recovery codes`,
    sql`
      select 'user ' || user_id || ': ' || count(*) as sentence
      from recovery_codes where used_at is null
      group by user_id having count(*) > ${lit(RECOVERY_CODES)}`,
  ),
  invariant(
    `no account has more than ${PASSKEYS_MAX} passkeys`,
    sql`
      select 'user ' || user_id || ': ' || count(*) as sentence
      from passkeys group by user_id having count(*) > ${lit(PASSKEYS_MAX)}`,
  ),
  invariant(
    'every picture has files and a product, which names its first one',
    unionOf([
      sql`
        select 'picture ' || product_pictures.picture || ' has no file' as sentence
        from product_pictures left join picture_files
          on picture_files.picture = product_pictures.picture
        where picture_files.picture is null`,
      sql`
        select distinct 'picture ' || picture_files.picture || ' has no product' as sentence
        from picture_files left join product_pictures
          on product_pictures.picture = picture_files.picture
        where product_pictures.picture is null`,
      sql`
        select 'product ' || id || ' names another first picture' as sentence
        from products left join product_pictures on product_id = id and place = 1
        where products.picture <> coalesce(product_pictures.picture, '')`,
    ]),
  ),
  invariant(
    'a product that others name as their group is one of them',
    sql`
      select distinct 'product ' || parent.id as sentence
      from products join products as parent on parent.id = products.group_id
      where products.group_id <> '' and parent.group_id = ''`,
  ),
  invariant(
    'the catalogue has one version, and counts the changes of all of its segments',
    unionOf([
      sql`
        select count(*) || ' versions' as sentence from catalogue_state
        having count(*) <> 1 or min(id) <> 1 or min(version) is null`,
      sql`
        select 'segment ' || number || ' is not counted' as sentence
        from (select distinct position / ${lit(SEGMENT_SIZE)} as number from products) as parts
        left join catalogue_segments on segment = number where segment is null`,
    ]),
  ),
];

/** What the descriptions of the tables say of their rows: references, uniqueness, ranges and members of unions. */
import { sql } from 'kysely';
import { QUANTITY_MAX } from '../../../contract/limits.ts';
import { tableList } from '../../platform/storage/tables/tables.ts';
import { type Invariant, invariant, unionOf } from './invariant.ts';

const { lit, ref } = sql;

const columns = tableList.flatMap((table) =>
  table.columns.map((column) => ({ table: table.name, id: table.id, ...column })),
);

/** Values for a sentence. */
const shown = (names: readonly string[]) =>
  sql.join(
    names.map((name) => sql`coalesce(cast(${ref(name)} as text), 'nothing')`),
    sql` || ' ' || `,
  );

function orphans(child: string, column: string, reference: string) {
  const [table = '', key] = reference.split('.');
  const value = ref(`${child}.${column}`);
  return sql`
    select ${lit(`${child} of ${table} `)} || ${value} as sentence from ${sql.table(child)}
    where ${value} is not null and not exists (
      select 1 from ${sql.table(table)} as parent where ${ref(`parent.${key}`)} = ${value})`;
}

/** Nulls are distinct. */
function duplicates(table: string, key: readonly string[]) {
  const isNull = sql.join(
    key.map((name) => sql`${ref(name)} is null`),
    sql` or `,
  );
  return sql`
    select ${lit(`${table} with ${key.join(' and ')} `)} || ${shown(key)} || ': ' || count(*)
      as sentence
    from ${sql.table(table)} where not (${isNull})
    group by ${sql.join(key.map((name) => ref(name)))} having count(*) > 1`;
}

interface Place {
  table: string;
  id: readonly string[];
  name: string;
  null?: true;
}

/** @param condition what follows the column */
function exceptions({ table, id, name, null: isNullable }: Place, condition: string) {
  const isMissing = sql.raw(isNullable ? `or ${name} is null` : '');
  return sql`
    select ${lit(`${table} of `)} || ${shown(id)} || ${lit(`: ${name} `)} || ${shown([name])}
      as sentence
    from ${sql.table(table)} where (${ref(name)} ${sql.raw(condition)} ${isMissing}) is not true`;
}

/** The last of each list is stricter than the database. */
export const rowInvariants: readonly Invariant[] = [
  invariant(
    'every reference has its row',
    unionOf([
      ...columns.flatMap(({ table, name, references }) =>
        references ? orphans(table, name, references) : [],
      ),
      orphans('order_returns', 'order_id', 'orders.id'),
      orphans('ledger_notes', 'user_id', 'users.id'),
    ]),
  ),
  invariant(
    'unique columns are unique',
    unionOf([
      ...tableList.flatMap(({ name, keys }) => keys.map((key) => duplicates(name, key))),
      duplicates('cart_items', ['user_id', 'place']),
    ]),
  ),
  invariant(
    'quantities, prices and amounts are in their range',
    unionOf([
      ...columns.flatMap(({ check, ...place }) => (check ? exceptions(place, check) : [])),
      exceptions({ table: 'users', id: ['id'], name: 'password_hash' }, `like '$argon2id$%'`),
      exceptions(
        { table: 'order_items', id: ['order_id', 'line'], name: 'qty' },
        `<= ${QUANTITY_MAX}`,
      ),
    ]),
  ),
  invariant(
    'statuses, kinds and types are known ones',
    unionOf(
      columns.flatMap(({ members, ...place }) =>
        members ? exceptions(place, `in ('${members.join("', '")}')`) : [],
      ),
    ),
  ),
];

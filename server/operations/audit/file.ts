/** Invariants only for SQLite, whose file can be damaged and whose columns accept any type. */
import { sql } from 'kysely';
import { tableList } from '../../platform/storage/tables/tables.ts';
import { type Invariant, invariant, unionOf } from './invariant.ts';

export const fileInvariants: readonly Invariant[] = [
  // Unlike quick_check, integrity_check also checks indices, NOT NULL and CHECK.
  invariant(
    'the file is sound: pragma integrity_check',
    sql`select integrity_check as sentence from pragma_integrity_check where integrity_check <> 'ok'`,
  ),
  invariant(
    'every reference has its row: pragma foreign_key_check',
    sql`
      select "table" || ' row ' || coalesce(rowid, '?') || ' of ' || parent as sentence
      from pragma_foreign_key_check`,
  ),
  invariant(
    'amounts and quantities are whole numbers',
    unionOf(
      tableList.flatMap((table) =>
        table.columns
          .filter((column) => column.sql === 'integer' || column.sql === 'bigint')
          .map(({ name, null: isNullable }) => {
            const value = sql.ref(name);
            return sql`
              select ${sql.lit(`${table.name}: ${name} `)} || coalesce(${value}, 'is missing')
                as sentence
              from ${sql.table(table.name)}
              where typeof(${value}) not in ('integer', ${sql.lit(isNullable ? 'null' : 'integer')})`;
          }),
      ),
    ),
  ),
];

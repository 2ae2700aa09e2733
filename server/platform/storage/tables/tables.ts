/** Every table of a shop, in the order of their references. */
import { accounts } from './accounts.ts';
import { catalogue } from './catalogue.ts';
import type { Table } from './columns.ts';
import { money } from './money.ts';
import { operators } from './operators.ts';
import { orders } from './orders.ts';
import { shop } from './shop.ts';

export const tables = { ...accounts, ...orders, ...catalogue, ...money, ...operators, ...shop };
export type Tables = typeof tables;
export type TableName = keyof Tables;

/** The same as lists. `keys` are sets of columns that no two rows share, the primary key first. */
export const tableList = Object.entries<Table>(tables).map(([name, table]) => {
  const columns = Object.entries(table.columns).map(([column, facts]) => {
    return { name: column, ...facts };
  });
  const keys = [
    table.key ?? [],
    ...columns.filter(({ key, unique }) => key ?? unique).map((column) => [column.name]),
    ...Object.values(table.uniques ?? {}),
  ].filter(({ length }) => length > 0);
  // The names are those of `tables`, and each table has a key.
  return { ...table, name: name as TableName, columns, keys, id: keys[0] as readonly string[] };
});

/** The statements that create the tables. */
import type { Engine } from './columns.ts';
import type { tableList } from './tables.ts';

type Described = (typeof tableList)[number];

const list = (columns: readonly string[]) => `(${columns.map((name) => `"${name}"`).join(', ')})`;
const literal = (value: string | number) => (typeof value === 'number' ? value : `'${value}'`);

/** The statements of a table, as SQLite stores them: the audit compares them. */
export function ddlOf(table: Described, engine: Engine): string[] {
  const { name, columns, key, uniques = {}, constraints = {}, indexes = {}, more } = table;
  const parts = [
    ...columns.map((column) => describe(name, column, engine)),
    ...(key ? [`constraint "${name}_key" primary key ${list(key)}`] : []),
    ...Object.entries(uniques).map(([each, of]) => `constraint "${each}" unique ${list(of)}`),
    ...Object.entries(constraints).map(([each, text]) => `constraint "${each}" ${text}`),
  ];
  return [
    `CREATE TABLE "${name}" (${parts.join(', ')})`,
    ...Object.entries(indexes).map(([each, on]) => `CREATE INDEX "${each}" on "${name}" ${on}`),
    ...(more?.[engine] ?? []),
  ];
}

function describe(table: string, column: Described['columns'][number], engine: Engine): string {
  const { name, sql, members } = column;
  const check = members ? `in (${members.map(literal).join(', ')})` : column.check;
  const constraint = (suffix: string, text: string) => `constraint "${table}_${suffix}" ${text}`;
  const parts = [
    `"${name}" ${sql === 'blob' && engine === 'postgres' ? 'bytea' : sql}`,
    column.default !== undefined && `default ${literal(column.default)}`,
    !column.key && !column.null && 'not null',
    column.key && constraint('pkey', 'primary key'),
    column.unique && constraint(`${name}_key`, 'unique'),
    check && constraint(`${name}_check`, `check (${name} ${check})`),
    column.references &&
      constraint(`${name}_fkey`, `references ${column.references.replace('.', ' (')})`),
    column.cascades && 'on delete cascade',
  ];
  return parts.filter(Boolean).join(' ');
}

/** The names of a table's constraints, indices and triggers. */
export function namesOf(table: Described): string[] {
  const text = ddlOf(table, 'postgres').join('\n');
  return [...text.matchAll(/(?:constraint|INDEX|TRIGGER) "(\w+)"/g)].map(([, name = '']) => name);
}

/** How a table is described: plain data, from which types, DDL, `qkart move` and the audit are derived. */
import type { Generated } from 'kysely';

/** Only few places outside of the storage depend on the engine, such as the audit. */
export type Engine = 'sqlite' | 'postgres';

/** What holds for a column. It is not null unless it says so. */
interface Facts {
  readonly key?: true;
  readonly null?: true;
  readonly unique?: true;
  readonly default?: string | number;
  /** What follows the column in a condition, like `> 0`. */
  readonly check?: string;
  /** Table and column. */
  readonly references?: `${string}.${string}`;
  /** Whether the row is deleted with the one that it refers to. */
  readonly cascades?: true;
}

/** `Type` is the column's type for Kysely. */
export interface Column<Type = unknown> extends Facts {
  readonly sql: 'text' | 'integer' | 'bigint' | 'blob';
  /** The members of a union of texts. */
  readonly members?: readonly string[];
  /** Never set. */
  readonly type?: Type;
}

type TypeWith<F extends Facts, Type> = F extends { null: true }
  ? Type | null
  : F extends { default: string | number }
    ? Generated<Type>
    : Type;

const kind =
  <Type>(own: Omit<Column, 'type'>) =>
  <const F extends Facts = object>(facts?: F): Column<TypeWith<F, Type>> => ({ ...own, ...facts });

export const text = kind<string>({ sql: 'text' });
export const integer = kind<number>({ sql: 'integer' });
export const bigint = kind<number>({ sql: 'bigint' });
/** An amount of money. */
export const cents = kind<number>({ sql: 'bigint' });
/** Milliseconds since 1970 UTC. */
export const time = kind<number>({ sql: 'bigint' });
/** 1 or 0. */
export const flag = kind<number>({ sql: 'integer', check: 'in (0, 1)' });
/** The key of a table with one row. */
export const only = kind<number>({ sql: 'integer', key: true, check: '= 1' });
export const bytes = kind<Uint8Array>({ sql: 'blob' });
/** One of these texts. */
export const union = <const Member extends string, const F extends Facts = object>(
  members: readonly Member[],
  facts?: F,
) => kind<Member>({ sql: 'text', members })(facts);

export interface Table<Columns extends Record<string, Column> = Record<string, Column>> {
  /** In the order of the database. */
  columns: Columns;
  /** The primary key, if it has several columns. */
  key?: readonly (keyof Columns & string)[];
  /** The columns of unique constraints, by name. Nulls are distinct. */
  uniques?: Record<string, readonly (keyof Columns & string)[]>;
  /** Further constraints, by name. */
  constraints?: Record<string, string>;
  /** What follows `on TABLE`, by name. */
  indexes?: Record<string, string>;
  /** Further statements of one engine. */
  more?: Record<Engine, readonly string[]>;
  /** Its rows concern one database alone: `qkart move` leaves them. */
  isLocal?: true;
}

/** The triggers that refuse to change or delete rows. */
export function addOnly(name: string, rows: string): Record<Engine, readonly string[]> {
  const message = `${rows} are only ever added`;
  return {
    sqlite: ['update', 'delete'].map(
      (event) => `CREATE TRIGGER "${name}_no_${event}" before ${event} on ${name} begin
      select raise(abort, '${message}');
    end`,
    ),
    postgres: [
      `CREATE FUNCTION refuse_${name}_change() returns trigger language plpgsql as $$
    begin
      raise exception '${message}';
    end $$`,
      `CREATE TRIGGER "${name}_no_change" before update or delete or truncate on ${name}
      for each statement execute function refuse_${name}_change()`,
    ],
  };
}

export function table<Columns extends Record<string, Column>>(
  description: Table<Columns>,
): Omit<Table, 'columns'> & { columns: Columns } {
  return description;
}

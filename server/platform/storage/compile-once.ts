/** Queries of the hot path: built and compiled once, then executed with other values each time. */
import { createHash } from 'node:crypto';
import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './schema.ts';

type Value = string | number | null;

/** A compiled query that PostgreSQL keeps as a prepared statement of this name, on each connection. */
export interface NamedQuery extends CompiledQuery {
  readonly name?: string | undefined;
}

/** Stands for a value while the query is built. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * For constants at the top of a module. A query gets its name with the second execution: one that is
 * built for a single call never has one, so it leaves no prepared statement behind.
 *
 * @param build the query with placeholders for its values, which it must not inspect. It names each
 *   column: a prepared `select *` fails once a migration adds a column
 * @returns executes it, in a transaction or outside of one, and resolves to its rows
 */
export function compileOnce<P extends Record<string, Value>, R>(
  build: (db: Db, values: P) => Compilable<R>,
): (db: Db, values: P) => Promise<R[]> {
  // Each property is a placeholder of its own name, whatever P is; `build` only passes them on.
  const placeholders = new Proxy({} as P, { get: (_, name) => new Placeholder(String(name)) });
  // By adapter, since each engine has its own SQL.
  const compiled = new WeakMap<object, NamedQuery>();
  return async (db, values) => {
    const { adapter } = db.getExecutor();
    let query = compiled.get(adapter);
    if (query === undefined) {
      query = build(db, placeholders).compile();
      compiled.set(adapter, query);
    } else if (query.name === undefined) {
      query = { ...query, name: nameOf(query) };
      compiled.set(adapter, query);
    }
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name] : parameter,
    );
    const { rows } = await db.executeQuery<R>({ ...query, parameters });
    return rows;
  };
}

/** The same name for the same SQL; PostgreSQL allows 63 bytes. */
function nameOf({ sql }: CompiledQuery): string {
  return createHash('sha256').update(sql).digest('base64url');
}

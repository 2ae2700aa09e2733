/** Queries that are asked with every request: built and compiled once, and then only filled in. */
import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './schema.ts';

type Value = string | number | null;

/** Stands in a query for what is filled in. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

interface Compiled {
  query: CompiledQuery;
  /** Its parameters in their order, and placeholders where one is filled in. */
  parameters: readonly unknown[];
}

const names = new Map<string, string>();

/** Under which name a connection prepares a query, so that the next time it needs no planning; only these. */
export function preparedName(sql: string): string | undefined {
  return names.get(sql);
}

/**
 * Columns are to be named one by one: one more in the table would make prepared queries invalid.
 * @param build the query, given what stands for its values; it must not look at them
 * @returns asks it, in a transaction or outside of one, and gives its rows
 */
export function compileOnce<P extends Record<string, Value>, R>(
  build: (db: Db, values: P) => Compilable<R>,
): (db: Db, values: P) => Promise<R[]> {
  const placeholders = new Proxy({} as P, { get: (_, name) => new Placeholder(String(name)) });
  // Each engine has its own text.
  const compiled = new WeakMap<object, Compiled>();
  return async (db, values) => {
    const { adapter } = db.getExecutor();
    let known = compiled.get(adapter);
    if (known === undefined) {
      const query = build(db, placeholders).compile();
      known = { query, parameters: query.parameters };
      if (!names.has(query.sql)) names.set(query.sql, `q${names.size}`);
      compiled.set(adapter, known);
    }
    const parameters = known.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name] : parameter,
    );
    const { rows } = await db.executeQuery<R>({ ...known.query, parameters });
    return rows as R[];
  };
}

/** An invariant of the database: a name, and a query for its violations. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/storage/schema.ts';

/** More violations would only be more to read. */
export const FOUND_MAX = 10;

export interface Invariant {
  name: string;
  /** Finds violations: a sentence each, at most ten. */
  find(db: Db): Promise<string[]>;
}

/** @param query returns one column, `sentence`, and a row for each violation */
export function invariant(name: string, query: RawBuilder<{ sentence: string }>): Invariant {
  return {
    name,
    async find(db) {
      const limited = sql<{ sentence: string }>`
        select sentence from (${query}) as found limit ${sql.lit(FOUND_MAX)}`;
      const { rows } = await limited.execute(db);
      return rows.map(({ sentence }) => sentence);
    },
  };
}

/** Combines several queries. */
export function unionOf(queries: readonly RawBuilder<unknown>[]): RawBuilder<{ sentence: string }> {
  return sql`${sql.join(queries, sql` union all `)}`;
}

/** A promise of the database, and a question for what contradicts it. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../storage/schema.ts';

/** Of one invariant's contradictions, as many as a person wants to read. */
const FOUND_MAX = 10;

export interface Invariant {
  name: string;
  /** What contradicts it, a sentence each, ten at most; nothing where it holds. */
  find(db: Db): Promise<string[]>;
}

/** @param query one column, `sentence`; of the size of the tables, whatever they hold */
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

/** Something is to be read of each, and one query asks for all of it. */
export function unionOf(queries: readonly RawBuilder<unknown>[]): RawBuilder<{ sentence: string }> {
  return sql`${sql.join(queries, sql` union all `)}`;
}

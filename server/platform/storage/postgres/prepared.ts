/** Which statements are prepared, and under which names. */
import type { CompiledQuery } from 'kysely';
import { LRUCache } from 'lru-cache';

/** Statements that are prepared. PostgreSQL keeps each on every connection. */
const PREPARED_MAX = 200;
/** The order of a usual cart has fewer. */
const PREPARED_PARAMETERS_MAX = 100;
/** A list of values, whose length differs each time. */
const LIST = / in \(\$/;
const SEEN_MAX = 500;

/**
 * Names the statements that are executed more than once: PostgreSQL parses a named statement once for each connection.
 * A select of all columns stays without a name, because it would fail once a migration adds a column, and so does a
 * statement with a list, of which there are many.
 */
export class StatementNames {
  readonly #seen = new LRUCache<string, true>({ max: SEEN_MAX });
  readonly #names = new Map<string, string>();

  nameOf({ sql, parameters }: CompiledQuery): string | undefined {
    const name = this.#names.get(sql);
    if (name !== undefined) return name;
    const isVariable = parameters.length > PREPARED_PARAMETERS_MAX || LIST.test(sql);
    if (isVariable || sql.includes('*')) return undefined;
    if (!this.#seen.has(sql)) this.#seen.set(sql, true);
    else if (this.#names.size < PREPARED_MAX) this.#names.set(sql, `qkart_${this.#names.size}`);
    return this.#names.get(sql);
  }
}

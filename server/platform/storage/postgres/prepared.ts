/** Which statements are prepared, and under which names. */
import type { CompiledQuery } from 'kysely';
import { LRUCache } from 'lru-cache';

/** Statements that are prepared. PostgreSQL keeps each on every connection. */
const PREPARED_MAX = 200;
/** A statement with more parameters has a list of values in it, whose length differs each time. */
const PREPARED_PARAMETERS_MAX = 40;
const SEEN_MAX = 500;

/**
 * Names the statements that are executed more than once: PostgreSQL parses a named statement once for each connection.
 * A select of all columns stays without a name, because it would fail once a migration adds a column.
 */
export class StatementNames {
  readonly #seen = new LRUCache<string, true>({ max: SEEN_MAX });
  readonly #names = new Map<string, string>();

  nameOf({ sql, parameters }: CompiledQuery): string | undefined {
    const name = this.#names.get(sql);
    if (name !== undefined) return name;
    if (parameters.length > PREPARED_PARAMETERS_MAX || sql.includes('*')) return undefined;
    if (!this.#seen.has(sql)) this.#seen.set(sql, true);
    else if (this.#names.size < PREPARED_MAX) this.#names.set(sql, `qkart_${this.#names.size}`);
    return this.#names.get(sql);
  }
}

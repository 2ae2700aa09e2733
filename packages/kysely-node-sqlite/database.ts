import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { CompiledQuery, QueryResult } from 'kysely';
import { LRUCache } from 'lru-cache';
import { SqliteFault } from './faults.ts';
import type { SqliteHealth } from './health.ts';

const STATEMENTS_MAX = 500;

interface Prepared {
  statement: StatementSync;
  hasRows: boolean;
}

/** Strings, numbers and nulls. */
type SqlValues = Parameters<StatementSync['all']>;

/**
 * A connection of node:sqlite with a cache of prepared statements. Its methods throw SqliteFault if the disk or the
 * file fails.
 */
export class NodeSqlite {
  readonly #database: DatabaseSync;
  readonly #health: SqliteHealth;
  readonly #statements = new LRUCache<string, Prepared>({ max: STATEMENTS_MAX });

  constructor(database: DatabaseSync, health: SqliteHealth) {
    this.#database = database;
    this.#health = health;
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction;
  }

  /** Executes one or several statements without parameters. */
  execute(sql: string): void {
    try {
      this.#database.exec(sql);
    } catch (error) {
      throw this.#health.record(error);
    }
  }

  /** @throws SqliteFault `commitUnknown` if the disk fails: the next start may still find the transaction in the log */
  commit(): void {
    this.#health.assertInPlace();
    try {
      this.execute('commit');
    } catch (error) {
      const isUnknown = error instanceof SqliteFault && error.kind === 'failing';
      throw isUnknown ? new SqliteFault('commitUnknown', error.cause) : error;
    }
  }

  run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    try {
      const { statement, hasRows } = this.#prepare(sql);
      // Typed queries have only such parameters, and say which rows they give.
      const values = parameters as SqlValues;
      if (hasRows) return { rows: statement.all(...values) as R[] };
      return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) };
    } catch (error) {
      throw this.#health.record(error);
    }
  }

  close(): void {
    this.#database.close();
  }

  #prepare(sql: string): Prepared {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    const prepared = { statement, hasRows: statement.columns().length > 0 };
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

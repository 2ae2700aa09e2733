/** A database of `node:sqlite` whose statements are kept compiled. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { CompiledQuery, type QueryResult } from 'kysely';
import { BoundedMap } from '../../bounded-map.ts';
import type { SqliteHealth } from './health.ts';

/** Statements kept compiled; the shop has fewer than a hundred texts. */
const STATEMENTS_KEPT = 500;

/** https://sqlite.org/pragma.html#pragma_data_version */
const dataVersion = CompiledQuery.raw('pragma data_version');

interface Prepared {
  statement: StatementSync;
  /** Whether it gives any. */
  hasRows: boolean;
}

/** All of it throws SqliteFault where the disk or the file fails, and tells the database's health so. */
export class NodeSqlite {
  readonly #database: DatabaseSync;
  readonly #health: SqliteHealth;
  readonly #statements = new BoundedMap<string, Prepared>(STATEMENTS_KEPT);

  constructor(database: DatabaseSync, health: SqliteHealth) {
    this.#database = database;
    this.#health = health;
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction;
  }

  /** One statement or several, without anything to fill in. */
  execute(sql: string): void {
    try {
      this.#database.exec(sql);
    } catch (error) {
      throw this.#health.noticed(error);
    }
  }

  commit(): void {
    this.#health.assertInPlace();
    this.execute('commit');
  }

  run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    try {
      const { statement, hasRows } = this.#prepare(sql);
      const values = parameters as SqlValues;
      if (hasRows) return { rows: statement.all(...values) as R[] };
      const { changes, lastInsertRowid } = statement.run(...values);
      return {
        rows: [],
        numAffectedRows: BigInt(changes),
        insertId: BigInt(lastInsertRowid),
      };
    } catch (error) {
      throw this.#health.noticed(error);
    }
  }

  /**
   * Another number once another connection, of this process or another one, has committed something;
   * NaN, which is like no other number, where that can't be told.
   */
  writesBesides(): number {
    try {
      const { rows } = this.run<{ data_version: number }>(dataVersion);
      return rows[0]?.data_version ?? Number.NaN;
    } catch {
      return Number.NaN;
    }
  }

  *iterate<R>({ sql, parameters }: CompiledQuery): Iterable<R> {
    try {
      yield* this.#prepare(sql).statement.iterate(...(parameters as SqlValues)) as Iterable<R>;
    } catch (error) {
      throw this.#health.noticed(error);
    }
  }

  close(): void {
    this.#database.close();
  }

  #prepare(sql: string): Prepared {
    const kept = this.#statements.get(sql);
    if (kept) return kept;
    const statement = this.#database.prepare(sql);
    const prepared = { statement, hasRows: statement.columns().length > 0 };
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

// Kysely hands on what the typed queries were given: strings, numbers and nulls.
type SqlValues = Parameters<StatementSync['all']>;

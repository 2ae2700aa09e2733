/** Kysely over a pool of `pg`, with prepared statements and translated errors. */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type { QueryResult as PgResult } from 'pg';
import { DatabaseUnavailable, OutcomeUnknown } from '../errors.ts';
import { isConnectionLoss, translateError } from './errors.ts';
import type { PooledClient, WritablePool } from './pool.ts';
import { StatementNames } from './prepared.ts';

export function postgresDialect(pool: WritablePool): Dialect {
  return {
    createDriver: () => new PostgresDriver(pool),
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
}

class PostgresDriver implements Driver {
  readonly #pool: WritablePool;
  readonly #statements = new StatementNames();

  constructor(pool: WritablePool) {
    this.#pool = pool;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    return new PostgresConnection(await this.#pool.connect(), this.#statements);
  }

  async beginTransaction(
    connection: PostgresConnection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    const level = isolationLevel ? ` isolation level ${isolationLevel}` : '';
    const access = accessMode ? ` ${accessMode}` : '';
    await connection.query(`start transaction${level}${access}`);
  }

  async commitTransaction(connection: PostgresConnection): Promise<void> {
    const { command } = await connection.query('commit').catch((error) => {
      throw error instanceof DatabaseUnavailable ? new OutcomeUnknown(error.cause) : error;
    });
    // PostgreSQL's answer if a statement failed and its error was not passed on.
    if (command === 'ROLLBACK') throw new Error('The transaction was rolled back');
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    // A connection that is lost has nothing to roll back, and doesn't answer.
    if (!connection.isLost) await connection.query('rollback');
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    const { client, isLost } = connection;
    this.#pool.release(client, isLost || client.getTransactionStatus() !== 'I');
  }

  async destroy(): Promise<void> {
    await this.#pool.end();
  }
}

class PostgresConnection implements DatabaseConnection {
  readonly client: PooledClient;
  readonly #statements: StatementNames;
  isLost = false;

  constructor(client: PooledClient, statements: StatementNames) {
    this.client = client;
    this.#statements = statements;
  }

  async executeQuery<R>(compiled: CompiledQuery): Promise<QueryResult<R>> {
    const { sql, parameters } = compiled;
    const name = this.#statements.nameOf(compiled);
    const { rows, rowCount } = await this.query(sql, parameters.map(withoutNul), name);
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  }

  /** @throws DatabaseUnavailable, SerializationFailure, or an Error without the values of the statement */
  async query(text: string, values: unknown[] = [], name?: string): Promise<PgResult> {
    try {
      return await this.client.query({ text, values, name });
    } catch (error) {
      this.isLost ||= isConnectionLoss(error);
      throw translateError(error);
    }
  }

  streamQuery(): never {
    throw new Error('Nothing is streamed from PostgreSQL');
  }
}

/** PostgreSQL's texts can't hold U+0000; U+FFFD replaces it. */
function withoutNul(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value;
}

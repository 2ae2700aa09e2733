/** Kysely over the SQLite that is built into Node. */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  type QueryCompiler,
  type SelectModifierNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely';
import { Refusal } from '../../contract/refusals.ts';

/** How long to wait for another process (an import, say) to finish what it does. */
const LOCK_TIMEOUT_MS = 10_000;
const LOCK_RETRY_MS = 10;
/** How long a statement itself waits for a lock: hardly, since nothing else runs meanwhile. */
const BUSY_TIMEOUT_MS = 5;
/** https://sqlite.org/rescode.html#busy; the low byte of a code says what it is, the rest which. */
const SQLITE_BUSY = 5;
const PRIMARY_CODE = 0xff;
/** Statements kept compiled; the shop has fewer than a hundred texts. */
const STATEMENTS_KEPT = 500;

/**
 * @param file path of the database, made where it is missing
 * @throws Error of node:sqlite where the file can't be opened or is not a database
 */
export async function openSqliteDialect(file: string): Promise<SqliteDialect> {
  const database = new DatabaseSync(file, {
    timeout: BUSY_TIMEOUT_MS,
    enableForeignKeyConstraints: true,
  });
  try {
    await whileBusy(() => database.exec('pragma journal_mode = wal; pragma synchronous = full;'));
  } catch (error) {
    database.close();
    throw error;
  }
  return new NodeSqliteDialect({ database: new NodeSqliteDatabase(database) });
}

/**
 * Tries again while another process holds a lock; the wait leaves the event loop free.
 * @throws whatever the attempt throws, and that it is busy when it has been for too long
 */
export async function whileBusy<T>(attempt: () => T): Promise<Awaited<T>> {
  const deadline = performance.now() + LOCK_TIMEOUT_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      await sleep(LOCK_RETRY_MS);
    }
  }
}

export function isBusy(error: unknown): boolean {
  if (!(error instanceof Error && 'errcode' in error)) return false;
  return (Number(error.errcode) & PRIMARY_CODE) === SQLITE_BUSY;
}

class NodeSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new ImmediateSqliteDriver(this.#config);
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalDdlAdapter();
  }

  override createQueryCompiler(): QueryCompiler {
    return new LockFreeQueryCompiler();
  }
}

/**
 * Transactions take the write lock when they begin: one that read first and wanted to write later
 * could be refused in the middle. Waiting for another process leaves the event loop free.
 */
class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await whileBusy(() => connection.executeQuery(CompiledQuery.raw('begin immediate')));
    } catch (error) {
      throw isBusy(error) ? new Refusal('OVERLOADED', { retryAfter: 5 }) : error;
    }
  }
}

class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Row locks are for engines that have some; here `begin immediate` already holds the only lock. */
class LockFreeQueryCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== 'ForNoKeyUpdate') super.visitSelectModifier(node);
  }
}

/** The part of better-sqlite3 that Kysely asks for, over node:sqlite; keeps statements compiled. */
class NodeSqliteDatabase implements SqliteDatabase {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, NodeSqliteStatement>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  prepare(sql: string): SqliteStatement {
    const kept = this.#statements.get(sql);
    if (kept) return kept;
    const statement = new NodeSqliteStatement(this.#database.prepare(sql));
    const [oldest] = this.#statements.keys();
    if (oldest !== undefined && this.#statements.size >= STATEMENTS_KEPT) {
      this.#statements.delete(oldest);
    }
    this.#statements.set(sql, statement);
    return statement;
  }

  close(): void {
    this.#database.close();
  }
}

type SqlValues = Parameters<StatementSync['all']>;

class NodeSqliteStatement implements SqliteStatement {
  readonly reader: boolean;
  readonly #statement: StatementSync;

  constructor(statement: StatementSync) {
    this.#statement = statement;
    this.reader = statement.columns().length > 0;
  }

  // Kysely hands on what the typed queries were given: strings, numbers and nulls.
  all(parameters: readonly unknown[]): unknown[] {
    return this.#statement.all(...(parameters as SqlValues));
  }

  run(parameters: readonly unknown[]): {
    changes: number | bigint;
    lastInsertRowid: number | bigint;
  } {
    return this.#statement.run(...(parameters as SqlValues));
  }

  iterate(parameters: readonly unknown[]): IterableIterator<unknown> {
    return this.#statement.iterate(...(parameters as SqlValues));
  }
}

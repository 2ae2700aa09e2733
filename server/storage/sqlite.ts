/** Kysely over the SQLite that is built into Node: one connection that writes, and one that reads. */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type SelectModifierNode,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { BoundedMap } from '../bounded-map.ts';
import { whileBusy } from './busy.ts';
import { SqliteWriter } from './sqlite-writer.ts';

/** How long a statement itself waits for a lock: hardly, since nothing else runs meanwhile. */
const BUSY_TIMEOUT_MS = 5;
/** Statements kept compiled; the shop has fewer than a hundred texts. */
const STATEMENTS_KEPT = 500;

/**
 * @param file path of the database, made where it is missing
 * @throws Error of node:sqlite where the file can't be opened or is not a database
 */
export async function openSqliteDialect(file: string): Promise<Dialect> {
  const writing = open(file);
  try {
    await whileBusy(() => writing.execute('pragma journal_mode = wal; pragma synchronous = full;'));
    const driver = new NodeSqliteDriver(writing, open(file, { readOnly: true }));
    return {
      createDriver: () => driver,
      createAdapter: () => new ManyConnectionsAdapter(),
      createQueryCompiler: () => new LockFreeQueryCompiler(),
      createIntrospector: (db) => new SqliteIntrospector(db),
    };
  } catch (error) {
    writing.close();
    throw error;
  }
}

function open(file: string, { readOnly = false } = {}): NodeSqlite {
  return new NodeSqlite(
    new DatabaseSync(file, {
      timeout: BUSY_TIMEOUT_MS,
      enableForeignKeyConstraints: true,
      readOnly,
    }),
  );
}

class NodeSqliteDriver implements Driver {
  readonly #writing: NodeSqlite;
  readonly #reading: NodeSqlite;
  readonly #writer: SqliteWriter;

  constructor(writing: NodeSqlite, reading: NodeSqlite) {
    this.#writing = writing;
    this.#reading = reading;
    this.#writer = new SqliteWriter(writing);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<NodeSqliteConnection> {
    return new NodeSqliteConnection(this.#writing, this.#reading, this.#writer);
  }

  beginTransaction(connection: NodeSqliteConnection): Promise<void> {
    return connection.begin();
  }

  commitTransaction(connection: NodeSqliteConnection): Promise<void> {
    return connection.commit();
  }

  async rollbackTransaction(connection: NodeSqliteConnection): Promise<void> {
    connection.rollback();
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#writer.flush();
    this.#reading.close();
    this.#writing.close();
  }
}

/**
 * What Kysely does one thing on at a time. Outside of a transaction it reads what is committed, whatever
 * is being written meanwhile.
 */
class NodeSqliteConnection implements DatabaseConnection {
  readonly #writing: NodeSqlite;
  readonly #reading: NodeSqlite;
  readonly #writer: SqliteWriter;
  #isInTransaction = false;

  constructor(writing: NodeSqlite, reading: NodeSqlite, writer: SqliteWriter) {
    this.#writing = writing;
    this.#reading = reading;
    this.#writer = writer;
  }

  async begin(): Promise<void> {
    await this.#writer.begin();
    this.#isInTransaction = true;
  }

  async commit(): Promise<void> {
    const committed = this.#writer.end();
    this.#isInTransaction = false;
    await committed;
  }

  /** Where it ended already, there is nothing left of it: its commit failed. */
  rollback(): void {
    if (this.#isInTransaction) this.#writer.undo();
    this.#isInTransaction = false;
  }

  async executeQuery<R>(compiled: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#isInTransaction) return this.#writing.run<R>(compiled);
    if (SelectQueryNode.is(compiled.query)) return this.#reading.run<R>(compiled);
    await this.begin();
    try {
      const result = this.#writing.run<R>(compiled);
      await this.commit();
      return result;
    } catch (error) {
      this.rollback();
      throw error;
    }
  }

  async *streamQuery<R>(compiled: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    const database = this.#isInTransaction ? this.#writing : this.#reading;
    for (const row of database.iterate<R>(compiled)) yield { rows: [row] };
  }
}

class ManyConnectionsAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** Of Kysely's; who writes waits for its turn, see `SqliteWriter`. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Row locks are for engines that have some; here `begin immediate` already holds the only lock. */
class LockFreeQueryCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== 'ForNoKeyUpdate') super.visitSelectModifier(node);
  }
}

interface Prepared {
  statement: StatementSync;
  /** Whether it gives any. */
  hasRows: boolean;
}

/** A database whose statements are kept compiled. */
class NodeSqlite {
  readonly #database: DatabaseSync;
  readonly #statements = new BoundedMap<string, Prepared>(STATEMENTS_KEPT);

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction;
  }

  /** One statement or several, without anything to fill in. */
  execute(sql: string): void {
    this.#database.exec(sql);
  }

  run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const { statement, hasRows } = this.#prepare(sql);
    const values = parameters as SqlValues;
    if (hasRows) return { rows: statement.all(...values) as R[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return {
      rows: [],
      numAffectedRows: BigInt(changes),
      insertId: BigInt(lastInsertRowid),
    };
  }

  iterate<R>({ sql, parameters }: CompiledQuery): Iterable<R> {
    return this.#prepare(sql).statement.iterate(...(parameters as SqlValues)) as Iterable<R>;
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

/** Kysely over the SQLite that is built into Node: one connection that writes, and one that reads. */
import { DatabaseSync } from 'node:sqlite';
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
import { whileBusy } from './busy.ts';
import { NodeSqlite } from './database.ts';
import { SqliteWriter, UndoneByEngine } from './group-commit.ts';
import { SqliteHealth } from './health.ts';

/** How long a statement itself waits for a lock: hardly, since nothing else runs meanwhile. */
const BUSY_TIMEOUT_MS = 5;
/**
 * Pages of the file that a connection keeps, in KiB: the upper levels of a million products' indices. A
 * page that isn't kept is asked of the operating system. A small shop has fewer than that.
 */
const PAGE_CACHE_KIB = 16_384;

export interface SqliteParts {
  dialect: Dialect;
  health: SqliteHealth;
  /** Another number once anybody has committed something to the file. */
  writes: () => number;
}

/**
 * @param file path of the database, made where it is missing
 * @throws Error of node:sqlite or SqliteFault where the file can't be opened or is not a database
 */
export async function openSqliteDialect(file: string): Promise<SqliteParts> {
  const health = new SqliteHealth(file);
  const writing = open(file, health);
  const opened = [writing];
  try {
    await whileBusy(() => writing.execute('pragma journal_mode = wal; pragma synchronous = full;'));
    const reading = open(file, health, { readOnly: true });
    // In front: who writes is closed last.
    opened.unshift(reading);
    for (const connection of opened) {
      await whileBusy(() => connection.execute(`pragma cache_size = -${PAGE_CACHE_KIB}`));
    }
    return {
      dialect: dialectOf(new NodeSqliteDriver(writing, reading)),
      health,
      writes: () => reading.writesBesides(),
    };
  } catch (error) {
    for (const connection of opened) connection.close();
    throw error;
  }
}

/**
 * The same on one connection, for whoever is alone with it: a file that is only read, or a database in
 * memory. A transaction of one that only reads sees the file as it was at its first look.
 * @throws Error of node:sqlite where the file can't be opened
 */
export function openSqliteAlone(file: string, { readOnly }: { readOnly: boolean }): Dialect {
  const only = open(file, new SqliteHealth(file), { readOnly });
  return dialectOf(new NodeSqliteDriver(only, only));
}

function dialectOf(driver: Driver): Dialect {
  return {
    createDriver: () => driver,
    createAdapter: () => new ManyConnectionsAdapter(),
    createQueryCompiler: () => new LockFreeQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

function open(file: string, health: SqliteHealth, { readOnly = false } = {}): NodeSqlite {
  const database = new DatabaseSync(file, {
    timeout: BUSY_TIMEOUT_MS,
    enableForeignKeyConstraints: true,
    readOnly,
  });
  return new NodeSqlite(database, health);
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
    if (this.#reading !== this.#writing) this.#reading.close();
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
    if (this.#isInTransaction) {
      // Once the engine has undone it (a full disk), a statement would be a transaction by itself.
      if (!this.#writing.isInTransaction) throw new UndoneByEngine();
      return this.#writing.run<R>(compiled);
    }
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

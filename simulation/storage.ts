/** A database that reports each statement before it runs. The real storage executes all of them. */
import {
  type CompiledQuery,
  type ControlledTransaction,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SelectQueryNode,
  SqliteIntrospector,
} from 'kysely';
import {
  NodeSqliteAdapter,
  NodeSqliteQueryCompiler,
} from '../packages/kysely-node-sqlite/index.ts';
import type { Db, Schema } from '../server/platform/storage/schema.ts';

type Transaction = ControlledTransaction<Schema>;

/** What a simulated process does at each statement. */
export interface Watcher {
  /** Resolves when the statement may run; never if the process has died. */
  beforeStatement(): Promise<void>;
  /** A transaction has ended, or a single statement that writes. Never resolves if the process has died. */
  afterCommit(): Promise<void>;
  /** Open transactions, which end when the process dies. */
  readonly transactions: Set<Transaction>;
}

/** @param real the database of the storage, which is SQLite */
export function watchStatements(real: Db, watcher: Watcher): Db {
  const driver: Driver = {
    async init() {},
    async destroy() {},
    acquireConnection: async () => new WatchedConnection(real, watcher),
    async releaseConnection() {},
    beginTransaction: (connection: WatchedConnection) => connection.begin(),
    commitTransaction: (connection: WatchedConnection) =>
      connection.end((transaction) => transaction.commit().execute()),
    rollbackTransaction: (connection: WatchedConnection) =>
      connection.end((transaction) => transaction.rollback().execute()),
  };
  return new Kysely<Schema>({
    dialect: {
      createDriver: () => driver,
      createAdapter: () => new NodeSqliteAdapter(),
      createQueryCompiler: () => new NodeSqliteQueryCompiler(),
      createIntrospector: (db) => new SqliteIntrospector(db),
    },
  });
}

class WatchedConnection implements DatabaseConnection {
  readonly #real: Db;
  readonly #watcher: Watcher;
  #transaction: Transaction | undefined;

  constructor(real: Db, watcher: Watcher) {
    this.#real = real;
    this.#watcher = watcher;
  }

  async begin(): Promise<void> {
    await this.#watcher.beforeStatement();
    this.#transaction = await this.#real.startTransaction().execute();
    this.#watcher.transactions.add(this.#transaction);
  }

  /** After a commit that failed there is nothing to roll back. */
  async end(how: (transaction: Transaction) => Promise<void>): Promise<void> {
    if (this.#transaction === undefined) return;
    await this.#watcher.beforeStatement();
    const ended = this.#transaction;
    this.#transaction = undefined;
    this.#watcher.transactions.delete(ended);
    await how(ended);
    await this.#watcher.afterCommit();
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    await this.#watcher.beforeStatement();
    // Kysely knows the rows of a query, and its driver does not.
    const typed = query as CompiledQuery<R>;
    if (this.#transaction) return this.#transaction.executeQuery(typed);
    const result = await this.#real.executeQuery(typed);
    if (!SelectQueryNode.is(query.query)) await this.#watcher.afterCommit();
    return result;
  }

  streamQuery(): never {
    throw new Error('Nothing is streamed from SQLite');
  }
}

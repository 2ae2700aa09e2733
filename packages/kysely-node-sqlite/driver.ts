/** Kysely's driver, adapter and compiler for node:sqlite: one connection that writes, and one that reads. */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type SelectModifierNode,
  SelectQueryNode,
  SqliteAdapter,
  SqliteQueryCompiler,
} from 'kysely';
import type { NodeSqlite } from './database.ts';
import { SqliteFault } from './faults.ts';
import { GroupCommit } from './group-commit.ts';

interface Connections {
  writing: NodeSqlite;
  /** This may be the same connection. */
  reading: NodeSqlite;
}

/** Makes the error to throw of one that a statement or a transaction threw. */
export type TranslateError = (error: unknown) => unknown;

export class NodeSqliteDriver implements Driver {
  readonly #connections: Connections;
  readonly #commits: GroupCommit;
  readonly #translate: TranslateError;

  constructor(connections: Connections, translate: TranslateError) {
    this.#connections = connections;
    this.#commits = new GroupCommit(connections.writing);
    this.#translate = translate;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<NodeSqliteConnection> {
    return new NodeSqliteConnection(this.#connections, this.#commits, this.#translate);
  }

  beginTransaction(connection: NodeSqliteConnection): Promise<void> {
    return connection.translated(connection.begin());
  }

  commitTransaction(connection: NodeSqliteConnection): Promise<void> {
    return connection.translated(connection.commit());
  }

  rollbackTransaction(connection: NodeSqliteConnection): Promise<void> {
    return connection.translated(connection.rollback());
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    const { reading, writing } = this.#connections;
    await this.#commits.flush();
    // The writing connection last: it removes the log.
    if (reading !== writing) reading.close();
    writing.close();
  }
}

/** A transaction on the writing connection, or single statements. */
class NodeSqliteConnection implements DatabaseConnection {
  readonly #connections: Connections;
  readonly #commits: GroupCommit;
  readonly #translate: TranslateError;
  #isInTransaction = false;

  constructor(connections: Connections, commits: GroupCommit, translate: TranslateError) {
    this.#connections = connections;
    this.#commits = commits;
    this.#translate = translate;
  }

  async translated<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      throw this.#translate(error);
    }
  }

  async begin(): Promise<void> {
    await this.#commits.begin();
    this.#isInTransaction = true;
  }

  async commit(): Promise<void> {
    const committed = this.#commits.commit();
    this.#isInTransaction = false;
    await committed;
  }

  /** After a commit that failed there is nothing to roll back. */
  async rollback(): Promise<void> {
    const isInTransaction = this.#isInTransaction;
    this.#isInTransaction = false;
    if (isInTransaction) await this.#commits.rollback();
  }

  executeQuery<R>(compiled: CompiledQuery): Promise<QueryResult<R>> {
    return this.translated(this.#execute(compiled));
  }

  async #execute<R>(compiled: CompiledQuery): Promise<QueryResult<R>> {
    const { writing, reading } = this.#connections;
    if (this.#isInTransaction) {
      // Once SQLite has rolled everything back (a full disk), a statement would commit by itself.
      if (!writing.isInTransaction) throw new SqliteFault('rolledBack');
      return writing.run<R>(compiled);
    }
    // Reads what is committed, whatever is being written.
    if (SelectQueryNode.is(compiled.query)) return reading.run<R>(compiled);
    await this.begin();
    try {
      const result = writing.run<R>(compiled);
      await this.commit();
      return result;
    } catch (error) {
      await this.rollback();
      throw error;
    }
  }

  streamQuery(): never {
    throw new Error('Nothing is streamed from SQLite');
  }
}

export class NodeSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** Turns Kysely's mutex off, because `GroupCommit` has a queue. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

const ROW_LOCKS = new Set(['ForUpdate', 'ForNoKeyUpdate', 'ForKeyShare', 'SkipLocked']);

/** Leaves out row locks, which SQLite doesn't have. */
export class NodeSqliteQueryCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (!ROW_LOCKS.has(node.modifier ?? '')) super.visitSelectModifier(node);
  }
}

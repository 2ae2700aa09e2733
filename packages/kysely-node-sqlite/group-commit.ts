import { clearImmediate, setImmediate } from 'node:timers';
import { LOCK_TIMEOUT_MS, whileBusy } from './busy.ts';
import { isBusy, SqliteFault } from './faults.ts';

/** The queue is only that long while another process writes. */
const QUEUE_MAX = 500;

interface WriteConnection {
  readonly isInTransaction: boolean;
  execute(sql: string): void;
  commit(): void;
}

/**
 * Group commit: write transactions run one after the other, each in a savepoint of one SQLite transaction. Those that
 * end within one turn of the event loop are committed together, so that they share one flush of the disk. None of them
 * resolves before that commit. A transaction that is rolled back takes nothing from the others, unless SQLite rolls back
 * everything that isn't committed, as it does after some errors, such as a full disk.
 */
export class GroupCommit {
  readonly #database: WriteConnection;
  /** Transactions that ended, and wait for the commit. */
  #ended: PromiseWithResolvers<void>[] = [];
  #scheduled: NodeJS.Immediate | undefined;
  #queued = 0;
  /** Resolves when the last transaction in the queue has ended. */
  #queue: Promise<void> = Promise.resolve();
  #unlock = (): void => {};

  /** @param database for exclusive use */
  constructor(database: WriteConnection) {
    this.#database = database;
  }

  /**
   * Waits in the queue, and for other processes. Until it ends, every statement belongs to this
   * transaction.
   * @throws SqliteFault `locked` if the queue is full, or another process writes for too long
   */
  async begin(): Promise<void> {
    if (this.#queued >= QUEUE_MAX) throw new SqliteFault('locked');
    // The time in the queue counts, too.
    const deadline = performance.now() + LOCK_TIMEOUT_MS;
    this.#queued++;
    await this.#lock();
    try {
      // Takes the write lock at once: a transaction that reads first may fail to get it later.
      if (!this.#database.isInTransaction) {
        await whileBusy(() => this.#database.execute('begin immediate'), deadline);
      }
      this.#database.execute('savepoint own');
    } catch (error) {
      this.#scheduleCommit();
      this.#unlock();
      throw isBusy(error) ? new SqliteFault('locked', error) : error;
    } finally {
      this.#queued--;
    }
  }

  /** Resolves once the transaction is on the disk. Rejects, and undoes it, if it can't be written. */
  commit(): Promise<void> {
    this.#database.execute('release own');
    const committed = this.#untilCommitted();
    this.#scheduleCommit();
    this.#unlock();
    return committed;
  }

  /**
   * Undoes this transaction alone. It may have read what others wrote that isn't on the disk yet, so it resolves after
   * their commit and rejects if that fails: otherwise somebody could be refused because of a change that is lost later.
   */
  rollback(): Promise<void> {
    const seen = this.#ended.length > 0 ? this.#untilCommitted() : Promise.resolve();
    try {
      if (this.#database.isInTransaction) {
        this.#database.execute('rollback to own; release own');
        this.#scheduleCommit();
      } else {
        this.#rollbackAll(new SqliteFault('rolledBack'));
      }
    } catch (error) {
      this.#rollbackAll(error);
    } finally {
      this.#unlock();
    }
    return seen;
  }

  #untilCommitted(): Promise<void> {
    const ended = Promise.withResolvers<void>();
    this.#ended.push(ended);
    return ended.promise;
  }

  /** Commits what ended so far. */
  async flush(): Promise<void> {
    clearImmediate(this.#scheduled);
    this.#scheduled = undefined;
    await this.#lock();
    try {
      if (this.#database.isInTransaction) this.#database.commit();
      else if (this.#ended.length > 0) throw new SqliteFault('rolledBack');
      for (const { resolve } of this.#ended.splice(0)) resolve();
    } catch (error) {
      this.#rollbackAll(error);
    } finally {
      this.#unlock();
    }
  }

  /** At the end of this turn of the event loop. */
  #scheduleCommit(): void {
    this.#scheduled ??= setImmediate(() => void this.flush());
  }

  #rollbackAll(reason: unknown): void {
    try {
      if (this.#database.isInTransaction) this.#database.execute('rollback');
    } catch {
      // On a failing disk this may fail, too. The waiting transactions get the first error.
    }
    for (const { reject } of this.#ended.splice(0)) reject(reason);
  }

  async #lock(): Promise<void> {
    const before = this.#queue;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#queue = promise;
    await before;
    this.#unlock = resolve;
  }
}

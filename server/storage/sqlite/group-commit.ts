/** Who may write when, and when it is on the disk. */
import { clearImmediate, setImmediate } from 'node:timers';
import { Refusal } from '../../../contract/refusals.ts';
import { DatabaseUnavailable } from '../postgres/errors.ts';
import { isBusy, LOCK_TIMEOUT_MS, whileBusy } from './busy.ts';

/** Who wait for their turn, of which there are more only while another process writes. */
const WAITING_MAX = 500;
const RETRY_AFTER_SECONDS = 5;

/** A connection that only this writes with. */
interface WritingConnection {
  readonly isInTransaction: boolean;
  execute(sql: string): void;
  commit(): void;
}

/** For some errors, a full disk say, the engine undoes everything that isn't committed. */
export class UndoneByEngine extends DatabaseUnavailable {
  constructor() {
    super(new Error('the engine undid it, with another transaction'), { isWorthAnother: false });
  }
}

/**
 * Transactions one after the other, their commits together: those that end within one turn of the event
 * loop reach the disk with one commit, and none is told that it is done before that. Each has a
 * savepoint of its own, so one that is undone takes nothing from the others.
 */
export class SqliteWriter {
  readonly #database: WritingConnection;
  /** Those that ended, and wait for the disk. */
  #ended: PromiseWithResolvers<void>[] = [];
  #soon: NodeJS.Immediate | undefined;
  #waiting = 0;
  /** Fulfilled once everybody is through who asked for a turn before. */
  #lastTurn: Promise<void> = Promise.resolve();
  #endTurn = (): void => {};

  constructor(database: WritingConnection) {
    this.#database = database;
  }

  /**
   * Waits for its turn, and for other processes; from then on all statements are this transaction's,
   * until it ends or is undone.
   * @throws Refusal OVERLOADED where another process writes for too long, or too many wait for it already
   */
  async begin(): Promise<void> {
    if (this.#waiting >= WAITING_MAX) throw tooBusy();
    // From now on, not from its turn: who waits behind others has waited with them.
    const deadline = performance.now() + LOCK_TIMEOUT_MS;
    this.#waiting++;
    await this.#takeTurn();
    try {
      // Written the moment it begins: one that read first and wanted to write later could be refused.
      if (!this.#database.isInTransaction) {
        await whileBusy(() => this.#database.execute('begin immediate'), deadline);
      }
      this.#database.execute('savepoint own');
    } catch (error) {
      this.#flushSoon();
      this.#endTurn();
      throw isBusy(error) ? tooBusy(error) : error;
    } finally {
      this.#waiting--;
    }
  }

  /** @returns fulfilled once it is on the disk; rejected where it couldn't be written: then it never was */
  end(): Promise<void> {
    this.#database.execute('release own');
    const ended = Promise.withResolvers<void>();
    this.#ended.push(ended);
    this.#flushSoon();
    this.#endTurn();
    return ended.promise;
  }

  undo(): void {
    try {
      if (this.#database.isInTransaction) {
        this.#database.execute('rollback to own; release own');
        this.#flushSoon();
      } else {
        this.#abandon(new UndoneByEngine());
      }
    } catch (error) {
      this.#abandon(error);
    } finally {
      this.#endTurn();
    }
  }

  /** Waits for what ended to be on the disk. */
  async flush(): Promise<void> {
    clearImmediate(this.#soon);
    this.#soon = undefined;
    await this.#takeTurn();
    try {
      if (this.#database.isInTransaction) this.#database.commit();
      for (const { resolve } of this.#ended.splice(0)) resolve();
    } catch (error) {
      this.#abandon(error);
    } finally {
      this.#endTurn();
    }
  }

  /** Whoever is ready to write in this turn of the event loop does so first. */
  #flushSoon(): void {
    this.#soon ??= setImmediate(() => void this.flush());
  }

  /** Nothing of what isn't committed is left; whoever waits for it is told why. */
  #abandon(reason: unknown): void {
    try {
      if (this.#database.isInTransaction) this.#database.execute('rollback');
    } catch {
      // Where the disk fails, this may, too: the reason is told, and the engine keeps nothing of it.
    }
    for (const { reject } of this.#ended.splice(0)) reject(reason);
  }

  async #takeTurn(): Promise<void> {
    const before = this.#lastTurn;
    const turn = Promise.withResolvers<void>();
    this.#lastTurn = turn.promise;
    await before;
    this.#endTurn = turn.resolve;
  }
}

function tooBusy(cause?: unknown): Refusal {
  return Object.assign(new Refusal('OVERLOADED', { retryAfter: RETRY_AFTER_SECONDS }), { cause });
}

import { setTimeout as sleep } from 'node:timers/promises';
import { type OperationNodeSource, sql } from 'kysely';
import { engineOf } from './engine.ts';
import { DatabaseUnavailable, LockTimeout, SerializationFailure } from './errors.ts';
import type { Db, Tx } from './schema.ts';

const ATTEMPTS_MAX = 6;
const FIRST_PAUSE_MS = 5;
const PAUSE_MAX_MS = 1_000;
/** No retry after that: while the database doesn't answer, each attempt takes until its timeout. */
const RETRY_WINDOW_MS = 5_000;

/**
 * Runs `work` in a transaction: all or nothing is committed. Serialization failures and deadlocks are retried, and so
 * is a connection that is lost before the commit is sent. A connection that is lost during the commit is not
 * (OutcomeUnknown): only the same request with its idempotency key can find out.
 *
 * @param work may run more than once, so it must have no effects but those on the database
 * @param options `isPatient`: nobody waits for the result, so deadlocks and lock timeouts are retried without a limit,
 * or until the signal
 * @throws what `work` throws, DatabaseUnavailable if nothing was changed, or OutcomeUnknown
 */
export async function transact<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  { isPatient = false, signal }: { isPatient?: boolean; signal?: AbortSignal | undefined } = {},
): Promise<T> {
  const startedAt = performance.now();
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const isConnectionLost = error instanceof DatabaseUnavailable && error.isRetryable;
      const isRolledBack = error instanceof SerializationFailure || isConnectionLost;
      const isLate = performance.now() - startedAt > RETRY_WINDOW_MS;
      const isEndless =
        isPatient &&
        !signal?.aborted &&
        (error instanceof SerializationFailure || error instanceof LockTimeout);
      const isLast = !isRolledBack || isLate || attempt === ATTEMPTS_MAX;
      if (isLast && !isEndless) throw error;
      // Exponential backoff with jitter, so that the same transactions don't collide again.
      await sleep(Math.min(FIRST_PAUSE_MS * 2 ** attempt, PAUSE_MAX_MS) * Math.random());
    }
  }
}

/** A writing query of Kysely's builder whose result is ignored. */
type Write = OperationNodeSource & { execute(): Promise<unknown> };

/**
 * Executes queries that don't depend on each other's results. On PostgreSQL they are one statement, so they take one
 * round trip; foreign keys are checked at its end.
 */
export async function executeAll(tx: Tx, writes: readonly Write[]): Promise<void> {
  if (engineOf(tx) === 'sqlite') {
    for (const write of writes) await write.execute();
    return;
  }
  const parts = writes.map((write, index) => sql`${sql.ref(`write_${index}`)} as (${write})`);
  await sql`with ${sql.join(parts)} select 1`.execute(tx);
}

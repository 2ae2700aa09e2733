/** Limits failed logins: see docs/decisions/007-failed-logins.md. */
import { sql } from 'kysely';
import { Refusal } from '../../../contract/refusals.ts';
import type { Db, LoginFailuresTable, Tx } from '../../platform/storage/schema.ts';
import { accountSubject, type FailureLimit } from './limits.ts';
import { hashAccount } from './rules.ts';

/** The first is reset by a successful login. */
export type Limits = readonly [FailureLimit, ...FailureLimit[]];

/** @throws Refusal FAILED_LOGINS_TOO_MANY, with the seconds until the next attempt */
export async function refuseThrottled(db: Db, limits: Limits, now: number): Promise<void> {
  const counts = await db
    .selectFrom('login_failures')
    .selectAll()
    .where(
      'subject',
      'in',
      limits.map(({ subject }) => subject),
    )
    .where('counts_until', '>', now)
    .execute();
  for (const limit of limits) {
    const count = counts.find(({ subject }) => subject === limit.subject);
    refuseAbove(limit, (count?.counts_until ?? now) + limit.intervalMs, now);
  }
}

/**
 * Counts one failure against each limit. Each failure counts for one interval, one after the other.
 * @throws Refusal FAILED_LOGINS_TOO_MANY above a limit; the transaction then rolls the count back
 */
export async function countFailure(tx: Tx, limits: Limits, now: number): Promise<void> {
  await tx.deleteFrom('login_failures').where('counts_until', '<=', now).execute();
  const counts = await tx
    .insertInto('login_failures')
    .values(
      // All logins lock the rows in one order.
      limits
        .toSorted((a, b) => (a.subject < b.subject ? -1 : 1))
        .map(({ subject, intervalMs }) => ({ subject, counts_until: now + intervalMs })),
    )
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet((eb) => ({
        counts_until: eb(
          'login_failures.counts_until',
          '+',
          eb(eb.ref('excluded.counts_until'), '-', now),
        ),
      })),
    )
    .returningAll()
    .execute();
  for (const limit of limits) {
    const count = counts.find(({ subject }) => subject === limit.subject);
    refuseAbove(limit, count?.counts_until ?? now, now);
  }
}

/** @param countsUntil with the attempt that is to be allowed */
function refuseAbove({ burst, intervalMs }: FailureLimit, countsUntil: number, now: number): void {
  const waitMs = countsUntil - burst * intervalMs - now;
  if (waitMs <= 0) return;
  throw new Refusal('FAILED_LOGINS_TOO_MANY', { retryAfter: Math.ceil(waitMs / 1000) });
}

/** After a successful login: resets the first limit, and takes this attempt back from the others. */
export async function forgive(tx: Tx, [own, ...shared]: Limits): Promise<void> {
  await tx.deleteFrom('login_failures').where('subject', '=', own.subject).execute();
  for (const { subject, intervalMs } of shared) {
    await tx
      .updateTable('login_failures')
      .set((eb) => ({ counts_until: eb('counts_until', '-', intervalMs) }))
      .where('subject', '=', subject)
      .execute();
  }
}

/** Forgets the failed logins of an account, from everywhere. Those of the networks themselves stay counted. */
export async function forgiveAccount(tx: Tx, username: string): Promise<void> {
  await tx.deleteFrom('login_failures').where(isOfAccount(username)).execute();
}

/** The failed logins that are counted for an account. */
export function readFailures(db: Db, username: string): Promise<LoginFailuresTable[]> {
  return db.selectFrom('login_failures').selectAll().where(isOfAccount(username)).execute();
}

/** Not `like`: a subject may contain the characters that it gives a meaning to. */
function isOfAccount(username: string) {
  const subject = accountSubject(hashAccount(username));
  return sql<boolean>`substr(subject, 1, ${sql.lit(subject.length)}) = ${subject}`;
}

/** Counts attempts against limits, for all servers of the shop together: see docs/decisions/007-failed-logins.md. */
import { sql } from 'kysely';
import { Refusal } from '../../../../contract/refusals.ts';
import type { Services } from '../../../platform/services.ts';
import type { Db, Tx } from '../../../platform/storage/schema.ts';
import { hashAccount } from '../store.ts';
import type { Sender } from './devices.ts';
import { accountSubject, type Limit, type LimitedRequest, ratesOf } from './limits.ts';

export interface ThrottleServices extends Pick<Services, 'db' | 'now'> {
  /** Requests a minute from one network; 0 is no limit. */
  authRateLimit: number;
}

/** Counts a request against its rates. @throws Refusal TOO_MANY_REQUESTS */
export async function countRequest(
  { db, now, authRateLimit }: ThrottleServices,
  what: LimitedRequest,
  from: { owner?: string; sender?: Sender },
): Promise<void> {
  await countAttempt(db, ratesOf(what, from, authRateLimit), now());
}

/** @throws Refusal of the first limit that allows no attempt now, with the seconds until the next one */
export async function refuseThrottled(
  db: Db,
  limits: readonly Limit[],
  now: number,
): Promise<void> {
  const subjects = limits.map(({ subject }) => subject);
  const counts = await db
    .selectFrom('attempts')
    .select(['subject', 'counts_until'])
    .where('subject', 'in', subjects)
    .execute();
  for (const limit of limits) {
    const count = counts.find(({ subject }) => subject === limit.subject);
    const waitMs = (count?.counts_until ?? 0) - lastAllowed(limit, now);
    if (waitMs > 0) throw refusalOf(limit, waitMs);
  }
}

/**
 * Counts an attempt against each limit, where it counts for one interval after those before it. What one limit refuses
 * doesn't count against the next: put those that fewer senders share first.
 * @throws Refusal of the first limit that allows no attempt now; a transaction then rolls back all counts
 */
export async function countAttempt(db: Db, limits: readonly Limit[], now: number): Promise<void> {
  await forgetOld(db, now);
  for (const limit of limits) {
    const { subject, intervalMs, isCounted } = limit;
    const costMs = isCounted ? intervalMs : 0;
    const counted = await db
      .insertInto('attempts')
      .values({ subject, counts_until: now + costMs })
      .onConflict((conflict) =>
        conflict
          .column('subject')
          .doUpdateSet((eb) => ({
            // An old count may still be there, because another transaction has locked it.
            counts_until: eb(
              eb
                .case()
                .when('attempts.counts_until', '>', now)
                .then(eb.ref('attempts.counts_until'))
                .else(now)
                .end(),
              '+',
              costMs,
            ),
          }))
          .where('attempts.counts_until', '<=', lastAllowed(limit, now)),
      )
      .returning('subject')
      .executeTakeFirst();
    // Refused attempts don't count, so the next one is allowed after an interval at most.
    if (counted === undefined) throw refusalOf(limit, intervalMs);
  }
}

/** Leaves rows that are locked to the next call. */
async function forgetOld(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('attempts')
    .where('subject', 'in', (eb) =>
      eb
        .selectFrom('attempts')
        .select('subject')
        .where('counts_until', '<=', now)
        .forUpdate()
        .skipLocked(),
    )
    .execute();
}

/** The latest time until which earlier attempts may count. */
function lastAllowed({ burst, intervalMs }: Limit, now: number): number {
  return now + (burst - 1) * intervalMs;
}

function refusalOf({ refusal }: Limit, waitMs: number): Refusal {
  return new Refusal(refusal, { retryAfter: Math.ceil(waitMs / 1000) });
}

/** After a successful login: resets the first limit, and takes this attempt back from the others. */
export async function forgive(tx: Tx, limits: readonly Limit[]): Promise<void> {
  for (const [index, { subject, intervalMs }] of limits.entries()) {
    if (index === 0) await tx.deleteFrom('attempts').where('subject', '=', subject).execute();
    else
      await tx
        .updateTable('attempts')
        .set((eb) => ({ counts_until: eb('counts_until', '-', intervalMs) }))
        .where('subject', '=', subject)
        .execute();
  }
}

/** Forgets the failed logins of an account, from everywhere. Those of the networks themselves stay counted. */
export async function forgiveAccount(tx: Tx, username: string): Promise<void> {
  await tx.deleteFrom('attempts').where(isOfAccount(username)).execute();
}

/** The failed logins that are counted for an account. */
export function readFailures(db: Db, username: string) {
  return db.selectFrom('attempts').selectAll().where(isOfAccount(username)).execute();
}

/** Not `like`: a subject may contain the characters that it gives a meaning to. */
function isOfAccount(username: string) {
  const subject = accountSubject(hashAccount(username));
  return sql<boolean>`substr(subject, 1, ${sql.lit(subject.length)}) = ${subject}`;
}

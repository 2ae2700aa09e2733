/** Limits failed logins: see docs/decisions/007-failed-logins.md. */
import { sql } from 'kysely';
import { Refusal } from '../../../contract/refusals.ts';
import type { Db, LoginFailuresTable, Tx } from '../../platform/storage/schema.ts';
import { accountSubject, FAILURE_WINDOW_MS, KNOWN_NETWORK_MS, type Throttled } from './rules.ts';

/** @throws Refusal FAILED_LOGINS_TOO_MANY, with the seconds until the window ends */
export async function refuseThrottled(db: Db, throttled: Throttled, now: number): Promise<void> {
  const counts = await db
    .selectFrom('login_failures')
    .selectAll()
    .where(
      'subject',
      'in',
      throttled.limits.map(({ subject }) => subject),
    )
    .where('window_ends_at', '>', now)
    .execute();
  await refuseFrom(db, throttled, { counts, isCounted: false, now });
}

/**
 * Counts one failure for each subject, in its current window or in a new one.
 * @throws Refusal FAILED_LOGINS_TOO_MANY above a limit; the transaction then rolls the count back
 */
export async function countFailure(tx: Tx, throttled: Throttled, now: number): Promise<void> {
  await tx.deleteFrom('login_failures').where('window_ends_at', '<=', now).execute();
  const counts = await tx
    .insertInto('login_failures')
    .values(
      throttled.limits.map(({ subject }) => ({
        subject,
        failures: 1,
        window_ends_at: now + FAILURE_WINDOW_MS,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('subject')
        .doUpdateSet((eb) => ({ failures: eb('login_failures.failures', '+', 1) })),
    )
    .returningAll()
    .execute();
  await refuseFrom(tx, throttled, { counts, isCounted: true, now });
}

interface Counted {
  counts: readonly LoginFailuresTable[];
  /** Whether the counts include this attempt. */
  isCounted: boolean;
  now: number;
}

async function refuseFrom(db: Db, throttled: Throttled, counted: Counted): Promise<void> {
  const { counts, isCounted, now } = counted;
  for (const { subject, failuresMax, sparesKnownNetwork } of throttled.limits) {
    const count = counts.find((row) => row.subject === subject);
    if (count === undefined || count.failures < failuresMax + Number(isCounted)) continue;
    if (sparesKnownNetwork && (await isKnownNetwork(db, throttled.network, now))) continue;
    const retryAfter = Math.ceil((count.window_ends_at - now) / 1000);
    throw new Refusal('FAILED_LOGINS_TOO_MANY', { retryAfter });
  }
}

async function isKnownNetwork(db: Db, network: string, now: number): Promise<boolean> {
  const known = db.selectFrom('known_networks').select('network').where('network', '=', network);
  return (await known.where('ends_at', '>', now).executeTakeFirst()) !== undefined;
}

/**
 * After a successful login: takes this attempt back, resets the account on this network and remembers the network.
 * Failures of others stay counted.
 */
export async function forgive(tx: Tx, { limits, network }: Throttled, now: number): Promise<void> {
  const [own, ...shared] = limits;
  await tx.deleteFrom('login_failures').where('subject', '=', own.subject).execute();
  await tx
    .updateTable('login_failures')
    .set((eb) => ({ failures: eb('failures', '-', 1) }))
    .where(
      'subject',
      'in',
      shared.map(({ subject }) => subject),
    )
    .execute();
  await tx.deleteFrom('known_networks').where('ends_at', '<=', now).execute();
  const ends_at = now + KNOWN_NETWORK_MS;
  await tx
    .insertInto('known_networks')
    .values({ network, ends_at })
    .onConflict((conflict) => conflict.column('network').doUpdateSet({ ends_at }))
    .execute();
}

/** Forgets the failed logins of an account, from all networks. Those of the networks themselves stay counted. */
export async function forgiveAccount(tx: Tx, username: string): Promise<void> {
  await tx.deleteFrom('login_failures').where(isOfAccount(username)).execute();
}

/** The failed logins that are counted for an account. */
export function readFailures(db: Db, username: string): Promise<LoginFailuresTable[]> {
  return db.selectFrom('login_failures').selectAll().where(isOfAccount(username)).execute();
}

/** Not `like`: a subject may contain the characters that it gives a meaning to. */
function isOfAccount(username: string) {
  const subject = accountSubject(username);
  return sql<boolean>`substr(subject, 1, ${sql.lit(subject.length)}) = ${subject}`;
}

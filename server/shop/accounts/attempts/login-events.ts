/**
 * Events that an account's owner should see: failed logins, logins from new devices, changed passkeys and recovery
 * codes.
 */
import type { OnConflictBuilder } from 'kysely';
import { usernameKey } from '../../../../contract/credentials.ts';
import { LOGIN_EVENT_DAYS, LOGIN_EVENTS_MAX } from '../../../../contract/limits.ts';
import type { Db, LoginEventKind, Schema, Tx } from '../../../platform/storage/schema.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface LoginEvent {
  kind: LoginEventKind;
  /** The browser's name, from `nameBrowser`; '' for failed logins. */
  browser: string;
  /** How often it happened on that day (UTC). */
  times: number;
  /** Milliseconds since 1970 UTC. */
  lastAt: number;
}

/**
 * Counts a failed login: one row a day, however many there are. It runs the same statements for a name that no account
 * has, so that timing does not reveal accounts.
 */
export async function recordFailedLogin(tx: Tx, username: string, now: number): Promise<void> {
  await deleteOld(tx, now);
  await tx
    .insertInto('login_events')
    .columns(['user_id', 'kind', 'day', 'browser', 'times', 'last_at'])
    .expression(
      tx
        .selectFrom('users')
        .select((eb) => [
          'id',
          eb.val<LoginEventKind>('failed').as('kind'),
          eb.val(dayOf(now)).as('day'),
          eb.val('').as('browser'),
          eb.val(1).as('times'),
          eb.val(now).as('last_at'),
        ])
        .where('username_key', '=', usernameKey(username))
        .where('erased_at', 'is', null)
        .forKeyShare(),
    )
    .onConflict((conflict) => countAgain(conflict, now))
    .execute();
}

/** Records events that only the owner, or a thief of the password, can cause. Lock the user first. */
export async function recordLoginEvent(
  tx: Tx,
  { userId, ...event }: { userId: string; kind: LoginEventKind; browser: string },
  now: number,
): Promise<void> {
  await deleteOld(tx, now);
  await tx
    .insertInto('login_events')
    .values({ ...event, user_id: userId, day: dayOf(now), times: 1, last_at: now })
    .onConflict((conflict) => countAgain(conflict, now))
    .execute();
  // The account forgets its oldest rows above the limit.
  await tx
    .deleteFrom('login_events')
    .where('user_id', '=', userId)
    .where('last_at', '<', (eb) =>
      eb
        .selectFrom(
          eb
            .selectFrom('login_events')
            .select('last_at')
            .where('user_id', '=', userId)
            .orderBy('last_at', 'desc')
            .limit(LOGIN_EVENTS_MAX)
            .as('newest'),
        )
        .select((newest) => newest.fn.min('newest.last_at').as('oldest')),
    )
    .execute();
}

function countAgain(conflict: OnConflictBuilder<Schema, 'login_events'>, now: number) {
  return conflict
    .columns(['user_id', 'day', 'kind', 'browser'])
    .doUpdateSet((eb) => ({ times: eb('login_events.times', '+', 1), last_at: now }));
}

async function deleteOld(tx: Tx, now: number): Promise<void> {
  await tx.deleteFrom('login_events').where('last_at', '<=', oldest(now)).execute();
}

/** Newest first. */
export function listLoginEvents(db: Db, userId: string, now: number): Promise<LoginEvent[]> {
  return db
    .selectFrom('login_events')
    .select(['kind', 'browser', 'times', 'last_at as lastAt'])
    .where('user_id', '=', userId)
    .where('last_at', '>', oldest(now))
    .orderBy('last_at', 'desc')
    .orderBy('kind')
    .orderBy('browser')
    .execute();
}

function oldest(now: number): number {
  return now - LOGIN_EVENT_DAYS * DAY_MS;
}

/** The beginning of the day (UTC). */
function dayOf(now: number): number {
  return now - (now % DAY_MS);
}

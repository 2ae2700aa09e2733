/** Whose tokens are good: looked up, and remembered for a few seconds, since most shoppers ask again. */
import { BoundedMap } from '../bounded-map.ts';
import type { Storage } from '../storage/storage.ts';
import { findSession, type Session } from './store.ts';

/** Where the database tells of sessions that were ended; see its migrations. */
const CHANNEL = 'session_ended';
/** The longest that a session is taken for good after it was ended where nobody could tell. */
const KEPT_MS = 5_000;
const SESSIONS_KEPT = 10_000;

export interface Sessions {
  /** The id of the user whose session it is, if it isn't over. @param now milliseconds since 1970 UTC */
  find(tokenHash: string, now: number): Promise<string | undefined>;
  /** To be told once the end of a session is committed: from then on it isn't found. */
  ended(tokenHash: string): void;
  close(): Promise<void>;
}

interface Kept extends Session {
  until: number;
}

/** Where other processes end sessions, too, they are only kept while the database tells of it. */
export function keepSessions({ db, listen }: Pick<Storage, 'db' | 'listen'>): Sessions {
  const kept = new BoundedMap<string, Kept>(SESSIONS_KEPT);
  let isTold = listen === undefined;
  /** Counts what makes an answer that is still on its way out of date. */
  let news = 0;

  function forget(tokenHash: string): void {
    news++;
    kept.delete(tokenHash);
  }

  function forgetAll(isToldNow: boolean): void {
    news++;
    kept.clear();
    isTold = isToldNow;
  }

  const listening = listen?.(CHANNEL, {
    onListening: () => forgetAll(true),
    onMessage: forget,
    onLost: () => forgetAll(false),
  });

  return {
    async find(tokenHash, now) {
      const known = kept.get(tokenHash);
      if (known !== undefined && known.until > now) return known.userId;
      const asked = news;
      const session = await findSession(db, tokenHash, now);
      if (session === undefined) return undefined;
      if (isTold && asked === news) {
        kept.set(tokenHash, { ...session, until: Math.min(session.expiresAt, now + KEPT_MS) });
      }
      return session.userId;
    },
    ended: forget,
    close: async () => listening?.close(),
  };
}

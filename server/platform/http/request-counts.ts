/** Counts requests in the database, so that a limit holds across all servers of the shop. */
import type { Db } from '../storage/schema.ts';

/**
 * Counts a request of a subject in its current window, or in a new one.
 * @returns the requests in the window, this one included, and the milliseconds until it ends
 */
export async function countRequest(
  db: Db,
  subject: string,
  windowMs: number,
  now: number,
): Promise<{ current: number; ttl: number }> {
  const { requests, window_ends_at } = await db
    .insertInto('request_counts')
    .values({ subject, requests: 1, window_ends_at: now + windowMs })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet((eb) => {
        const isOver = eb('request_counts.window_ends_at', '<=', now);
        return {
          requests: eb
            .case()
            .when(isOver)
            .then(1)
            .else(eb('request_counts.requests', '+', 1))
            .end(),
          window_ends_at: eb
            .case()
            .when(isOver)
            .then(now + windowMs)
            .else(eb.ref('request_counts.window_ends_at'))
            .end(),
        };
      }),
    )
    .returning(['requests', 'window_ends_at'])
    .executeTakeFirstOrThrow();
  // Each new window deletes those that have ended.
  if (requests === 1) {
    await db.deleteFrom('request_counts').where('window_ends_at', '<=', now).execute();
  }
  return { current: requests, ttl: window_ends_at - now };
}

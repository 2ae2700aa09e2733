import { Refusal } from '../../../contract/refusals.ts';
import type { Services } from '../services.ts';
import { countRequest } from './request-counts.ts';

const MINUTE_MS = 60_000;

export interface RateLimit {
  /** What is counted, for example the logins from one network. */
  subject: string;
  perMinute: number;
}

/**
 * Counts a request against each of the limits, for all servers of the shop together. What one limit refuses doesn't
 * count against the next: put those that fewer senders share first.
 * @throws Refusal TOO_MANY_REQUESTS above one of them
 */
export async function limitRate(
  { db, now }: Pick<Services, 'db' | 'now'>,
  limits: readonly RateLimit[],
): Promise<void> {
  for (const { subject, perMinute } of limits) {
    const { current, ttl } = await countRequest(db, subject, MINUTE_MS, now());
    if (current > perMinute) {
      throw new Refusal('TOO_MANY_REQUESTS', { retryAfter: Math.ceil(ttl / 1000) });
    }
  }
}

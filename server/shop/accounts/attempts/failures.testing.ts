import { networksOf } from '../../../platform/http/network.ts';
import type { Services } from '../../../platform/services.ts';
import { hashAccount } from '../store.ts';
import { hashDevice } from './devices.ts';
import { failureLimits } from './limits.ts';
import { countAttempt } from './throttle.ts';

interface Failures {
  username: string;
  from: string;
  isForeignPage?: boolean;
  /** What a known device sends as its cookie; by default the device is unknown. */
  cookie?: string;
  /** Whether an account has the name, as by default. */
  isKnownName?: boolean;
}

/** Counts that many failed logins, without a request for each. */
export async function failLogins(
  { db, now }: Pick<Services, 'db' | 'now'>,
  times: number,
  { username, from, isForeignPage = false, cookie, isKnownName = true }: Failures,
): Promise<void> {
  const account = hashAccount(username);
  const device = cookie && hashDevice(account, cookie.replace('device=', ''));
  const attempt = { account, device, networks: networksOf(from), isForeignPage };
  const limits = failureLimits(attempt, { isKnownName });
  await db.transaction().execute(async (tx) => {
    for (let time = 0; time < times; time++) await countAttempt(tx, limits, now());
  });
}

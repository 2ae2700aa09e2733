import { networksOf } from '../../platform/http/network.ts';
import type { Services } from '../../platform/services.ts';
import { failureLimits } from './limits.ts';
import { hashAccount } from './rules.ts';
import { countFailure } from './throttle.ts';

interface Failures {
  username: string;
  from: string;
  isForeignPage?: boolean;
}

/** Counts that many failed logins of an unknown device, without hashing a password for each. */
export async function failLogins(
  { db, now }: Pick<Services, 'db' | 'now'>,
  times: number,
  { username, from, isForeignPage = false }: Failures,
): Promise<void> {
  const account = hashAccount(username);
  const limits = failureLimits({
    account,
    device: undefined,
    networks: networksOf(from),
    isForeignPage,
  });
  await db.transaction().execute(async (tx) => {
    for (let time = 0; time < times; time++) await countFailure(tx, limits, now());
  });
}

/** The stored attempts don't grow, however long strangers guess. */
import { expect, test } from 'vitest';
import { paths } from '../../../../contract/paths.ts';
import { openTestShop } from '../../../testing/test-shop.ts';
import { failLogins } from './failures.testing.ts';

const HOUR_MS = 60 * 60 * 1000;
const NETWORKS = 8;
/** In an hour: a login and a recovery, of the account and of another name, from each network. */
const ATTEMPTS = 4 * NETWORKS;
/** What a failed login from an IPv4 network counts against, or a recovery and a challenge. */
const LIMITS_OF_ATTEMPT = 3;
const shop = await openTestShop({ authRateLimit: 600 });

async function countRows() {
  const counts: Record<string, number> = {};
  for (const table of ['attempts', 'used_challenges'] as const) {
    counts[table] = (await shop.services.db.selectFrom(table).selectAll().execute()).length;
  }
  return counts;
}

/** Logins and recoveries, of an account and of names that nobody has, from new networks. */
async function guess(hour: number, username: string): Promise<void> {
  for (let n = 0; n < NETWORKS; n++) {
    const from = `10.${hour}.0.${n}`;
    for (const name of [username, `nobody-${hour}-${n}`]) {
      await failLogins(shop.services, 1, { username: name, from });
      const body = { username: name, code: 'wrong', newPassword: 'battery staple' };
      const reply = await shop.call('POST', paths.recovery, { body, from });
      expect(reply.statusCode).toBe(400);
    }
    await shop.call('POST', paths.passkeyLoginChallenge, { from });
  }
}

test('twelve hours of guesses from ever new networks leave no more rows than one hour', async () => {
  const { username, userId } = await shop.shopper();
  for (let hour = 0; hour < 12; hour++) {
    await guess(hour, username);
    const { attempts = 0, used_challenges } = await countRows();
    expect(attempts).toBeGreaterThan(0);
    expect(attempts).toBeLessThanOrEqual(ATTEMPTS * LIMITS_OF_ATTEMPT);
    expect(used_challenges).toBe(0);
    shop.pass(HOUR_MS);
  }
  const events = await shop.services.db.selectFrom('login_events').selectAll().execute();
  // One row for each day.
  expect(events.length).toBeLessThanOrEqual(2);
  expect(events.every(({ user_id }) => user_id === userId)).toBe(true);
  expect(events.reduce((sum, { times }) => sum + times, 0)).toBe(12 * NETWORKS);
});

/** Floods of logins and registrations. On PostgreSQL, logins also wait for the database. */
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { paths } from '../../../../contract/paths.ts';
import { stopPoolClock } from '../../../testing/pool-clock.ts';
import { openTestShop, PASSWORD } from '../../../testing/test-shop.ts';

const shop = await openTestShop();

beforeEach(stopPoolClock);

const send = (path: string, username: string, from: string, headers = {}) =>
  shop.call('POST', path, { body: { username, password: PASSWORD }, from, headers });

/** More than may wait for hashing on a machine of many cores, and more than may wait for the database. */
const [HASHES, READS] = [140, 250];

/**
 * Sends a number of requests at once, and resolves when the queue is full: one is refused. The test ends when all are
 * answered, so that none waits in the next test's queue.
 */
async function flood(path: string, count: number, addressOf: (n: number) => string): Promise<void> {
  const replies = Array.from({ length: count }, async (_, n) => {
    const { statusCode } = await send(path, `stranger-${n}`, addressOf(n));
    if (statusCode !== 503) throw new Error('Not refused');
  });
  onTestFinished(async () => {
    await Promise.allSettled(replies);
  });
  await Promise.any(replies);
}

test('a flood from one network, and registrations from many, take no place that others need to log in', async () => {
  const shoppers = await Promise.all(Array.from({ length: 14 }, () => shop.shopper()));
  await Promise.all([
    flood(paths.login, HASHES, () => '10.1.0.1'),
    flood(paths.register, HASHES, (n) => `10.1.4.${n}`),
  ]);
  const others = shoppers.map(({ username }, n) => send(paths.login, username, `10.1.1.${n}`));
  const statuses = (await Promise.all(others)).map(({ statusCode }) => statusCode);
  expect(statuses).toEqual(Array(14).fill(201));
});

test('a flood from many networks takes no place of known devices', async () => {
  const shoppers = await Promise.all(Array.from({ length: 5 }, () => shop.shopper()));
  const devices = shoppers.map(async ({ username }) => {
    const { headers } = await send(paths.login, username, '10.1.2.1');
    const [cookie = ''] = String(headers['set-cookie']).split(';');
    return { username, cookie };
  });
  const known = await Promise.all(devices);
  await flood(paths.login, HASHES, (n) => `10.1.3.${n}`);
  const reading = flood(paths.login, READS, (n) => `10.1.6.${n}`);
  const logins = known.map(({ username, cookie }) =>
    send(paths.login, username, '10.1.2.1', { cookie }),
  );
  const statuses = (await Promise.all(logins)).map(({ statusCode }) => statusCode);
  expect(statuses).toEqual(Array(5).fill(201));
  await reading;
});

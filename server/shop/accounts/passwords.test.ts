import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { runFor } from '../../platform/queues/client.ts';
import { PASSWORD, PASSWORD_HASH } from '../../testing/test-shop.ts';
import { decoyHash, hashPassword, verifyPassword } from './passwords.ts';

test('a hash fits its own password and no other', async () => {
  const hash = await hashPassword('correct horse');
  expect(await verifyPassword('correct horse', hash, 'logins')).toBe(true);
  expect(await verifyPassword('correct horsf', hash, 'logins')).toBe(false);
  expect(await verifyPassword('', hash, 'logins')).toBe(false);
});

test('a hash made with other parameters is checked with those it names', async () => {
  expect(await verifyPassword(PASSWORD, PASSWORD_HASH, 'logins')).toBe(true);
  expect(await verifyPassword('wrong horse', PASSWORD_HASH, 'logins')).toBe(false);
});

test('no password has the decoy as its hash, and checking it costs as much as a real one', async () => {
  expect(await verifyPassword('', decoyHash, 'logins')).toBe(false);
  const parametersOf = (hash: string) => hash.split('$').slice(0, 4);
  expect(parametersOf(decoyHash)).toEqual(parametersOf(await hashPassword('correct horse')));
});

test.each([
  '',
  'plain text',
  '$argon2i$v=19$m=8,t=1,p=1$c2FsdA$dGFn',
  '$argon2id$v=19$m=8,t=1$x$y',
])('a damaged hash ("%s") is an error, not a wrong password', async (hash) => {
  await expect(verifyPassword('correct horse', hash, 'logins')).rejects.toThrow('malformed');
});

/** Checks that many passwords at the same time. @returns why some were refused */
async function flood(
  count: number,
  queue: 'knownDevices' | 'logins',
  clientOf: (n: number) => string,
): Promise<unknown[]> {
  const checks = Array.from({ length: count }, (_, n) =>
    runFor(clientOf(n), () => verifyPassword(PASSWORD, PASSWORD_HASH, queue)),
  );
  const outcomes = await Promise.allSettled(checks);
  return outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
}

test('of many at the same time, as many as can wait are checked; the rest is refused', async () => {
  const atOnce = Math.min(3, Math.max(1, availableParallelism() - 1));
  const refused = await flood(200, 'logins', () => '10.1.2.1');
  expect(refused).toHaveLength(200 - atOnce * 41);
  expect(refused[0]).toMatchObject({ code: 'OVERLOADED', retryAfter: 1 });
  expect(await verifyPassword(PASSWORD, PASSWORD_HASH, 'logins')).toBe(true);
});

test('floods of logins, also from many networks, take no place of known devices', async () => {
  const flooding = flood(250, 'logins', (n) => `10.1.3.${n}`);
  const known = flood(5, 'knownDevices', () => '10.1.2.1');
  expect(await known).toEqual([]);
  expect((await flooding).length).toBeGreaterThan(0);
});

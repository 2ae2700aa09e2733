import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { decoyHash, hashPassword, verifyPassword } from './passwords.ts';

const place = { lane: 'logins', sharer: 'tests' } as const;

test('a hash fits its own password and no other', async () => {
  const hash = await hashPassword('correct horse', 'tests');
  expect(await verifyPassword('correct horse', hash, place)).toBe(true);
  expect(await verifyPassword('correct horsf', hash, place)).toBe(false);
  expect(await verifyPassword('', hash, place)).toBe(false);
});

const old =
  '$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$fGboIvzlkt1eU7JnWpaFoCiFdQqj41xKJW/x6HC4Hu4';

test('a hash made with other parameters is checked with those it names', async () => {
  expect(await verifyPassword('correct horse', old, place)).toBe(true);
  expect(await verifyPassword('wrong horse', old, place)).toBe(false);
});

test('no password has the decoy as its hash, and checking it costs as much as a real one', async () => {
  expect(await verifyPassword('', decoyHash, place)).toBe(false);
  const parametersOf = (hash: string) => hash.split('$').slice(0, 4);
  expect(parametersOf(decoyHash)).toEqual(
    parametersOf(await hashPassword('correct horse', 'tests')),
  );
});

test.each([
  '',
  'plain text',
  '$argon2i$v=19$m=8,t=1,p=1$c2FsdA$dGFn',
  '$argon2id$v=19$m=8,t=1$x$y',
])('a damaged hash ("%s") is an error, not a wrong password', async (hash) => {
  await expect(verifyPassword('correct horse', hash, place)).rejects.toThrow('malformed');
});

test('of many at the same time, as many as can wait are checked; the rest is refused', async () => {
  const atOnce = Math.min(3, Math.max(1, availableParallelism() - 1));
  const flood = Array.from({ length: 200 }, () => verifyPassword('correct horse', old, place));
  const outcomes = await Promise.allSettled(flood);
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(200 - atOnce * 41);
  expect(refused[0]).toMatchObject({ reason: { code: 'OVERLOADED', retryAfter: 1 } });
  expect(await verifyPassword('correct horse', old, place)).toBe(true);
});

import { expect, test } from 'vitest';
import { decoyHash, hashPassword, verifyPassword } from './passwords.ts';

test('a hash fits its own password and no other', async () => {
  const hash = await hashPassword('correct horse');
  expect(await verifyPassword('correct horse', hash)).toBe(true);
  expect(await verifyPassword('correct horsf', hash)).toBe(false);
  expect(await verifyPassword('', hash)).toBe(false);
});

test('a hash made with other parameters is checked with those it names', async () => {
  const old =
    '$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$fGboIvzlkt1eU7JnWpaFoCiFdQqj41xKJW/x6HC4Hu4';
  expect(await verifyPassword('correct horse', old)).toBe(true);
  expect(await verifyPassword('wrong horse', old)).toBe(false);
});

test('no password fits the decoy, and it is made once', async () => {
  expect(await verifyPassword('', await decoyHash())).toBe(false);
  expect(decoyHash()).toBe(decoyHash());
});

test.each([
  '',
  'plain text',
  '$argon2i$v=19$m=8,t=1,p=1$c2FsdA$dGFn',
  '$argon2id$v=19$m=8,t=1$x$y',
])('a damaged hash ("%s") is an error, not a wrong password', async (hash) => {
  await expect(verifyPassword('correct horse', hash)).rejects.toThrow('malformed');
});

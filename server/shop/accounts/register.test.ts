import { expect, test } from 'vitest';
import * as messages from '../../../contract/messages.ts';
import { paths } from '../../../contract/paths.ts';
import { expectLedgerBalanced } from '../../operations/audit/audit.testing.ts';
import { openTestShop, PASSWORD } from '../../testing/test-shop.ts';

const shop = await openTestShop();
const { db } = shop.services;

const register = (username: string, password = PASSWORD) =>
  shop.call('POST', paths.register, { body: { username, password } });

test('decisions, POST /auth/register: 201 {"success": true} and nothing else', async () => {
  const reply = await register('newcomer');
  expect(reply.statusCode).toBe(201);
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(reply.body).toBe('{"success":true}');
});

test("decisions, the wallet is the server's: a new account starts with $5000 in the ledger", async () => {
  await register('moneyed');
  await expectLedgerBalanced(db);
  const entries = await db
    .selectFrom('ledger_entries')
    .innerJoin('users', 'users.id', 'ledger_entries.user_id')
    .select(['account', 'amount_cents'])
    .where('username', '=', 'moneyed')
    .orderBy('account')
    .execute();
  expect(entries).toEqual([
    { account: 'grants', amount_cents: -500_000 },
    { account: 'wallet', amount_cents: 500_000 },
  ]);
});

test.each([
  ['as it is', 'taken-name'],
  ['in capitals', 'TAKEN-NAME'],
  ['with blanks around it', '  taken-name '],
])('decisions, POST /auth/register: a taken name %s is 400', async (_, again) => {
  await register('taken-name');
  const reply = await register(again, 'another password');
  expect(reply.statusCode).toBe(400);
  expect(reply.json()).toEqual({ success: false, message: 'Username is already taken' });
});

test('decisions, usernames NFC: a name whose accents are typed otherwise is taken', async () => {
  await register('Ren\u00e9e-1');
  expect((await register('Rene\u0301e-1')).json().message).toBe(messages.usernameTaken);
});

test('a refused registration leaves the account as it was', async () => {
  await register('settled', 'first password');
  await register('SETTLED', 'second password');
  const login = (password: string) =>
    shop.call('POST', paths.login, { body: { username: 'settled', password } });
  expect((await login('first password')).statusCode).toBe(201);
  expect((await login('second password')).statusCode).toBe(400);
});

test('known defects: of five parallel registrations of one name exactly one succeeds', async () => {
  const names = ['five-at-once', 'FIVE-at-once', 'five-AT-once', 'five-at-ONCE', ' five-at-once'];
  const replies = await Promise.all(names.map((name) => register(name)));
  const statuses = replies.map((reply) => reply.statusCode).toSorted();
  expect(statuses).toEqual([201, 400, 400, 400, 400]);
  for (const reply of replies.filter(({ statusCode }) => statusCode === 400)) {
    expect(reply.json().message).toBe(messages.usernameTaken);
  }
  await expectLedgerBalanced(db);
});

test('known defects: registering without a password does not crash the server', async () => {
  await shop.call('POST', paths.register, { body: { username: 'no-password' } });
  expect((await shop.call('GET', '/healthz')).statusCode).toBe(200);
});

test('nothing of a password is kept but its argon2id hash, salted', async () => {
  await register('salted-1', 'the same secret');
  await register('salted-2', 'the same secret');
  const users = await db
    .selectFrom('users')
    .selectAll()
    .where('username', 'like', 'salted%')
    .execute();
  const phc = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/;
  for (const user of users) expect(user.password_hash).toMatch(phc);
  expect(new Set(users.map((user) => user.password_hash)).size).toBe(2);
  expect(JSON.stringify(users)).not.toContain('the same secret');
});

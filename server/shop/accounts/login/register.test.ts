import { describe, expect, test } from 'vitest';
import * as messages from '../../../../contract/messages.ts';
import { paths } from '../../../../contract/paths.ts';
import { expectLedgerBalanced } from '../../../operations/audit/audit.testing.ts';
import { expectRefused } from '../../../platform/http/refused.testing.ts';
import { openTestShop, PASSWORD } from '../../../testing/test-shop.ts';

const shop = await openTestShop();
const { db } = shop.services;

const register = (username: string, password = PASSWORD) =>
  shop.call('POST', paths.register, { body: { username, password } });

test('R9.1, POST /auth/register: 201 {"success": true} and nothing else', async () => {
  const reply = await register('newcomer');
  expect(reply.statusCode).toBe(201);
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(reply.body).toBe('{"success":true}');
});

test('R7.2: a new account starts with $5000 in the ledger', async () => {
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

describe.each([0, 1_250])('R7.2: OPENING_BALANCE of %i cents', async (openingBalanceCents) => {
  const other = await openTestShop({ openingBalanceCents });

  test('is what a new wallet holds, and login says it', async () => {
    const body = { username: 'newcomer', password: PASSWORD };
    expect((await other.call('POST', paths.register, { body })).statusCode).toBe(201);
    const { balance } = (await other.call('POST', paths.login, { body })).json();
    expect(balance).toBe(openingBalanceCents / 100);
    await expectLedgerBalanced(other.services.db);
  });
});

test('R3.3, POST /auth/register: a taken name is 400, however it is written, and changes nothing', async () => {
  await register('Ren\u00e9e-1', 'first password');
  for (const again of ['Ren\u00e9e-1', '  RENE\u0301E-1 ']) {
    expectRefused(await register(again, 'second password'), 400, 'Username is already taken');
  }
  const login = async (password: string) =>
    (await shop.call('POST', paths.login, { body: { username: 'Ren\u00e9e-1', password } }))
      .statusCode;
  expect([await login('first password'), await login('second password')]).toEqual([201, 400]);
});

describe('R3.3: a name with an invisible character', () => {
  test.each([
    // Control, format, surrogate, private-use, unassigned.
    ...['\0', '\x1b', '\u200d', '\u202e', '\u{e0001}', '\ud800', '\ue000', '\u0378'],
    // Default-ignorable.
    ...['\u034f', '\u115f', '\u3164', '\uffa0', '\ufe0f', '\u{e0100}'],
    // Blank, or a separator.
    ...['\u2800', '\u{1d159}', '\u2028', '\u2029', '\u00a0', '\u2003', '\u3000'],
  ])('is refused: %j', async (character) => {
    const name = `invisible${character}name`;
    expectRefused(await register(name), 400, messages.usernameInvisible);
    expectRefused(await register(name, 'short'), 400, messages.passwordTooShort);
  });

  test('is no other name: letters of any script, spaces, symbols', async () => {
    for (const name of ['Ωμέγα 17', '名前は六文字', 'क्षत्रिय', ' \ufeffpasted\n', '🦊🦊🦊🦊🦊🦊']) {
      expect((await register(name)).statusCode, name).toBe(201);
    }
  });
});

test('the name of an erased account is reserved', async () => {
  expectRefused(await register('Erased-0123456789abcdef'), 400, messages.usernameTaken);
  expect((await register('erased-but-not-so')).statusCode).toBe(201);
});

test('known defects: of five parallel registrations of one name exactly one succeeds', async () => {
  const names = ['five-at-once', 'FIVE-at-once', 'five-AT-once', 'five-at-ONCE', ' five-at-once'];
  const replies = await Promise.all(names.map((name) => register(name)));
  const refused = replies.filter(({ statusCode }) => statusCode !== 201);
  expect(refused).toHaveLength(4);
  for (const reply of refused) expectRefused(reply, 400, messages.usernameTaken);
  await expectLedgerBalanced(db);
});

test('nothing of a password is kept but its argon2id hash, salted', async () => {
  for (const name of ['salted-1', 'salted-2']) await register(name, 'the same secret');
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

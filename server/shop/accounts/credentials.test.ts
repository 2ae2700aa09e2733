import { describe, expect, test } from 'vitest';
import * as messages from '../../../contract/messages.ts';
import { paths } from '../../../contract/paths.ts';
import { expectRefused } from '../../platform/http/refused.testing.ts';
import { openTestShop } from '../../testing/test-shop.ts';

const shop = await openTestShop();
const { username, password } = { username: 'crio-user', password: 'learnbydoing' };

/** `contract/credentials.test.ts` has more cases of R3.1. */
const refused: [sentence: string, body: unknown, message: string][] = [
  ['R3.1: no body is two empty fields', undefined, messages.usernameRequired],
  ['R3.1: a username of blanks', { username: ' \t ', password }, messages.usernameRequired],
  [
    'R3.1: the length of the username comes before the password',
    { username: 'abcde', password: '' },
    messages.usernameTooShort,
  ],
  ['R3.1: a missing password is an empty one', { username }, messages.passwordRequired],
  [
    'R3.1: five characters of two UTF-16 units',
    { username, password: '🔑'.repeat(5) },
    messages.passwordTooShort,
  ],
  ['R3.2: 65 characters', { username: 'u'.repeat(65), password }, messages.usernameTooLong],
  ['R3.2: 129 characters', { username, password: 'p'.repeat(129) }, messages.passwordTooLong],
  ['a username that is a number', { username: 1234567, password }, messages.usernameNotText],
  ['a username that is a list', { username: [username], password }, messages.usernameNotText],
  ['a password that is null', { username, password: null }, messages.passwordNotText],
  ['a password that is an object', { username, password: {} }, messages.passwordNotText],
];

describe.each([
  ['POST /auth/register', paths.register],
  ['POST /auth/login', paths.login],
])('%s refuses with 400', (_, path) => {
  test.each(refused)('%s', async (_sentence, body, message) => {
    expectRefused(await shop.call('POST', path, { body }), 400, message);
  });
});

test.each([
  ['64 and 128 characters of two UTF-16 units', '😀'.repeat(64), `${'🔑'.repeat(127)}🚪`],
  ['quotes, brackets and blanks', `o'neil"; drop table users; --(`, '  secret  '],
])('POST /auth/register and then /auth/login take %s', async (_, name, secret) => {
  const credentials = { username: name, password: secret };
  expect((await shop.call('POST', paths.register, { body: credentials })).statusCode).toBe(201);
  const login = await shop.call('POST', paths.login, { body: credentials });
  expect([login.statusCode, login.json().username]).toEqual([201, name]);
});

import { describe, expect, test } from 'vitest';
import * as messages from '../../../contract/messages.ts';
import { paths } from '../../../contract/paths.ts';
import { openTestShop } from '../../testing/test-shop.ts';

const shop = await openTestShop();

const long = { username: 'u'.repeat(65), password: 'p'.repeat(129) };
const good = { username: 'crio-user', password: 'learnbydoing' };
const { username, password } = good;

const refused: [sentence: string, body: unknown, message: string][] = [
  ['spec 5.1: an empty username', { username: '', password }, messages.usernameRequired],
  ['spec 5.1: a username of blanks', { username: ' \t ', password }, messages.usernameRequired],
  ['spec 5.1: a missing username is an empty one', { password }, messages.usernameRequired],
  ['spec 5.1: no body is two empty fields', undefined, messages.usernameRequired],
  ['spec 5.1 comes before 5.3', { username: '', password: '' }, messages.usernameRequired],
  ['spec 5.2: five characters', { username: 'abcde', password }, messages.usernameTooShort],
  [
    'spec 5.2: five characters and blanks',
    { username: ' abcde ', password },
    messages.usernameTooShort,
  ],
  [
    'spec 5.2: five characters of two UTF-16 units',
    { username: '😀'.repeat(5), password },
    messages.usernameTooShort,
  ],
  ['spec 5.2 comes before 5.3', { username: 'abc', password: '' }, messages.usernameTooShort],
  ['spec 5.3: an empty password', { username, password: '' }, messages.passwordRequired],
  ['spec 5.3: a missing password is an empty one', { username }, messages.passwordRequired],
  ['spec 5.4: five characters', { username, password: '12345' }, messages.passwordTooShort],
  [
    'spec 5.4: five characters of two UTF-16 units',
    { username, password: '🔑'.repeat(5) },
    messages.passwordTooShort,
  ],
  [
    'decisions: the rules of spec 5 come before those of length',
    { ...long, password: '' },
    messages.passwordRequired,
  ],
  ['decisions: 65 characters', { ...long, password }, messages.usernameTooLong],
  ['decisions: 129 characters', { ...long, username }, messages.passwordTooLong],
  ['decisions: both too long', long, messages.usernameTooLong],
  ['a username that is a number', { username: 1234567, password }, messages.usernameNotText],
  ['a username that is null', { username: null, password }, messages.usernameNotText],
  ['a username that is a list', { username: [username], password }, messages.usernameNotText],
  ['a password that is a number', { username, password: 1234567 }, messages.passwordNotText],
  ['a password that is null', { username, password: null }, messages.passwordNotText],
  ['a password that is an object', { username, password: {} }, messages.passwordNotText],
];

describe.each([
  ['POST /auth/register', paths.register],
  ['POST /auth/login', paths.login],
])('%s refuses with 400', (_, path) => {
  test.each(refused)('%s', async (_sentence, body, message) => {
    const reply = await shop.call('POST', path, { body });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toEqual({ success: false, message });
  });
});

describe('POST /auth/register and then /auth/login take', () => {
  test.each([
    ['six characters each', 'sixsix', '123456'],
    ['64 and 128 characters', 'u'.repeat(64), 'p'.repeat(128)],
    ['64 and 128 characters of two UTF-16 units', '😀'.repeat(64), '🔑'.repeat(128)],
    ['a password of blanks', 'blank-lover', ' '.repeat(6)],
    ['a password with blanks around it', 'blank-around', '  secret  '],
    ['a username with quotes and brackets', `o'neil"; drop table users; --(`, 'learnbydoing'],
  ])('%s', async (_, name, secret) => {
    const credentials = { username: name, password: secret };
    expect((await shop.call('POST', paths.register, { body: credentials })).statusCode).toBe(201);
    const login = await shop.call('POST', paths.login, { body: credentials });
    expect(login.statusCode).toBe(201);
    expect(login.json().username).toBe(name);
  });
});

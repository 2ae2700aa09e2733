/** Common passwords: accepted without an identity, refused in a shop of one's own (R13.2), wherever one is chosen. */
import { describe, expect, test } from 'vitest';
import * as messages from '../../../contract/messages.ts';
import { paths } from '../../../contract/paths.ts';
import { resetPassword } from '../../operations/accounts/access.ts';
import { expectRefused } from '../../platform/http/refused.testing.ts';
import { openTestShop, PASSWORD } from '../../testing/test-shop.ts';
import { replaceIdentity } from '../identity/store.ts';

const shop = await openTestShop();
const own = await openTestShop();
await replaceIdentity(own.services, { name: 'Birch' });

/** Passwords with which public clients of QKart and their test suites register. */
const clientPasswords = [
  ...['password', 'learnbydoing', 'Password123', 'password123', 'pass123', 'test123', 'test1234'],
  ...['123456', '12345678', 'qwerty', 'abcdef', 'abc123', 'aaaaaa', 'admin123', 'crio.do'],
];
const register = (where: typeof shop, username: string, password: string) =>
  where.call('POST', paths.register, { body: { username, password } });

/** The other ways to choose a password. Each is given a shopper, and refuses by a message or not at all. */
const otherWays = {
  async change(where: typeof shop, newPassword: string) {
    const as = await where.shopper();
    const body = { currentPassword: PASSWORD, newPassword };
    return (await where.call('POST', paths.password, { as, body })).body;
  },
  async recovery(where: typeof shop, newPassword: string) {
    const as = await where.shopper();
    const proof = { as, body: { currentPassword: PASSWORD } };
    const { codes } = (await where.call('POST', paths.recoveryCodes, proof)).json();
    const body = { username: as.username, code: codes[0], newPassword };
    return (await where.call('POST', paths.recovery, { body })).body;
  },
  async operator(where: typeof shop, newPassword: string) {
    const { username } = await where.shopper();
    const refused = (error: Error) => error.message;
    return resetPassword(where.services, username, newPassword).then(() => '', refused);
  },
};

test('R13.2: a shop without an identity refuses no password for being common', async () => {
  for (const [index, password] of clientPasswords.entries()) {
    expect((await register(shop, `client-${index}`, password)).statusCode, password).toBe(201);
  }
  expect((await register(shop, 'same-as-name', 'same-as-name')).statusCode).toBe(201);
});

test("R13.2: a shop of one's own refuses those, and the username, after the checks of R3.1", async () => {
  const guessable = [
    ...['password', 'Qwerty123', 'iloveyou', 'letmein', '123456', '654321', '987654321'],
    ...['aaaaaa', '123123123', 'abcdef', 'ABCDEF', 'passwordpassword', '19851985', ' GUESSED-NAME'],
  ];
  for (const password of guessable) {
    const reply = await register(own, 'guessed-name', password);
    expectRefused(reply, 400, messages.passwordGuessable);
  }
  expectRefused(await register(own, 'guess', 'password'), 400, messages.usernameTooShort);
  expectRefused(await register(own, 'guessed-name', '12345'), 400, messages.passwordTooShort);
  for (const [index, password] of ['learnbydoing', 'correct horse', 'x7#pq2'].entries()) {
    expect((await register(own, `unguessed-${index}`, password)).statusCode).toBe(201);
  }
});

describe.each(Object.entries(otherWays))('%s', (_, choose) => {
  test("takes them in a shop without an identity, and refuses them in one's own", async () => {
    expect(await choose(shop, 'password1')).toBe('');
    expect(await choose(own, 'password1')).toContain(messages.passwordGuessable);
  });
});

test('the rule begins and ends with the identity', async () => {
  const changing = await openTestShop();
  await replaceIdentity(changing.services, { name: 'Birch' });
  expect((await register(changing, 'newcomer', 'password')).statusCode).toBe(400);
  await replaceIdentity(changing.services, undefined);
  expect((await register(changing, 'newcomer', 'password')).statusCode).toBe(201);
});

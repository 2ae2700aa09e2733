import { describe, expect, test } from 'vitest';
import * as messages from '../../../../contract/messages.ts';
import { paths } from '../../../../contract/paths.ts';
import { expectRefused } from '../../../platform/http/refused.testing.ts';
import { openTestShop, PASSWORD, type TestShopper } from '../../../testing/test-shop.ts';
import { addPasskey, logInWith } from '../passkeys/passkeys.testing.ts';

const shop = await openTestShop();
const NEW = 'battery staple';

const change = (as: TestShopper, body: object) => shop.call('POST', paths.password, { as, body });
const login = (username: string, password: string) =>
  shop.call('POST', paths.login, { body: { username, password } });
const isLoggedIn = async (as: { token: string }) =>
  (await shop.call('GET', paths.cart, { as })).statusCode === 200;

test('a changed password ends all sessions but the one that changed it; the old one no longer logs in', async () => {
  const [as, other] = [await shop.shopper(), await shop.shopper()];
  const elsewhere = (await login(as.username, PASSWORD)).json();
  const reply = await change(as, { currentPassword: PASSWORD, newPassword: NEW });
  expect([reply.statusCode, reply.body]).toEqual([204, '']);
  expect(await isLoggedIn(as)).toBe(true);
  expect(await isLoggedIn(elsewhere)).toBe(false);
  expect(await isLoggedIn(other)).toBe(true);
  expectRefused(await login(as.username, PASSWORD), 400, messages.credentialsWrong);
  expect((await login(as.username, NEW)).statusCode).toBe(201);
});

describe('passkeys and recovery codes', () => {
  async function ownerOfAll() {
    const as = await shop.shopper();
    const device = await addPasskey(shop, as);
    const proof = { as, body: { currentPassword: PASSWORD } };
    const { codes } = (await shop.call('POST', paths.recoveryCodes, proof)).json();
    const recover = () =>
      shop.call('POST', paths.recovery, {
        body: { username: as.username, code: codes[0], newPassword: 'third staple' },
      });
    return { as, device, recover };
  }
  const body = { currentPassword: PASSWORD, newPassword: NEW };

  test('stay after a change of the password where the owner keeps them', async () => {
    const { as, device, recover } = await ownerOfAll();
    expect((await change(as, { ...body, keepPasskeysAndCodes: true })).statusCode).toBe(204);
    expect((await logInWith(shop, device)).statusCode).toBe(201);
    expect((await recover()).statusCode).toBe(204);
  });

  test('are removed with it otherwise, because a stranger who knew the password may have them, and nobody else’s', async () => {
    const { as, device, recover } = await ownerOfAll();
    const other = await ownerOfAll();
    const refused = await change(as, { ...body, keepPasskeysAndCodes: 'yes' });
    expect(refused.statusCode).toBe(400);
    const wrong = { ...body, currentPassword: 'wrong horse' };
    expectRefused(await change(as, wrong), 400, messages.currentPasswordWrong);
    expect((await logInWith(shop, device)).statusCode).toBe(201);
    expect((await change(as, body)).statusCode).toBe(204);
    expectRefused(await logInWith(shop, device), 400, messages.passkeyRefused);
    expectRefused(await recover(), 400, messages.recoveryCodeWrong);
    expect(await isLoggedIn(as)).toBe(true);
    expect((await logInWith(shop, other.device)).statusCode).toBe(201);
    expect((await other.recover()).statusCode).toBe(204);
  });
});

test.each<[string, object, string]>([
  ['no current password', { newPassword: NEW }, messages.currentPasswordRequired],
  [
    'a wrong one',
    { currentPassword: 'wrong horse', newPassword: NEW },
    messages.currentPasswordWrong,
  ],
  [
    'a long wrong one',
    { currentPassword: 'x'.repeat(10_000), newPassword: NEW },
    messages.currentPasswordWrong,
  ],
  ['no new password', { currentPassword: PASSWORD }, messages.passwordRequired],
  ['a short one', { currentPassword: PASSWORD, newPassword: '12345' }, messages.passwordTooShort],
  [
    'a long one',
    { currentPassword: PASSWORD, newPassword: 'x'.repeat(129) },
    messages.passwordTooLong,
  ],
  [
    'the same one',
    { currentPassword: PASSWORD, newPassword: PASSWORD },
    messages.passwordUnchanged,
  ],
  ['one that is no text', { currentPassword: PASSWORD, newPassword: 7 }, messages.passwordNotText],
])('%s is refused, and changes nothing', async (_, body, message) => {
  const as = await shop.shopper();
  const elsewhere = (await login(as.username, PASSWORD)).json();
  expectRefused(await change(as, body), 400, message);
  expect(await isLoggedIn(elsewhere)).toBe(true);
  expect((await login(as.username, PASSWORD)).statusCode).toBe(201);
});

test('without a token it is 401', async () => {
  const body = { currentPassword: PASSWORD, newPassword: NEW };
  expectRefused(await shop.call('POST', paths.password, { body }), 401, messages.loginToContinue);
});

test('of parallel guesses, ten are answered; another session and logins are not concerned', async () => {
  const as = await shop.shopper();
  const elsewhere = (await login(as.username, PASSWORD)).json();
  const guesses = await Promise.all(
    Array.from({ length: 15 }, (_, n) =>
      change(as, { currentPassword: `wrong horse ${n}`, newPassword: NEW }),
    ),
  );
  const statuses = guesses.map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 400)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  const right = { currentPassword: PASSWORD, newPassword: NEW };
  const refused = await change(as, right);
  expectRefused(refused, 429, messages.tooManyFailedLogins);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await login(as.username, PASSWORD)).statusCode).toBe(201);
  expect((await change(elsewhere, right)).statusCode).toBe(204);
});

test('a right current password is no failure, whatever becomes of the change', async () => {
  const as = await shop.shopper();
  const wrong = { currentPassword: 'wrong horse', newPassword: NEW };
  expectRefused(await change(as, wrong), 400, messages.currentPasswordWrong);
  for (let time = 0; time < 11; time++) {
    const short = { currentPassword: PASSWORD, newPassword: '12345' };
    expectRefused(await change(as, short), 400, messages.passwordTooShort);
  }
  expect((await change(as, { currentPassword: PASSWORD, newPassword: NEW })).statusCode).toBe(204);
});

test('of two changes at once, one succeeds', async () => {
  const as = await shop.shopper();
  const elsewhere = (await login(as.username, PASSWORD)).json();
  const replies = await Promise.all([
    change(as, { currentPassword: PASSWORD, newPassword: NEW }),
    change(elsewhere, { currentPassword: PASSWORD, newPassword: 'staple battery' }),
  ]);
  const statuses = replies.map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 204)).toHaveLength(1);
});

test('requests are limited for each session, so a stolen one does not keep the owner out, and for each network', async () => {
  const busy = await openTestShop({ authRateLimit: 6 });
  const as = await busy.shopper();
  const ask = (session: { token: string }, from?: string) =>
    busy.call('POST', paths.password, {
      as: session,
      body: { currentPassword: PASSWORD, newPassword: '1' },
      ...(from !== undefined && { from }),
    });
  expectRefused(await ask(as), 400, messages.passwordTooShort);
  expectRefused(await ask(as), 429, messages.tooManyRequests);
  const credentials = { username: as.username, password: PASSWORD };
  const own = (await busy.call('POST', paths.login, { body: credentials })).json();
  expectRefused(await ask(own), 400, messages.passwordTooShort);
  for (let n = 0; n < 6; n++) await ask(await busy.shopper(), '192.0.2.1');
  expectRefused(await ask(await busy.shopper(), '192.0.2.1'), 429, messages.tooManyRequests);
  const other = await busy.shopper();
  const body = { currentPassword: PASSWORD, newPassword: NEW };
  expect((await busy.call('POST', paths.password, { as: other, body })).statusCode).toBe(204);
});

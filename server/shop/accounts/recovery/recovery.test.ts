import { describe, expect, test } from 'vitest';
import * as messages from '../../../../contract/messages.ts';
import { paths } from '../../../../contract/paths.ts';
import { resetPassword } from '../../../operations/accounts/access.ts';
import { exportAccount } from '../../../operations/accounts/export.ts';
import { expectRefused } from '../../../platform/http/refused.testing.ts';
import { openTestShop, PASSWORD, type TestShopper } from '../../../testing/test-shop.ts';
import { addPasskey, logInWith } from '../passkeys/passkeys.testing.ts';
import { hashRecoveryCode } from './store.ts';

const shop = await openTestShop();
const { db, now } = shop.services;
const NEW = 'battery staple';
/** An unused code. */
const WRONG = '0000-0000-0000-0000-0000-0000-00';

async function newCodes(as: TestShopper, currentPassword = PASSWORD): Promise<string[]> {
  const reply = await shop.call('POST', paths.recoveryCodes, { as, body: { currentPassword } });
  expect(reply.statusCode).toBe(201);
  return reply.json().codes;
}
async function ownerOfCodes(): Promise<{ as: TestShopper; codes: string[]; first: string }> {
  const as = await shop.shopper();
  const codes = await newCodes(as);
  return { as, codes, first: codes[0] ?? '' };
}
const recover = (username: string, code: string, newPassword = NEW, from?: string) =>
  shop.call('POST', paths.recovery, {
    body: { username, code, newPassword },
    ...(from !== undefined && { from }),
  });
const login = (username: string, password: string) =>
  shop.call('POST', paths.login, { body: { username, password } });
const remaining = async (as: { token: string }) =>
  (await shop.call('GET', paths.user, { as })).json().recoveryCodes;

describe('new codes', () => {
  test('are ten, of 26 letters without look-alikes, and the database has only their hashes', async () => {
    const { as, codes } = await ownerOfCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) {
      expect(code).toMatch(
        /^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){5}-[0-9A-HJKMNP-TV-Z]{2}$/,
      );
    }
    const rows = await db.selectFrom('recovery_codes').selectAll().execute();
    const stored = JSON.stringify(rows).toUpperCase();
    for (const code of codes) expect(stored).not.toContain(code.replaceAll('-', ''));
    expect(await remaining(as)).toBe(10);
  });

  test('are listed with the time at which they were made, without those that are used', async () => {
    const as = await shop.shopper();
    const read = async (of: { token: string } = as) =>
      (await shop.call('GET', paths.user, { as: of })).json();
    expect(await read()).not.toHaveProperty('recoveryCodesMadeAt');
    const [first = ''] = await newCodes(as);
    const before = now();
    const { recoveryCodesMadeAt } = await read();
    expect(Date.parse(recoveryCodesMadeAt)).toBeLessThanOrEqual(before);
    shop.pass(60_000);
    await recover(as.username, first);
    const session = (await login(as.username, NEW)).json();
    expect(await read(session)).toMatchObject({ recoveryCodes: 9, recoveryCodesMadeAt });
    await newCodes(session, NEW);
    const later = (await read(session)).recoveryCodesMadeAt;
    expect(Date.parse(later) - Date.parse(recoveryCodesMadeAt)).toBeGreaterThanOrEqual(60_000);
  });

  test('replace the old ones, and are listed among the logins', async () => {
    const { as, first } = await ownerOfCodes();
    await newCodes(as);
    const logins = (await shop.call('GET', paths.logins, { as })).json();
    expect(logins).toMatchObject([{ kind: 'codes-made', count: 2 }]);
    expectRefused(await recover(as.username, first), 400, messages.recoveryCodeWrong);
    expect(await remaining(as)).toBe(10);
  });

  test.each<[string, object, string]>([
    ['no password', {}, messages.currentPasswordRequired],
    ['a wrong one', { currentPassword: 'wrong horse' }, messages.currentPasswordWrong],
    ['one that is no text', { currentPassword: 7 }, messages.passwordNotText],
  ])('need the password: %s is refused, and the old ones stay', async (_, body, message) => {
    const { as, first } = await ownerOfCodes();
    expectRefused(await shop.call('POST', paths.recoveryCodes, { as, body }), 400, message);
    expect((await recover(as.username, first)).statusCode).toBe(204);
  });

  test('need a token', async () => {
    const body = { currentPassword: PASSWORD };
    const reply = await shop.call('POST', paths.recoveryCodes, { body });
    expectRefused(reply, 401, messages.loginToContinue);
  });
});

describe('a code', () => {
  test('sets a new password once, ends all sessions, and is listed among the logins', async () => {
    const { as, codes, first } = await ownerOfCodes();
    const reply = await recover(as.username.toUpperCase(), first);
    expect([reply.statusCode, reply.body]).toEqual([204, '']);
    expectRefused(await shop.call('GET', paths.cart, { as }), 401, messages.sessionExpired);
    expectRefused(await login(as.username, PASSWORD), 400, messages.credentialsWrong);
    expectRefused(await recover(as.username, first), 400, messages.recoveryCodeWrong);
    const session = (await login(as.username, NEW)).json();
    expect(await remaining(session)).toBe(9);
    const logins = (await shop.call('GET', paths.logins, { as: session })).json();
    expect(logins).toContainEqual(expect.objectContaining({ kind: 'recovered', count: 1 }));
    expect((await recover(as.username, codes[9] ?? '')).statusCode).toBe(204);
  });

  test('is read in any case, with spaces or without hyphens, and with look-alikes', async () => {
    const { as, codes } = await ownerOfCodes();
    const [lower = '', bare = '', alike = ''] = codes;
    for (const code of [
      ` ${lower.toLowerCase()} `,
      bare.replaceAll('-', ''),
      alike.replaceAll('0', 'o').replaceAll('1', 'l'),
    ]) {
      expect((await recover(as.username, code)).statusCode).toBe(204);
    }
  });

  test('of 24 letters, as an earlier release made them, still works', async () => {
    const as = await shop.shopper();
    const code_hash = hashRecoveryCode(as.username, '7KQ2M9XD04TNZ8RCH5VB2WJE');
    const row = { code_hash, user_id: as.userId, created_at: now(), used_at: null };
    await db.insertInto('recovery_codes').values(row).execute();
    expect((await recover(as.username, '7KQ2-M9XD-04TN-Z8RC-H5VB-2WJE')).statusCode).toBe(204);
  });

  test('of another account is refused', async () => {
    const [{ first }, { as }] = [await ownerOfCodes(), await ownerOfCodes()];
    expectRefused(await recover(as.username, first), 400, messages.recoveryCodeWrong);
  });

  test('works once when it is sent twice at the same time', async () => {
    const { as, first } = await ownerOfCodes();
    const replies = await Promise.all([
      recover(as.username, first, 'battery staple'),
      recover(as.username, first, 'staple battery'),
    ]);
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 400]);
    const { recoveryCodes } = await exportAccount(db, as.userId);
    expect(recoveryCodes.filter(({ usedAt }) => usedAt !== null)).toHaveLength(1);
  });

  test('works although the password was typed wrong too often, and logins work again', async () => {
    const { as, first } = await ownerOfCodes();
    for (let n = 0; n < 10; n++) await login(as.username, `wrong horse ${n}`);
    expectRefused(await login(as.username, PASSWORD), 429, messages.tooManyFailedLogins);
    expect((await recover(as.username, first)).statusCode).toBe(204);
    expect((await login(as.username, NEW)).statusCode).toBe(201);
  });

  test('is dead after an operator has set a password', async () => {
    const { as, first } = await ownerOfCodes();
    await resetPassword(shop.services, as.username, NEW);
    expectRefused(await recover(as.username, first), 400, messages.recoveryCodeWrong);
  });

  test('is in the export without its letters, and gone with the account', async () => {
    const { as, first } = await ownerOfCodes();
    await recover(as.username, first);
    const { recoveryCodes } = await exportAccount(db, as.userId);
    const at = expect.stringMatching(/^20/);
    expect(recoveryCodes.filter(({ usedAt }) => usedAt === null)).toHaveLength(9);
    expect(recoveryCodes).toContainEqual({ createdAt: at, usedAt: at });
    const session = (await login(as.username, NEW)).json();
    const body = { currentPassword: NEW, forfeit: 5_000 };
    expect((await shop.call('DELETE', paths.user, { as: session, body })).statusCode).toBe(200);
    const left = db.selectFrom('recovery_codes').selectAll().where('user_id', '=', as.userId);
    expect(await left.execute()).toEqual([]);
  });
});

test.each<[string, object, string]>([
  ['no username', { code: WRONG, newPassword: NEW }, messages.usernameRequired],
  ['no code', { username: 'somebody', newPassword: NEW }, messages.recoveryCodeRequired],
  ['no password', { username: 'somebody', code: WRONG }, messages.passwordRequired],
  [
    'a short one',
    { username: 'somebody', code: WRONG, newPassword: '12345' },
    messages.passwordTooShort,
  ],
  ['a code that is no text', { username: 'somebody', code: 7 }, messages.recoveryCodeNotText],
  [
    'a long code',
    { username: 'somebody', code: '0'.repeat(60_000), newPassword: NEW },
    messages.recoveryCodeWrong,
  ],
  [
    'another alphabet',
    { username: 'somebody', code: '§$%&', newPassword: NEW },
    messages.recoveryCodeWrong,
  ],
])('%s is refused', async (_, body, message) => {
  expectRefused(await shop.call('POST', paths.recovery, { body }), 400, message);
});

describe('guesses', () => {
  test('keep no owner out, however many there are, and no answer says which accounts there are', async () => {
    const { as, first } = await ownerOfCodes();
    const answers = new Set<string>();
    for (let n = 0; n < 100; n++) {
      const replies = await Promise.all(
        Array.from({ length: 10 }, () =>
          recover(n % 2 === 0 ? as.username : 'nobody there', WRONG, NEW, `192.0.2.${n}`),
        ),
      );
      for (const { statusCode, body } of replies) answers.add(`${statusCode} ${body}`);
    }
    expect([...answers]).toEqual([
      `400 ${JSON.stringify({ success: false, message: messages.recoveryCodeWrong })}`,
    ]);
    expect((await login(as.username, PASSWORD)).statusCode).toBe(201);
    expect((await recover(as.username, first, NEW, '192.0.2.0')).statusCode).toBe(204);
  });

  test('are listed for the owner as failed logins', async () => {
    const { as } = await ownerOfCodes();
    await recover(as.username, WRONG);
    const logins = (await shop.call('GET', paths.logins, { as })).json();
    expect(logins).toContainEqual(expect.objectContaining({ kind: 'failed', count: 1 }));
  });
});

test('requests are limited for each network', async () => {
  const busy = await openTestShop({ authRateLimit: 10 });
  const body = { username: 'somebody', code: WRONG, newPassword: NEW };
  const send = (from: string) => busy.call('POST', paths.recovery, { body, from });
  expectRefused(await send('192.0.2.1'), 400, messages.recoveryCodeWrong);
  expectRefused(await send('192.0.2.1'), 429, messages.tooManyRequests);
  expectRefused(await send('192.0.2.2'), 400, messages.recoveryCodeWrong);
});

test('a passkey logs nobody in after the recovery: a stranger who knew the password may have added it', async () => {
  const { as, first } = await ownerOfCodes();
  const [own, others] = [await addPasskey(shop, as), await addPasskey(shop, await shop.shopper())];
  await recover(as.username, WRONG);
  expect((await logInWith(shop, own)).statusCode).toBe(201);
  expect((await recover(as.username, first)).statusCode).toBe(204);
  expectRefused(await logInWith(shop, own), 400, messages.passkeyRefused);
  expect((await logInWith(shop, others)).statusCode).toBe(201);
});

test('a device that was known is a stranger after the recovery', async () => {
  const { as, first } = await ownerOfCodes();
  const devices = async () => (await exportAccount(db, as.userId)).devices;
  await login(as.username, PASSWORD);
  expect(await devices()).toHaveLength(1);
  await recover(as.username, first);
  expect(await devices()).toEqual([]);
});

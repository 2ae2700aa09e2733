import { describe, expect, test } from 'vitest';
import type { LoginEvent } from '../../../../../contract/account.ts';
import * as messages from '../../../../../contract/messages.ts';
import { passkeyPath, paths } from '../../../../../contract/paths.ts';
import { expectRefused } from '../../../../platform/http/refused.testing.ts';
import { testConfig } from '../../../../testing/test-config.ts';
import { openTestShop, PASSWORD } from '../../../../testing/test-shop.ts';
import { Authenticator } from '../authenticator.testing.ts';
import { FIREFOX, passkeysIn, type Token } from '../passkeys.testing.ts';

const shop = await openTestShop();
const { db, now } = shop.services;
const { optionsToAdd, optionsToLogIn, logIn, owner } = passkeysIn(shop);
const ORIGIN = testConfig.publicUrl;
const MINUTE_MS = 60_000;

describe('logging in with a passkey', () => {
  test('answers as a login with the password does, and needs no username', async () => {
    const { as, device } = await owner();
    const options = await optionsToLogIn();
    expect(options).toMatchObject({ rpId: 'shop.test', userVerification: 'required' });
    expect(options.allowCredentials ?? []).toEqual([]);
    const reply = await logIn(device.get(options), FIREFOX);
    expect(reply.statusCode).toBe(201);
    const body = { username: as.username, password: PASSWORD };
    const byPassword = await shop.call('POST', paths.login, { body });
    const token = expect.stringMatching(/^[\w-]{43}$/);
    expect(reply.json()).toEqual({ ...byPassword.json(), token });
    expect(reply.headers['set-cookie']).toMatch(/^device=/);
    expect((await shop.call('GET', paths.cart, { as: reply.json() })).statusCode).toBe(200);
    const [passkey] = (await shop.call('GET', paths.passkeys, { as })).json();
    expect(passkey.usedAt).toMatch(/^20/);
    const logins: LoginEvent[] = (await shop.call('GET', paths.logins, { as })).json();
    const login = { kind: 'new-device', browser: 'Firefox on Linux' };
    expect(logins).toContainEqual(expect.objectContaining(login));
  });

  test('is not concerned by failed logins with the password', async () => {
    const { as, device } = await owner();
    const body = { username: as.username, password: 'wrong horse' };
    for (let time = 0; time < 11; time++) await shop.call('POST', paths.login, { body });
    const refused = await shop.call('POST', paths.login, { body: { ...body, password: PASSWORD } });
    expectRefused(refused, 429, messages.tooManyFailedLogins);
    expect((await logIn(device.get(await optionsToLogIn()))).statusCode).toBe(201);
  });

  test('a response is accepted once, also if it arrives twice at the same time', async () => {
    const { device } = await owner();
    const credential = device.get(await optionsToLogIn());
    const replies = await Promise.all([logIn(credential), logIn(credential)]);
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 400]);
    expectRefused(await logIn(credential), 400, messages.passkeyRefused);
  });

  test('a challenge is accepted once, also by a passkey that does not count', async () => {
    const { device } = await owner();
    const options = await optionsToLogIn();
    device.counter = -1;
    expect((await logIn(device.get(options))).statusCode).toBe(201);
    device.counter = -1;
    expectRefused(await logIn(device.get(options)), 400, messages.passkeyRefused);
  });

  test('a copied passkey, whose counter goes back, is refused', async () => {
    const { device } = await owner();
    device.counter = 5;
    expect((await logIn(device.get(await optionsToLogIn()))).statusCode).toBe(201);
    device.counter = 3;
    expectRefused(await logIn(device.get(await optionsToLogIn())), 400, messages.passkeyRefused);
  });

  test('a challenge of adding, an old one or one that the shop did not give out is refused', async () => {
    const { as, device } = await owner();
    const old = await optionsToLogIn();
    shop.pass(5 * MINUTE_MS + 1);
    for (const { challenge } of [await optionsToAdd(as), old, { challenge: 'A'.repeat(72) }]) {
      expectRefused(await logIn(device.get({ challenge })), 400, messages.passkeyRefused);
    }
  });

  test.each<[string, Parameters<Authenticator['get']>[1]]>([
    ['from a page of another origin', { origin: 'https://evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['without a verified user', { isVerified: false }],
  ])('%s is refused, and listed as a failed login', async (_, options) => {
    const { as, device } = await owner();
    const credential = device.get(await optionsToLogIn(), options);
    expectRefused(await logIn(credential), 400, messages.passkeyRefused);
    const logins: LoginEvent[] = (await shop.call('GET', paths.logins, { as })).json();
    expect(logins).toContainEqual(expect.objectContaining({ kind: 'failed', count: 1 }));
  });

  test('an unknown passkey, a foreign signature and a foreign account get one answer', async () => {
    const { device } = await owner();
    const { device: other } = await owner();
    const unknown = new Authenticator(ORIGIN);
    unknown.userHandle = device.userHandle;
    const mixed = { ...other.get(await optionsToLogIn()), id: device.id, rawId: device.id };
    const foreign = device.get(await optionsToLogIn());
    foreign.response.userHandle = other.userHandle;
    const bodies = [];
    for (const credential of [unknown.get(await optionsToLogIn()), mixed, foreign]) {
      const reply = await logIn(credential);
      expect(reply.statusCode).toBe(400);
      bodies.push(reply.body);
    }
    expect(new Set(bodies).size).toBe(1);
  });

  test('challenges leave nothing in the database, and used ones are forgotten', async () => {
    const rows = () => db.selectFrom('used_challenges').selectAll().execute();
    const before = (await rows()).length;
    for (let time = 0; time < 50; time++) await optionsToLogIn();
    expect(await rows()).toHaveLength(before);
    const { device } = await owner();
    shop.pass(6 * MINUTE_MS);
    await logIn(device.get(await optionsToLogIn()));
    const left = await rows();
    expect(left).toHaveLength(1);
    expect(left[0]?.expires_at).toBeGreaterThan(now());
  });
});

describe('a removed passkey', () => {
  const remove = (as: Token, id: string, currentPassword = PASSWORD) =>
    shop.call('DELETE', passkeyPath(id), { as, body: { currentPassword }, headers: FIREFOX });

  test('logs nobody in, and is listed among the logins; nobody else can remove it, nor without the password', async () => {
    const { as, device } = await owner();
    const other = await shop.shopper();
    expectRefused(await remove(as, device.id, ''), 400, messages.currentPasswordRequired);
    expectRefused(await remove(as, device.id, 'wrong horse'), 400, messages.currentPasswordWrong);
    for (const [shopper, id] of [
      [other, device.id],
      [as, 'none'],
    ] as const) {
      expectRefused(await remove(shopper, id), 404, messages.passkeyMissing);
    }
    const credential = device.get(await optionsToLogIn());
    const reply = await remove(as, device.id);
    expect([reply.statusCode, reply.json()]).toEqual([200, []]);
    expectRefused(await logIn(credential), 400, messages.passkeyRefused);
    const logins = (await shop.call('GET', paths.logins, { as })).json();
    const listed = { kind: 'passkey-removed', browser: 'Firefox on Linux', count: 1 };
    expect(logins).toContainEqual(expect.objectContaining(listed));
  });
});

test('logins by passkey are limited for each network and each account', async () => {
  const limited = await openTestShop({ authRateLimit: 6 });
  const statuses = new Set<number>();
  for (let time = 0; time < 8; time++) {
    const reply = await limited.call('POST', paths.passkeyLoginChallenge, { from: '192.0.2.9' });
    statuses.add(reply.statusCode);
  }
  expect(statuses).toEqual(new Set([201, 429]));
  const elsewhere = { from: '192.0.2.10' };
  const first = await limited.call('POST', paths.passkeyLoginChallenge, elsewhere);
  expect(first.statusCode).toBe(201);
});

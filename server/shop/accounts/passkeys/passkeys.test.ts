import { describe, expect, test } from 'vitest';
import type { LoginEvent } from '../../../../contract/account.ts';
import { PASSKEYS_MAX } from '../../../../contract/limits.ts';
import * as messages from '../../../../contract/messages.ts';
import { passkeyPath, paths } from '../../../../contract/paths.ts';
import { expectRefused } from '../../../platform/http/refused.testing.ts';
import { openTestShop, PASSWORD, testConfig } from '../../../testing/test-shop.ts';
import { replaceIdentity } from '../../identity/store.ts';
import { addPasskey } from './adding.testing.ts';
import { Authenticator } from './authenticator.testing.ts';

const shop = await openTestShop();
const { db, now } = shop.services;
const ORIGIN = testConfig.publicUrl;
const FIREFOX = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
};
const MINUTE_MS = 60_000;

type Token = { token: string };

const askToAdd = (as: Token, currentPassword?: string) =>
  shop.call('POST', paths.passkeyChallenge, { as, body: { currentPassword } });
const optionsToAdd = async (as: Token) => (await askToAdd(as, PASSWORD)).json();
const add = (as: Token, credential: object, name?: string) =>
  shop.call('POST', paths.passkeys, { as, body: { credential, name }, headers: FIREFOX });
const optionsToLogIn = async () => (await shop.call('POST', paths.passkeyLoginChallenge)).json();
const logIn = (credential: object, headers: Record<string, string> = {}) =>
  shop.call('POST', paths.passkeyLogin, { body: { credential }, headers });

/** A shopper with a passkey, and the device that has it. */
async function owner() {
  const as = await shop.shopper();
  const device = await addPasskey(shop, as);
  return { as, device };
}

describe('adding a passkey', () => {
  test('asks for the password, lists the passkey, and tells the owner among the logins', async () => {
    const as = await shop.shopper();
    const options = await optionsToAdd(as);
    expect(options).toMatchObject({
      rp: { id: 'shop.test', name: 'QKart' },
      user: { name: as.username },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const device = new Authenticator(ORIGIN);
    const reply = await add(as, device.create(options), '  My phone ');
    expect(reply.statusCode).toBe(201);
    const listed = { id: device.id, name: 'My phone', addedAt: expect.stringMatching(/^20/) };
    expect(reply.json()).toEqual([listed]);
    expect((await shop.call('GET', paths.passkeys, { as })).json()).toEqual([listed]);
    const logins: LoginEvent[] = (await shop.call('GET', paths.logins, { as })).json();
    expect(logins).toMatchObject([
      { kind: 'passkey-added', browser: 'Firefox on Linux', count: 1 },
    ]);
    const again = await optionsToAdd(as);
    expect(again.excludeCredentials).toMatchObject([{ id: device.id }]);
  });

  test('names a shop of one’s own to the password manager', async () => {
    await replaceIdentity(shop.services, { name: 'Birch' });
    expect((await optionsToAdd(await shop.shopper())).rp.name).toBe('Birch');
    await replaceIdentity(shop.services, undefined);
  });

  test('is refused without the password, or with a wrong one, which is counted', async () => {
    const as = await shop.shopper();
    expectRefused(await askToAdd(as), 400, messages.currentPasswordRequired);
    for (let time = 0; time < 10; time++) {
      expectRefused(await askToAdd(as, 'wrong horse'), 400, messages.currentPasswordWrong);
    }
    expectRefused(await askToAdd(as, PASSWORD), 429, messages.tooManyFailedLogins);
  });

  test('without a name it gets that of the browser; a long one is refused', async () => {
    const as = await shop.shopper();
    const device = new Authenticator(ORIGIN);
    const credential = device.create(await optionsToAdd(as));
    expectRefused(await add(as, credential, 'x'.repeat(61)), 400, messages.passkeyNameTooLong);
    expect((await add(as, credential, ' ')).json()).toMatchObject([{ name: 'Firefox on Linux' }]);
  });

  test('an account has at most ten', async () => {
    const as = await shop.shopper();
    for (let n = 0; n < PASSKEYS_MAX; n++) {
      const reply = await add(as, new Authenticator(ORIGIN).create(await optionsToAdd(as)));
      expect(reply.statusCode).toBe(201);
    }
    const another = new Authenticator(ORIGIN).create(await optionsToAdd(as));
    expectRefused(await add(as, another), 400, messages.passkeysTooMany);
  });

  test('with a challenge of another session, of a login, an old one or none of the shop is refused', async () => {
    const [as, other] = [await shop.shopper(), await shop.shopper()];
    const { user } = await optionsToAdd(as);
    const old = await optionsToAdd(as);
    const spelled = await optionsToAdd(as);
    shop.pass(5 * MINUTE_MS + 1);
    const challenges = [
      (await optionsToAdd(other)).challenge,
      (await optionsToLogIn()).challenge,
      old.challenge,
      `${spelled.challenge}=`,
      'AAAA',
      '',
    ];
    for (const challenge of challenges) {
      const credential = new Authenticator(ORIGIN).create({ challenge, user });
      expectRefused(await add(as, credential), 400, messages.passkeyRefused);
    }
  });

  test('a challenge is used once', async () => {
    const as = await shop.shopper();
    const options = await optionsToAdd(as);
    expect((await add(as, new Authenticator(ORIGIN).create(options))).statusCode).toBe(201);
    const second = new Authenticator(ORIGIN).create(options);
    expectRefused(await add(as, second), 400, messages.passkeyRefused);
  });

  test('a passkey belongs to one account', async () => {
    const { device } = await owner();
    const other = await shop.shopper();
    const credential = device.create(await optionsToAdd(other));
    expectRefused(await add(other, credential), 400, messages.passkeyRefused);
  });

  test.each<[string, Parameters<Authenticator['create']>[1]]>([
    ['from a page of another origin', { origin: 'https://shop.test.evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['without a verified user', { isVerified: false }],
    [
      'with certificates',
      { attestation: { fmt: 'packed', attStmt: new Map([['x5c', [new Uint8Array(40)]]]) } },
    ],
    ['of an unknown format', { attestation: { fmt: 'tpm', attStmt: new Map() } }],
  ])('%s is refused', async (_, options) => {
    const as = await shop.shopper();
    const credential = new Authenticator(ORIGIN).create(await optionsToAdd(as), options);
    expectRefused(await add(as, credential), 400, messages.passkeyRefused);
  });

  test.each<[string, (good: ReturnType<Authenticator['create']>) => object, number]>([
    ['nothing', () => ({}), 400],
    ['no CBOR', (good) => withAttestation(good, 'AAAA'), 400],
    ['deeply nested CBOR', (good) => withAttestation(good, 'gYGB'.repeat(2_000)), 400],
    ['a large attestation', (good) => withAttestation(good, 'A'.repeat(9_000)), 400],
    ['a huge attestation', (good) => withAttestation(good, 'A'.repeat(70_000)), 413],
    ['another id', (good) => ({ ...good, id: 'AAAA' }), 400],
    ['client data that is no JSON', (good) => withClientData(good, 'AAAA'), 400],
    ['client data that is null', (good) => withClientData(good, 'bnVsbA'), 400],
  ])('%s is refused', async (_, spoil, status) => {
    const as = await shop.shopper();
    const good = new Authenticator(ORIGIN).create(await optionsToAdd(as));
    const reply = await add(as, spoil(good));
    expect(reply.statusCode).toBe(status);
    expect((await shop.call('GET', paths.passkeys, { as })).json()).toEqual([]);
  });
});

function withAttestation(good: ReturnType<Authenticator['create']>, attestationObject: string) {
  return { ...good, response: { ...good.response, attestationObject } };
}

function withClientData(good: ReturnType<Authenticator['create']>, clientDataJSON: string) {
  return { ...good, response: { ...good.response, clientDataJSON } };
}

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
  test('logs nobody in; nobody else can remove it', async () => {
    const { as, device } = await owner();
    const other = await shop.shopper();
    for (const [shopper, id] of [
      [other, device.id],
      [as, 'none'],
    ] as const) {
      const reply = await shop.call('DELETE', passkeyPath(id), { as: shopper });
      expectRefused(reply, 404, messages.passkeyMissing);
    }
    const credential = device.get(await optionsToLogIn());
    const reply = await shop.call('DELETE', passkeyPath(device.id), { as });
    expect([reply.statusCode, reply.json()]).toEqual([200, []]);
    expectRefused(await logIn(credential), 400, messages.passkeyRefused);
  });
});

test('logins by passkey are limited for each network and each account', async () => {
  const limited = await openTestShop({ authRateLimit: 60 });
  const statuses = new Set<number>();
  for (let time = 0; time < 62; time++) {
    const reply = await limited.call('POST', paths.passkeyLoginChallenge, { from: '192.0.2.9' });
    statuses.add(reply.statusCode);
  }
  expect(statuses).toEqual(new Set([201, 429]));
  const elsewhere = { from: '192.0.2.10' };
  const first = await limited.call('POST', paths.passkeyLoginChallenge, elsewhere);
  expect(first.statusCode).toBe(201);
});

test('without a token it is 401', async () => {
  for (const [method, path] of [
    ['GET', paths.passkeys],
    ['POST', paths.passkeyChallenge],
    ['POST', paths.passkeys],
    ['DELETE', passkeyPath('x')],
  ] as const) {
    expectRefused(await shop.call(method, path), 401, messages.loginToContinue);
  }
});

import { describe, expect, test } from 'vitest';
import type { LoginEvent } from '../../../../contract/account.ts';
import { PASSKEYS_MAX } from '../../../../contract/limits.ts';
import * as messages from '../../../../contract/messages.ts';
import { passkeyPath, paths } from '../../../../contract/paths.ts';
import { expectRefused } from '../../../platform/http/refused.testing.ts';
import { testConfig } from '../../../testing/test-config.ts';
import { openTestShop, PASSWORD } from '../../../testing/test-shop.ts';
import { replaceIdentity } from '../../identity/store.ts';
import { Authenticator } from './authenticator.testing.ts';
import { FIREFOX, passkeysIn, type Token } from './passkeys.testing.ts';

const shop = await openTestShop();
const { askToAdd, optionsToAdd, optionsToLogIn, owner, ...steps } = passkeysIn(shop);
const ORIGIN = testConfig.publicUrl;
const MINUTE_MS = 60_000;

const add = (as: Token, credential: object, name?: string) =>
  steps.add(as, { credential, name }, FIREFOX);

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

  test('without a name it gets that of the browser; a long one, and one that is not seen, are refused', async () => {
    const as = await shop.shopper();
    const device = new Authenticator(ORIGIN);
    const credential = device.create(await optionsToAdd(as));
    expectRefused(await add(as, credential, 'x'.repeat(61)), 400, messages.passkeyNameTooLong);
    for (const name of ['My\u3164phone', '\u2800', 'My\u2028phone', 'My\ufe0f phone']) {
      expectRefused(await add(as, credential, name), 400, messages.passkeyNameInvisible);
    }
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

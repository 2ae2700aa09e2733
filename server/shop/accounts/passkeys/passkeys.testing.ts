/** The steps of a shopper with passkeys. */
import { expect } from 'vitest';
import { paths } from '../../../../contract/paths.ts';
import { testConfig } from '../../../testing/test-config.ts';
import { PASSWORD, type TestShop } from '../../../testing/test-shop.ts';
import { Authenticator } from './authenticator.testing.ts';

export type Token = { token: string };

export const FIREFOX = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
};

export function passkeysIn(shop: TestShop) {
  const { call } = shop;
  const askToAdd = (as: Token, currentPassword?: string) =>
    call('POST', paths.passkeyChallenge, { as, body: { currentPassword } });
  return {
    askToAdd,
    optionsToAdd: async (as: Token) => (await askToAdd(as, PASSWORD)).json(),
    add: (as: Token, body: { credential: object; name?: string | undefined }, headers = {}) =>
      call('POST', paths.passkeys, { as, body, headers }),
    optionsToLogIn: async () => (await call('POST', paths.passkeyLoginChallenge)).json(),
    logIn: (credential: object, headers = {}) =>
      call('POST', paths.passkeyLogin, { body: { credential }, headers }),
    /** A shopper with a passkey, and the device that has it. */
    async owner() {
      const as = await shop.shopper();
      return { as, device: await addPasskey(shop, as) };
    },
  };
}

/** Adds a passkey to the account of a test shopper. @returns the device that has it */
export async function addPasskey(
  shop: TestShop,
  as: Token,
  name = 'Phone',
): Promise<Authenticator> {
  const { optionsToAdd, add } = passkeysIn(shop);
  const device = new Authenticator(testConfig.publicUrl);
  const reply = await add(as, { credential: device.create(await optionsToAdd(as)), name });
  expect(reply.statusCode).toBe(201);
  return device;
}

/** Logs in with a passkey. @returns the reply, which may be a refusal */
export async function logInWith(shop: TestShop, device: Authenticator) {
  const { optionsToLogIn, logIn } = passkeysIn(shop);
  return logIn(device.get(await optionsToLogIn()));
}

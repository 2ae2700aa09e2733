import { expect } from 'vitest';
import { paths } from '../../../../contract/paths.ts';
import { PASSWORD, type TestShop, testConfig } from '../../../testing/test-shop.ts';
import { Authenticator } from './authenticator.testing.ts';

/** Adds a passkey to the account of a test shopper. @returns the device that has it */
export async function addPasskey(
  shop: TestShop,
  as: { token: string },
  name = 'Phone',
): Promise<Authenticator> {
  const device = new Authenticator(testConfig.publicUrl);
  const proof = { as, body: { currentPassword: PASSWORD } };
  const options = (await shop.call('POST', paths.passkeyChallenge, proof)).json();
  const body = { credential: device.create(options), name };
  const reply = await shop.call('POST', paths.passkeys, { as, body });
  expect(reply.statusCode).toBe(201);
  return device;
}

/** Logs in with a passkey. @returns the reply, which may be a refusal */
export async function logInWith(shop: TestShop, device: Authenticator) {
  const options = (await shop.call('POST', paths.passkeyLoginChallenge)).json();
  return shop.call('POST', paths.passkeyLogin, { body: { credential: device.get(options) } });
}

import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { eraseAccount } from '../../operations/accounts/erase.ts';
import { connectRaw } from '../../platform/http/raw-client.testing.ts';
import { openTestShop, type TestShopper } from '../../testing/test-shop.ts';
import { hashToken } from './authentication.ts';
import { endSession } from './sessions.ts';
import { transactShop, withAccount, withShopper } from './with-shopper.ts';

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const sessionOf = ({ userId, token }: TestShopper) => ({ userId, tokenHash: hashToken(token) });
const addressesOf = ({ userId }: TestShopper) =>
  db.selectFrom('addresses').select('address').where('user_id', '=', userId).execute();

beforeAll(async () => {
  await shop.app.listen({ host: '127.0.0.1', port: 0 });
});

describe('a session that ends between the headers and the body of a request', () => {
  /** Sends the headers, does `meanwhile`, and sends the body. */
  async function postAddress({ token }: TestShopper, meanwhile: () => Promise<unknown>) {
    const { port } = shop.app.server.address() as AddressInfo;
    const body = '{"address": "1 Long Road"}';
    const head = `POST ${paths.addresses} HTTP/1.1\r\nHost: shop\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    // The hook that authenticates the request asks for its session.
    const asked = vi.spyOn(db, 'selectFrom');
    const client = await connectRaw(port, head);
    await expect.poll(() => asked.mock.calls).toContainEqual(['sessions']);
    asked.mockRestore();
    // This statement runs after the one that found the session.
    await db.selectFrom('sessions').select('user_id').execute();
    await meanwhile();
    client.send(body);
    return client.answers(1);
  }

  test.each([
    ['a logout', ({ token }: TestShopper) => endSession(db, hashToken(token))],
    [
      'the account was erased',
      ({ username }: TestShopper) => eraseAccount(services, shop.storage, username, 'forfeits'),
    ],
  ])('is refused after %s, and nothing is stored', async (_, end) => {
    const shopper = await shop.shopper();
    const reply = await postAddress(shopper, () => end(shopper));
    expect(reply).toContain('401 Unauthorized');
    expect(reply).toContain('Session expired. Log in again.');
    expect(await addressesOf(shopper)).toEqual([]);
  });

  test('is accepted if it goes on', async () => {
    const shopper = await shop.shopper();
    expect(await postAddress(shopper, async () => {})).toContain('200 OK');
    expect(await addressesOf(shopper)).toEqual([{ address: '1 Long Road' }]);
  });
});

describe('two changes of one shopper at the same time', () => {
  test('run one after the other: one that waits for an erasure is refused', async () => {
    const shopper = await shop.shopper();
    const locked = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const erasing = withAccount(services, shopper.userId, async (tx) => {
      locked.resolve();
      await mayEnd.promise;
      await tx.deleteFrom('sessions').where('user_id', '=', shopper.userId).execute();
    });
    await locked.promise;
    const changing = withShopper(services, sessionOf(shopper), async () => 'changed');
    mayEnd.resolve();
    await erasing;
    await expect(changing).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
  });

  test('of two shoppers, neither waits for the other', async () => {
    const [one, other] = [await shop.shopper(), await shop.shopper()];
    const changed = [one, other].map((shopper) =>
      withShopper(services, sessionOf(shopper), async () => shopper.userId),
    );
    expect(await Promise.all(changed)).toEqual([one.userId, other.userId]);
  });
});

describe('what follows a commit', () => {
  test('follows it once, and never a transaction that is rolled back', async () => {
    const moneyGranted = vi.spyOn(services.meter, 'moneyGranted');
    await transactShop(services, async (_tx, recorder) =>
      recorder.measure((meter) => meter.moneyGranted(5)),
    );
    expect(moneyGranted.mock.calls).toEqual([[5]]);
    const failing = transactShop(services, async (_tx, recorder) => {
      recorder.measure((meter) => meter.moneyGranted(7));
      throw new Error('a defect');
    });
    await expect(failing).rejects.toThrow('a defect');
    expect(moneyGranted).toHaveBeenCalledTimes(1);
    moneyGranted.mockRestore();
  });

  test('a token of another shopper changes nothing', async () => {
    const [one, other] = [await shop.shopper(), await shop.shopper()];
    const stolen = { userId: one.userId, tokenHash: hashToken(other.token) };
    const changing = withShopper(services, stolen, async () => 'changed');
    await expect(changing).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
  });
});

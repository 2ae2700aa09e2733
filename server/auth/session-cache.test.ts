import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { paths } from '../../contract/paths.ts';
import { hashToken } from '../http/authentication.ts';
import type { ChannelListener } from '../storage/storage.ts';
import { DAY_MS, openTestShop } from '../test-shop.ts';
import { keepSessions } from './session-cache.ts';
import { addSession, endSession } from './store.ts';

const shop = await openTestShop();
const { db } = shop.services;
const { userId } = await shop.shopper();
const now = 1_800_000_000_000;

async function logIn(): Promise<string> {
  const tokenHash = hashToken(randomUUID());
  const session = { tokenHash, userId, expiresAt: now + DAY_MS };
  await db.transaction().execute((tx) => addSession(tx, session, now));
  return tokenHash;
}

const logOut = (tokenHash: string) => db.transaction().execute((tx) => endSession(tx, tokenHash));

describe('a session that was found', () => {
  test('is found again for a few seconds without asking, until its end is told', async () => {
    const sessions = keepSessions({ db });
    const tokenHash = await logIn();
    expect(await sessions.find(tokenHash, now)).toBe(userId);
    await logOut(tokenHash);
    expect(await sessions.find(tokenHash, now + 4_999)).toBe(userId);
    sessions.ended(tokenHash);
    expect(await sessions.find(tokenHash, now)).toBeUndefined();
  });

  test('is asked for again after that', async () => {
    const sessions = keepSessions({ db });
    const tokenHash = await logIn();
    await sessions.find(tokenHash, now);
    await logOut(tokenHash);
    expect(await sessions.find(tokenHash, now + 5_000)).toBeUndefined();
  });

  test('is over when it is over', async () => {
    const sessions = keepSessions({ db });
    const tokenHash = await logIn();
    const end = now + DAY_MS;
    expect(await sessions.find(tokenHash, end - 1)).toBe(userId);
    expect(await sessions.find(tokenHash, end)).toBeUndefined();
  });

  test('is not kept where its end was told while it was asked for', async () => {
    const sessions = keepSessions({ db });
    const tokenHash = await logIn();
    const found = sessions.find(tokenHash, now);
    sessions.ended(tokenHash);
    await found;
    await logOut(tokenHash);
    expect(await sessions.find(tokenHash, now)).toBeUndefined();
  });

  test('is kept only while the ends of others’ are told', async () => {
    let channel: ChannelListener | undefined;
    const sessions = keepSessions({
      db,
      listen(_, listener) {
        channel = listener;
        return { close: async () => {} };
      },
    });
    const tokenHash = await logIn();
    const isKept = async () => {
      await sessions.find(tokenHash, now);
      await logOut(tokenHash);
      const isStillFound = (await sessions.find(tokenHash, now)) !== undefined;
      await db
        .insertInto('sessions')
        .values({ token_hash: tokenHash, user_id: userId, expires_at: now + DAY_MS })
        .execute();
      return isStillFound;
    };
    expect(await isKept()).toBe(false);
    channel?.onListening();
    expect(await isKept()).toBe(true);
    channel?.onMessage(tokenHash);
    expect(await isKept()).toBe(true);
    channel?.onLost();
    expect(await isKept()).toBe(false);
  });
});

test('who logs out is out with the very next call', async () => {
  const shopper = await shop.shopper();
  const ask = () => shop.call('GET', paths.cart, { as: shopper });
  expect((await ask()).statusCode).toBe(200);
  expect((await shop.call('POST', paths.logout, { as: shopper })).statusCode).toBe(204);
  expect((await ask()).statusCode).toBe(401);
});

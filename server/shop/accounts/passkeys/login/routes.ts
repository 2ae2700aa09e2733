/** The login by passkey: without a username, and without a password. */
import type { FastifyPluginAsync } from 'fastify';
import { Refusal } from '../../../../../contract/refusals.ts';
import { addRoute } from '../../../../platform/http/api/add-route.ts';
import { lockUser } from '../../../../platform/storage/locks.ts';
import { transact } from '../../../../platform/storage/transaction.ts';
import { deviceCookie, readAttempt, senderOf } from '../../attempts/devices.ts';
import { recordFailedLogin } from '../../attempts/login-events.ts';
import { countRequest, type ThrottleServices } from '../../attempts/throttle.ts';
import { beginSession } from '../../begin-session.ts';
import { findUserById } from '../../store.ts';
import { challengeOf, requestOptions, type ShopOrigin, verifyUsed } from '../ceremony.ts';
import { isOwnChallenge, newChallenge, readChallengeSecret, useChallenge } from '../challenge.ts';
import { countUse, findPasskey } from '../store.ts';

export const passkeyLoginRoutes: FastifyPluginAsync<ThrottleServices & ShopOrigin> = async (
  app,
  services,
) => {
  const { db, now } = services;

  addRoute(app, 'startPasskeyLogin', async (request, _reply) => {
    await countRequest(services, 'passkey challenge', { sender: senderOf(request) });
    const challenge = newChallenge(await readChallengeSecret(db), 'log in', now());
    return { ...(await requestOptions(services, challenge)) };
  });

  addRoute(app, 'logInWithPasskey', async (request, reply) => {
    const { credential } = request.body;
    await countRequest(services, 'passkey login', { sender: senderOf(request) });
    const secret = await readChallengeSecret(db);
    const challenge = await challengeOf(credential);
    const passkey = await findPasskey(db, credential.id);
    const user = passkey && (await findUserById(db, passkey.user_id));
    const isOwn = isOwnChallenge(challenge, secret, 'log in', now());
    if (passkey === undefined || user === undefined || !isOwn) throw new Refusal('PASSKEY_REFUSED');
    await countRequest(services, 'passkey login', { owner: user.id });
    const counter = await verifyUsed(services, credential, passkey, () => isOwn).catch(
      async (error: unknown) => {
        await transact(db, (tx) => recordFailedLogin(tx, user.username, now()));
        throw error;
      },
    );
    const { secrets, ...read } = await readAttempt(services, request, user.username);
    const loggedIn = await transact(db, async (tx) => {
      await lockUser(tx, user.id);
      await countUse(tx, passkey, { counter, now: now() });
      await useChallenge(tx, challenge, now());
      return beginSession(tx, user, { ...read, request }, now());
    });
    if (!read.attempt.isForeignPage) {
      reply.header('set-cookie', deviceCookie(secrets, request.protocol === 'https'));
    }
    return { success: true as const, ...loggedIn };
  });
};

/** The login by passkey: without a username, and without a password. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { LoginReply } from '../../../../../contract/auth.ts';
import { CredentialOptions, PasskeyLoginBody } from '../../../../../contract/passkeys.ts';
import { paths } from '../../../../../contract/paths.ts';
import { Refusal } from '../../../../../contract/refusals.ts';
import { replies } from '../../../../platform/http/error-replies.ts';
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

export const passkeyLoginRoutes: FastifyPluginAsyncTypebox<ThrottleServices & ShopOrigin> = async (
  app,
  services,
) => {
  const { db, now } = services;
  const tags = ['auth'];

  app.post(
    paths.passkeyLoginChallenge,
    {
      schema: {
        tags,
        summary: 'Options for `navigator.credentials.get`, valid for five minutes',
        response: { 201: CredentialOptions, ...replies(429) },
      },
    },
    async (request, reply) => {
      await countRequest(services, 'passkey challenge', { sender: senderOf(request) });
      const challenge = newChallenge(await readChallengeSecret(db), 'log in', now());
      return reply.code(201).send({ ...(await requestOptions(services, challenge)) });
    },
  );

  app.post(
    paths.passkeyLogin,
    {
      schema: {
        tags,
        summary: 'Log in with a passkey',
        description:
          'Answers as the login with a password does. Every refusal of a passkey is the same.',
        body: PasskeyLoginBody,
        response: { 201: LoginReply, ...replies(400, 429) },
      },
    },
    async (request, reply) => {
      const { credential } = request.body;
      await countRequest(services, 'passkey login', { sender: senderOf(request) });
      const secret = await readChallengeSecret(db);
      const challenge = await challengeOf(credential);
      const passkey = await findPasskey(db, credential.id);
      const user = passkey && (await findUserById(db, passkey.user_id));
      const isOwn = isOwnChallenge(challenge, secret, 'log in', now());
      if (passkey === undefined || user === undefined || !isOwn)
        throw new Refusal('PASSKEY_REFUSED');
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
      return reply.code(201).send({ success: true, ...loggedIn });
    },
  );
};

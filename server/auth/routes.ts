import { randomBytes } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { CredentialsBody, LoginReply, RegisterReply } from '../../contract/auth.ts';
import { OPENING_BALANCE_CENTS } from '../../contract/limits.ts';
import { toDollars } from '../../contract/money.ts';
import { paths } from '../../contract/paths.ts';
import { Refusal } from '../../contract/refusals.ts';
import { hashToken, requireShopper, shopperOf } from '../http/bearer.ts';
import { bearerSecurity, replies } from '../http/replies.ts';
import type { Services } from '../http/services.ts';
import { openWallet, readBalance } from '../wallet/store.ts';
import { decoyHash, hashPassword, verifyPassword } from './passwords.ts';
import { checkCredentials, sessionEnd, throttledSubjects } from './rules.ts';
import {
  addSession,
  addUser,
  countFailure,
  endSession,
  findUser,
  forgetFailures,
  refuseThrottled,
} from './store.ts';

const TOKEN_BYTES = 32;

export const authRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { db, now, newId } = services;
  const tags = ['auth'];

  app.post(
    paths.register,
    {
      schema: {
        tags,
        summary: 'Open an account',
        body: CredentialsBody,
        response: { 201: RegisterReply, ...replies(400, 429) },
      },
    },
    async (request, reply) => {
      const { username, password } = checkCredentials(request.body);
      if (await findUser(db, username)) throw new Refusal('USERNAME_TAKEN');
      const user = { id: newId(), username, passwordHash: await hashPassword(password) };
      await db.transaction().execute(async (tx) => {
        await addUser(tx, user, now());
        await openWallet(tx, {
          userId: user.id,
          grantCents: OPENING_BALANCE_CENTS,
          transactionId: newId(),
          now: now(),
        });
      });
      return reply.code(201).send({ success: true });
    },
  );

  app.post(
    paths.login,
    {
      schema: {
        tags,
        summary: 'Log in',
        body: CredentialsBody,
        response: { 201: LoginReply, ...replies(400, 429) },
      },
    },
    async (request, reply) => {
      const { username, password } = checkCredentials(request.body);
      const subjects = throttledSubjects(username, request.ip);
      await refuseThrottled(db, subjects, now());

      // An unknown name takes as long as a wrong password, so that the time tells nothing.
      const user = await findUser(db, username);
      const fits = await verifyPassword(password, user?.passwordHash ?? (await decoyHash()));
      if (user === undefined || !fits) {
        await db.transaction().execute((tx) => countFailure(tx, subjects, now()));
        throw new Refusal('CREDENTIALS_WRONG');
      }

      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      const [account] = subjects;
      await db.transaction().execute(async (tx) => {
        if (account) await forgetFailures(tx, account);
        await addSession(
          tx,
          { tokenHash: hashToken(token), userId: user.id, expiresAt: sessionEnd(now()) },
          now(),
        );
      });
      const balance = toDollars(await readBalance(db, user.id));
      return reply.code(201).send({ success: true, token, username: user.username, balance });
    },
  );

  app.post(
    paths.logout,
    {
      onRequest: requireShopper(services),
      schema: {
        tags,
        summary: 'Log out: the token is dead',
        security: bearerSecurity,
        response: { 204: Type.Null(), ...replies(401) },
      },
    },
    async (request, reply) => {
      const { tokenHash } = shopperOf(request);
      await db.transaction().execute((tx) => endSession(tx, tokenHash));
      return reply.code(204).send(null);
    },
  );
};

/** Recovery without email: codes that a shopper keeps, each of which sets a new password once. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { RECOVERY_CODES } from '../../../../contract/limits.ts';
import { paths } from '../../../../contract/paths.ts';
import { ProofBody, RecoveryBody, RecoveryCodes } from '../../../../contract/recovery.ts';
import { Refusal } from '../../../../contract/refusals.ts';
import { createConcurrencyLimiter } from '../../../platform/http/concurrency-limiter.ts';
import { bearerSecurity, replies } from '../../../platform/http/error-replies.ts';
import { limitRate } from '../../../platform/http/rate-limit.ts';
import { requireShopper, shopperOf } from '../authentication.ts';
import { recoveryLimits, recoveryRates, sharerOf } from '../limits.ts';
import { senderOf } from '../login-attempt.ts';
import { checkNewPassword } from '../new-credentials.ts';
import { type ProofOptions, provePassword } from '../password/proof.ts';
import { hashPassword } from '../passwords.ts';
import { hashAccount, hashRecoveryCode } from '../rules.ts';
import { refuseThrottled } from '../throttle.ts';
import { formatRecoveryCode, newRecoveryCode, readRecoveryCode } from './codes.ts';
import { recover } from './recover.ts';
import { checkRecovery } from './rules.ts';
import { findCodeOwner, replaceRecoveryCodes } from './store.ts';

/** As for logins: a flood of recoveries leaves connections to all other requests. */
const READING = { concurrency: 2, queueMax: { recoveries: 100 }, turns: ['recoveries'] } as const;

export const recoveryRoutes: FastifyPluginAsyncTypebox<ProofOptions> = async (app, services) => {
  const { db, now, authRateLimit } = services;
  const limitReading = createConcurrencyLimiter(READING);

  app.post(
    paths.recoveryCodes,
    {
      onRequest: requireShopper(services),
      schema: {
        tags: ['account'],
        summary: 'New recovery codes, in place of all earlier ones',
        description:
          'The reply is the only one that has them. Each sets a new password once. A wrong current password counts against a limit of the session.',
        security: bearerSecurity,
        body: ProofBody,
        response: { 201: RecoveryCodes, ...replies(400, 401, 429) },
      },
    },
    async (request, reply) => {
      const { currentPassword = '' } = request.body;
      const shopper = shopperOf(request);
      const proof = await provePassword(services, request, shopper, currentPassword);
      const account = hashAccount(proof.user.username);
      const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
      const hashes = codes.map((code) => hashRecoveryCode(account, code));
      await proof.change((tx) => replaceRecoveryCodes(tx, shopper.userId, hashes, now()));
      return reply.code(201).send({ codes: codes.map(formatRecoveryCode) });
    },
  );

  app.post(
    paths.recovery,
    {
      schema: {
        tags: ['auth'],
        summary: 'Set a new password with a recovery code',
        description:
          'The code is used up. Ends all sessions, forgets all devices, and removes all passkeys. Wrong codes are limited for each account and each network.',
        body: RecoveryBody,
        response: { 204: Type.Null(), ...replies(400, 429) },
      },
    },
    async (request, reply) => {
      const sender = senderOf(request);
      const asked = { lane: 'recoveries', sharer: sharerOf(sender) } as const;
      const attempt = await limitReading(asked, async () => {
        await limitRate(services, recoveryRates(sender, authRateLimit));
        const { username, code, password } = checkRecovery(request.body);
        await checkNewPassword(db, { username, password });
        const account = hashAccount(username);
        const limits = recoveryLimits(sender, account);
        await refuseThrottled(db, limits, now());
        // A text that can be no code is looked up, too: nothing takes longer than anything else.
        const codeHash = hashRecoveryCode(account, readRecoveryCode(code) ?? '');
        const owner = await findCodeOwner(db, codeHash);
        return { username, password, limits, codeHash, owner };
      });
      const passwordHash =
        attempt.owner && (await hashPassword(attempt.password, sharerOf(sender)));
      const browser = request.headers['user-agent'];
      // Outside of the transaction, which would roll back the count.
      if (!(await recover(services, { ...attempt, passwordHash, browser }))) {
        throw new Refusal('RECOVERY_CODE_WRONG');
      }
      return reply.code(204).send(null);
    },
  );
};

/** Recovery without email: codes that a shopper keeps, each of which sets a new password once. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { ProofBody } from '../../../../contract/account.ts';
import { RECOVERY_CODES } from '../../../../contract/limits.ts';
import { paths } from '../../../../contract/paths.ts';
import { RecoveryBody, RecoveryCodes } from '../../../../contract/recovery.ts';
import { Refusal } from '../../../../contract/refusals.ts';
import { bearerSecurity, replies } from '../../../platform/http/error-replies.ts';
import { formatCode, newRecoveryCode, readBase32 } from '../../codes.ts';
import { requireShopper, shopperOf } from '../../session/authentication.ts';
import { nameBrowser } from '../browser-name.ts';
import { networkRates } from '../limits.ts';
import { senderOf } from '../login-attempt.ts';
import { recordLoginEvent } from '../login-events.ts';
import { checkNewPassword } from '../new-credentials.ts';
import { hashPassword } from '../passwords.ts';
import { type ProofOptions, provePassword } from '../proof.ts';
import { hashAccount, hashRecoveryCode } from '../rules.ts';
import { countAttempt } from '../throttle.ts';
import { recover } from './recover.ts';
import { checkRecovery } from './rules.ts';
import { findCodeOwner, replaceRecoveryCodes } from './store.ts';

export const recoveryRoutes: FastifyPluginAsyncTypebox<ProofOptions> = async (app, services) => {
  const { db, now, authRateLimit } = services;

  app.post(
    paths.recoveryCodes,
    {
      onRequest: requireShopper(services),
      schema: {
        tags: ['account'],
        summary: 'New recovery codes, in place of all earlier ones',
        description:
          'The reply is the only one that has them. Each sets a new password once. They are listed among the logins. A wrong current password counts against a limit of the session.',
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
      const browser = nameBrowser(request.headers['user-agent']);
      await proof.change(async (tx) => {
        const { userId } = shopper;
        await replaceRecoveryCodes(tx, userId, hashes, now());
        await recordLoginEvent(tx, { userId, kind: 'codes-made', browser }, now());
      });
      return reply.code(201).send({ codes: codes.map(formatCode) });
    },
  );

  app.post(
    paths.recovery,
    {
      schema: {
        tags: ['auth'],
        summary: 'Set a new password with a recovery code',
        description:
          'The code is used up. Ends all sessions, forgets all devices, and removes all passkeys.',
        body: RecoveryBody,
        response: { 204: Type.Null(), ...replies(400, 429) },
      },
    },
    async (request, reply) => {
      const { username, code, password } = checkRecovery(request.body);
      // Nobody guesses a code, so wrong ones keep no owner out: only the work has a limit.
      const rates = networkRates('recovery', senderOf(request), authRateLimit);
      await countAttempt(db, rates, now());
      await checkNewPassword(db, { username, password });
      // A text that can be no code is looked up, too: nothing takes longer than anything else.
      const codeHash = hashRecoveryCode(hashAccount(username), readBase32(code) ?? '');
      const owner = await findCodeOwner(db, codeHash);
      const passwordHash = owner && (await hashPassword(password));
      const browser = nameBrowser(request.headers['user-agent']);
      // Outside of the transaction, which would roll back the event.
      if (!(await recover(services, { username, codeHash, owner, passwordHash, browser }))) {
        throw new Refusal('RECOVERY_CODE_WRONG');
      }
      return reply.code(204).send(null);
    },
  );
};

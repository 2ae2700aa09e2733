import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { PasswordChangeBody } from '../../../../contract/account.ts';
import { paths } from '../../../../contract/paths.ts';
import { Refusal } from '../../../../contract/refusals.ts';
import { bearerSecurity, replies } from '../../../platform/http/error-replies.ts';
import { requireShopper, shopperOf } from '../../session/authentication.ts';
import { endOtherSessions } from '../../session/sessions.ts';
import { forgetDevices } from '../devices.ts';
import { checkNewPassword } from '../new-credentials.ts';
import { removePasskeys } from '../passkeys/store.ts';
import { hashPassword } from '../passwords.ts';
import { type ProofOptions, provePassword } from '../proof.ts';
import { deleteRecoveryCodes } from '../recovery/store.ts';
import { checkCredentials } from '../rules.ts';
import { setPassword } from '../store.ts';

export const passwordRoutes: FastifyPluginAsyncTypebox<ProofOptions> = async (app, services) => {
  app.post(
    paths.password,
    {
      onRequest: requireShopper(services),
      schema: {
        tags: ['account'],
        summary: 'Change the password',
        description:
          'Ends all other sessions, forgets all devices, and removes passkeys and recovery codes unless they are to be kept. A wrong current password counts against a limit of the session.',
        security: bearerSecurity,
        body: PasswordChangeBody,
        response: { 204: Type.Null(), ...replies(400, 401, 429) },
      },
    },
    async (request, reply) => {
      const shopper = shopperOf(request);
      const { currentPassword = '', newPassword = '', keepPasskeysAndCodes } = request.body;
      const proof = await provePassword(services, request, shopper, currentPassword);
      const { username } = proof.user;
      const credentials = checkCredentials({ username, password: newPassword });
      if (newPassword === currentPassword) throw new Refusal('PASSWORD_UNCHANGED');
      await checkNewPassword(services.db, credentials);
      const passwordHash = await hashPassword(newPassword);
      await proof.change(async (tx) => {
        await setPassword(tx, shopper.userId, passwordHash);
        await forgetDevices(tx, shopper.userId);
        await endOtherSessions(tx, shopper);
        if (keepPasskeysAndCodes) return;
        await removePasskeys(tx, shopper.userId);
        await deleteRecoveryCodes(tx, shopper.userId);
      });
      return reply.code(204).send(null);
    },
  );
};

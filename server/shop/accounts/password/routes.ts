import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { PasswordChangeBody } from '../../../../contract/account.ts';
import { paths } from '../../../../contract/paths.ts';
import { Refusal } from '../../../../contract/refusals.ts';
import { bearerSecurity, replies } from '../../../platform/http/error-replies.ts';
import { requireShopper } from '../../session/authentication.ts';
import { endOtherSessions } from '../../session/sessions.ts';
import { checkCredentials, checkNewPassword } from '../credentials.ts';
import { hashPassword } from '../passwords.ts';
import { type ProofOptions, provePassword } from '../proof.ts';
import { replacePassword } from '../store.ts';

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
      const { currentPassword, newPassword = '', keepPasskeysAndCodes: keeps } = request.body;
      const { user, shopper, change } = await provePassword(services, request);
      const credentials = checkCredentials({ username: user.username, password: newPassword });
      if (newPassword === currentPassword) throw new Refusal('PASSWORD_UNCHANGED');
      await checkNewPassword(services.db, credentials);
      const passwordHash = await hashPassword(newPassword);
      await change(async (tx) => {
        const kept = { passkeys: keeps, codes: keeps };
        await replacePassword(tx, { id: user.id, passwordHash }, kept);
        await endOtherSessions(tx, shopper);
      });
      return reply.code(204).send(null);
    },
  );
};

import type { FastifyPluginAsync } from 'fastify';
import { Refusal } from '../../../../contract/refusals.ts';
import { addRoute } from '../../../platform/http/api/add-route.ts';
import { endOtherSessions } from '../../session/sessions.ts';
import { checkCredentials, checkNewPassword } from '../credentials.ts';
import { hashPassword } from '../passwords.ts';
import { type ProofOptions, provePassword } from '../proof.ts';
import { replacePassword } from '../store.ts';

export const passwordRoutes: FastifyPluginAsync<ProofOptions> = async (app, services) => {
  addRoute(app, 'changePassword', async (request, _reply) => {
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
  });
};

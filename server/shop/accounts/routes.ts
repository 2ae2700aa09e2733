/** The routes of accounts. */
import type { FastifyPluginAsync } from 'fastify';
import { type LoginOptions, loginRoutes } from './login/routes.ts';
import { passkeyLoginRoutes } from './passkeys/login/routes.ts';
import { type PasskeyOptions, passkeyRoutes } from './passkeys/routes.ts';
import { passwordRoutes } from './password/routes.ts';
import { recoveryRoutes } from './recovery/routes.ts';
import { sessionRoutes } from './sessions/routes.ts';

export const accountRoutes: FastifyPluginAsync<LoginOptions & PasskeyOptions> = async (
  app,
  options,
) => {
  await app.register(loginRoutes, options);
  await app.register(passwordRoutes, options);
  await app.register(sessionRoutes, options);
  await app.register(recoveryRoutes, options);
  await app.register(passkeyLoginRoutes, options);
  await app.register(passkeyRoutes, options);
};

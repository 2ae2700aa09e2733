/** Leads password managers to the page where a password is changed: https://www.w3.org/TR/change-password-url/ */
import type { FastifyPluginAsync } from 'fastify';

export const changePasswordPath = '/.well-known/change-password';

export const changePasswordRoutes: FastifyPluginAsync = async (app) => {
  app.get(changePasswordPath, { schema: { hide: true } }, (_request, reply) =>
    reply.redirect('/account', 302),
  );
};

/** What machines ask for at fixed addresses. */
import type { FastifyPluginAsync } from 'fastify';
import type { AppServices } from '../../platform/services.ts';
import type { Config } from '../../platform/settings/config.ts';

export const securityTxtPath = '/.well-known/security.txt';
export const changePasswordPath = '/.well-known/change-password';

const KEPT = 'public, max-age=3600';
/**
 * security.txt is as recent as the running shop, so it expires a month after it was sent. RFC 9116 recommends less than
 * a year.
 */
const VALID_MS = 30 * 24 * 3_600 * 1_000;

export type WellKnownOptions = Pick<Config, 'publicUrl' | 'securityContacts' | 'imageOrigin'> &
  Pick<AppServices, 'now'>;

export const wellKnownRoutes: FastifyPluginAsync<WellKnownOptions> = async (
  app,
  { publicUrl, securityContacts, imageOrigin, now },
) => {
  const schema = { hide: true };
  const serveText = (path: string, text: () => string) =>
    app.get(path, { schema }, (_request, reply) =>
      reply.type('text/plain; charset=utf-8').header('cache-control', KEPT).send(text()),
    );

  serveText(
    '/robots.txt',
    () => `User-agent: *\nDisallow: /api/\nSitemap: ${publicUrl}/sitemap.xml\n`,
  );
  // Leads password managers to the page where a password is changed: https://www.w3.org/TR/change-password-url/
  app.get(changePasswordPath, { schema }, (_request, reply) => reply.redirect('/account', 302));
  if (securityContacts.length === 0) return;
  // Tells where to report a vulnerability, as RFC 9116 defines it.
  serveText(securityTxtPath, () => {
    const lines = [
      ...securityContacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${new Date(now() + VALID_MS).toISOString()}`,
      // Unknown without PUBLIC_URL.
      ...(imageOrigin === '' ? [] : [`Canonical: ${imageOrigin}${securityTxtPath}`]),
    ];
    return `${lines.join('\n')}\n`;
  });
};

/** Tells where to report a vulnerability, as RFC 9116 defines it. */
import type { FastifyPluginAsync } from 'fastify';
import type { Config } from '../../platform/config.ts';
import type { AppServices } from '../../platform/services.ts';

export const securityTxtPath = '/.well-known/security.txt';

/**
 * The file is as recent as the running shop, so it expires a month after it was sent. RFC 9116 recommends less than a
 * year.
 */
const VALID_MS = 30 * 24 * 3_600 * 1_000;

type Options = Pick<Config, 'securityContacts' | 'imageOrigin'> & Pick<AppServices, 'now'>;

export const securityTxtRoutes: FastifyPluginAsync<Options> = async (
  app,
  { securityContacts, imageOrigin, now },
) => {
  if (securityContacts.length === 0) return;
  app.get(securityTxtPath, { schema: { hide: true } }, (_request, reply) => {
    const lines = [
      ...securityContacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${new Date(now() + VALID_MS).toISOString()}`,
      // Unknown without PUBLIC_URL.
      ...(imageOrigin === '' ? [] : [`Canonical: ${imageOrigin}${securityTxtPath}`]),
    ];
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(`${lines.join('\n')}\n`);
  });
};

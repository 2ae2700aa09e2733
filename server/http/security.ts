/** Response headers that limit what a browser may do with what the shop sends. */
import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Pages bring their own policy; everything else is data and needs nothing. */
const DATA_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** A year, also for what is below the shop's own name. */
const HTTPS_ONLY = 'max-age=31536000; includeSubDomains';

/** What every answer has that is no page, whoever makes it. */
export const dataHeaders = {
  // Much of it is one shopper's. What everybody may keep says so itself.
  'cache-control': 'no-store',
  'content-security-policy': DATA_POLICY,
  'x-content-type-options': 'nosniff',
};

export async function addSecurityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    // It would be put together with every request; see below.
    contentSecurityPolicy: false,
    // The API and its pictures are for any origin: it has no cookies.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    // Only where the request came over TLS, see below.
    hsts: false,
    // For browsers that are gone, or what today's do by themselves.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  app.addHook('onRequest', async (request, reply) => describeAnswer(request, reply));
}

/** Before anything is answered; the framework's own refusals come before every hook. */
export function describeAnswer(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(dataHeaders);
  reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=()');
  reply.header('x-request-id', request.id);
  if (request.protocol === 'https') reply.header('strict-transport-security', HTTPS_ONLY);
}

/** While somebody works on the pages, Vite adds inline scripts and styles of its own. */
export const developmentPolicy = "default-src 'self' 'unsafe-inline' ws: https: data:";

/** The policy of the page that shows the API: it draws with the styles and pictures of its own files. */
export const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The policy of a page: its own files, and the inline scripts with these hashes. */
export function pagePolicy(scriptHashes: readonly string[]): string {
  const scripts = ["'self'", ...scriptHashes.map((hash) => `'sha256-${hash}'`)].join(' ');
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    "style-src 'self'",
    "font-src 'self'",
    // A catalogue's pictures come from wherever its operator keeps them.
    "img-src 'self' https: http: data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

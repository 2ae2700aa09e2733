/** Response headers that limit what a browser may do with what the shop sends. */
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

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
  app.addHook('onRequest', async (request, reply) => {
    // Pages bring their own policy; everything else is data and needs nothing.
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=()');
    reply.header('x-request-id', request.id);
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000');
  });
}

/** While somebody works on the pages, Vite adds inline scripts and styles of its own. */
export const developmentPolicy = "default-src 'self' 'unsafe-inline' ws: https: data:";

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

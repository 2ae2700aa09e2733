/** Response headers that limit what a browser may do with a response. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Pages and the API's documentation have policies of their own; all other responses are data. */
const DATA_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** One year, subdomains included. */
const HTTPS_ONLY = 'max-age=31536000; includeSubDomains';

/** Every response has these; routes overwrite what differs for them. */
export const dataHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // Most responses belong to one shopper. Public ones overwrite it.
  'cache-control': 'no-store',
  'content-security-policy': DATA_POLICY,
};

/** HTML documents have these as well. */
export const documentHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
};

/** Pages of other origins may show the shop's pictures. */
export const fileHeaders = { 'cross-origin-resource-policy': 'cross-origin' };

export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => setSecurityHeaders(request, reply));
}

/** Also called where Fastify refuses a request before it runs any hook. */
export function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(dataHeaders);
  reply.header('x-request-id', request.id);
  if (request.protocol === 'https') reply.header('strict-transport-security', HTTPS_ONLY);
}

/** During development Vite adds inline scripts and styles. */
export const developmentPolicy = "default-src 'self' 'unsafe-inline' ws: https: data:";

/** For the API's documentation page, which loads scripts, styles and pictures from its own files. */
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

/**
 * @param scriptHashes SHA-256, base64, of the page's inline scripts
 * @param styleHashes those of its inline styles
 */
export function pagePolicy(
  scriptHashes: readonly string[],
  styleHashes: readonly string[] = [],
): string {
  const sources = (hashes: readonly string[]) =>
    ["'self'", ...hashes.map((hash) => `'sha256-${hash}'`)].join(' ');
  return [
    "default-src 'none'",
    `script-src ${sources(scriptHashes)}`,
    `style-src ${sources(styleHashes)}`,
    "font-src 'self'",
    // Product pictures may be hosted anywhere.
    "img-src 'self' https: http: data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Response headers that limit what a browser may do with a response. */
import type { FastifyInstance } from 'fastify';

/** Pages and the API's documentation have policies of their own; all other responses are data. */
const DATA_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** One year, subdomains included. */
const HTTPS_ONLY = 'max-age=31536000; includeSubDomains';
const TEXT_WITHOUT_CHARSET = /^(?:text\/|[^;]*(?:xml|json|javascript)(?:;|$))(?!.*charset=)/;

/** Routes overwrite what differs for them. */
const dataHeaders = {
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

/** For files whose address changes with their content. */
export const FOR_EVER = 'public, max-age=31536000, immutable';

/**
 * The headers of every response, also of those before any hook runs.
 * @param protocol of the request, as far as it is known
 */
export type SecurityHeaders = (protocol?: string) => Record<string, string>;

/** @param publicUrl if it is HTTPS, so is every request */
export function createSecurityHeaders(publicUrl: string): SecurityHeaders {
  const secure = { ...dataHeaders, 'strict-transport-security': HTTPS_ONLY };
  const isAlwaysSecure = publicUrl.startsWith('https:');
  return (protocol) => (isAlwaysSecure || protocol === 'https' ? secure : dataHeaders);
}

export function addSecurityHeaders(app: FastifyInstance, headers: SecurityHeaders): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers(request.protocol)).header('x-request-id', request.id);
    done();
  });
  // Libraries that serve files leave it out.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    const type = reply.getHeader('content-type');
    if (typeof type === 'string' && TEXT_WITHOUT_CHARSET.test(type)) {
      reply.header('content-type', `${type}; charset=utf-8`);
    }
    done();
  });
}

/** During development Vite adds inline scripts and styles. */
export const developmentPolicy =
  "default-src 'self' 'unsafe-inline' ws: https: data:; base-uri 'none'; frame-ancestors 'none'";

/** An SVG that is opened by itself is a document: it may only draw. */
export const picturePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

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

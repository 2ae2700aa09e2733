/** Response headers that limit what a browser may do with what the shop sends. */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  crossOriginOpenerPolicy,
  crossOriginResourcePolicy,
  referrerPolicy,
  xContentTypeOptions,
  xFrameOptions,
} from 'helmet';

/** Pages bring their own policy; everything else is data and needs nothing. */
const DATA_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** A year, also for what is below the shop's own name. */
const HTTPS_ONLY = 'max-age=31536000; includeSubDomains';

/** What every answer has that is no page, whoever makes it. */
export const dataHeaders = {
  ...setBy(xContentTypeOptions(), xFrameOptions({ action: 'deny' })),
  // Much of it is one shopper's. What everybody may keep says so itself.
  'cache-control': 'no-store',
  'content-security-policy': DATA_POLICY,
};

/** What an answer has besides where a browser makes a document of it; with data it does nothing by that. */
export const documentHeaders = {
  ...setBy(
    crossOriginOpenerPolicy({ policy: 'same-origin' }),
    referrerPolicy({ policy: 'same-origin' }),
  ),
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
};

/** Of files: pages of any origin may show the shop's pictures. */
export const fileHeaders = setBy(crossOriginResourcePolicy({ policy: 'cross-origin' }));

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** Helmet is asked once: with every request it would set the same again. */
function setBy(...middlewares: readonly Middleware[]): Record<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  for (const middleware of middlewares) middleware(request, response, () => {});
  return response.getHeaders() as Record<string, string>;
}

export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => describeAnswer(request, reply));
}

/** Before anything is answered; the framework's own refusals come before every hook. */
export function describeAnswer(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(dataHeaders);
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

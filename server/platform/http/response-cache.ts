/** Caches complete responses of public routes. It knows no shoppers. */
import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { searchHeaders } from '../../../contract/headers.ts';
import type { AppServices } from '../services.ts';
import { knownParameters } from './api/parameters.ts';
import { compress, preferredEncoding } from './compression.ts';

const MAX_BYTES = 32 * 1_024 * 1_024;
/** Responses to longer addresses are made each time. */
export const ADDRESS_MAX_LENGTH = 2_000;
/** Memory of an entry besides its texts and its body. */
const ENTRY_OVERHEAD_BYTES = 1_024;

/** The headers that a cached response repeats. Hooks set all others for each response. */
const STORED_HEADERS = [
  'cache-control',
  'content-encoding',
  'content-length',
  'content-security-policy',
  'content-type',
  'etag',
  'link',
  ...Object.values(searchHeaders),
];
/** A 304 leaves out what describes the body, which the client has already (RFC 9110, 15.4.5). */
const BODY_HEADERS = ['content-encoding', 'content-length', 'content-type'];

interface CachedResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The version that the catalogue had before the handler ran; set on the routes that are cached. */
    catalogueVersion: string;
    /** Whether the response shows data that changes without a new version, such as stock; it is never stored. */
    isVolatile: boolean;
    /** The key of the response in the cache; undefined if it is made each time. */
    cacheKey: string | undefined;
  }
}

interface ResponseCacheOptions extends Pick<AppServices, 'catalogueVersion'> {
  /** Identifies code and settings, which bodies also depend on; a part of the ETag. */
  dependencies: readonly unknown[];
  maxBytes?: number;
}

interface CachedRoutes {
  /** What a response depends on beside the catalogue, always written in the same way. */
  addressOf?: AddressOf;
  versionOf?(request: FastifyRequest): Promise<string>;
}

type AddressOf = (request: FastifyRequest) => string;

export class ResponseCache {
  readonly #catalogueVersion: AppServices['catalogueVersion'];
  readonly #buildId: string;
  readonly #entries: LRUCache<string, CachedResponse>;

  /** Create it before the routes: it decorates requests. */
  constructor(app: FastifyInstance, options: ResponseCacheOptions) {
    this.#catalogueVersion = options.catalogueVersion;
    const dependencies = JSON.stringify(options.dependencies);
    this.#buildId = hash('sha256', dependencies, 'base64url').slice(0, 11);
    this.#entries = new LRUCache({ maxSize: options.maxBytes ?? MAX_BYTES, sizeCalculation });
    app.decorateRequest('catalogueVersion', '');
    app.decorateRequest('isVolatile', false);
    app.decorateRequest('cacheKey', undefined);
  }

  /**
   * Caches the responses of all routes that are registered on `app` after this.
   * @param versionOf the catalogue's version that the response must not be older than
   */
  cacheRoutes(
    app: FastifyInstance,
    { addressOf = declaredAddress, versionOf = this.#catalogueVersion }: CachedRoutes = {},
  ): void {
    app.addHook('onRequest', async (request, reply) => {
      request.catalogueVersion = await versionOf(request);
      reply.headers({ 'cache-control': 'no-cache', vary: 'Accept-Encoding' });
      request.cacheKey = this.#keyOf(request, addressOf);
      const cached = request.cacheKey && this.#entries.get(request.cacheKey);
      if (!cached) return;
      return reply.code(cached.status).headers(cached.headers).send(cached.body);
    });
    app.addHook('onSend', async (request, reply, payload) => {
      // An error handler made it private.
      if (reply.getHeader('cache-control') !== 'no-cache') return payload;
      const body =
        typeof payload === 'string' ? await this.#store(request, reply, payload) : payload;
      const etag = reply.getHeader('etag') as string | undefined;
      if (!matchesEtag(request.headers['if-none-match'], etag)) return body;
      reply.code(304);
      for (const name of BODY_HEADERS) reply.removeHeader(name);
      return null;
    });
  }

  /** @returns the body in the encoding that the client prefers */
  async #store(request: FastifyRequest, reply: FastifyReply, payload: string): Promise<Buffer> {
    const { catalogueVersion, isVolatile, cacheKey } = request;
    const encoding = preferredEncoding(request.raw);
    const body = await compress(payload, encoding);
    reply.header('content-length', String(body.length));
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    if (isVolatile) return body;
    // Preconditions are for successes (RFC 9110, 13.2.1).
    if (reply.statusCode === 200) reply.header('etag', this.#etagOf(catalogueVersion));
    if (cacheKey !== undefined) {
      const status = reply.statusCode;
      this.#entries.set(cacheKey, { status, headers: storedHeaders(reply), body: copyOf(body) });
    }
    return body;
  }

  #keyOf(request: FastifyRequest, addressOf: AddressOf): string | undefined {
    // Requests with a token are never cached, on any route.
    if (request.headers.authorization !== undefined) return undefined;
    const address = addressOf(request);
    if (address.length > ADDRESS_MAX_LENGTH) return undefined;
    const etag = this.#etagOf(request.catalogueVersion);
    return `${etag} ${preferredEncoding(request.raw)} ${request.routeOptions.url} ${address}`;
  }

  #etagOf(catalogueVersion: string): string {
    return `W/"${this.#buildId}-${catalogueVersion}"`;
  }
}

/** The parameters that the route declares, of path and query. */
function declaredAddress(request: FastifyRequest): string {
  return JSON.stringify([request.params, [...knownParameters(request)]]);
}

function storedHeaders(reply: FastifyReply): CachedResponse['headers'] {
  const names = STORED_HEADERS.filter((name) => reply.hasHeader(name));
  return Object.fromEntries(names.map((name) => [name, String(reply.getHeader(name))]));
}

/** A copy: small buffers, and those of zlib, are slices of larger ones. */
function copyOf(body: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(body.length);
  body.copy(copy);
  return copy;
}

/** Bytes. A character of a text takes two at most. */
function sizeCalculation({ headers, body }: CachedResponse, key: string): number {
  const texts = [key, ...Object.entries(headers).flat()];
  return texts.reduce((sum, { length }) => sum + 2 * length, body.length + ENTRY_OVERHEAD_BYTES);
}

/** @param known the client's `If-None-Match`; weak comparison (RFC 9110, 13.1.2) */
function matchesEtag(known: string | undefined, etag: string | undefined): boolean {
  if (known === undefined || etag === undefined) return false;
  if (known === '*' || known === etag) return true;
  const opaque = etag.replace(/^W\//, '');
  return known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque);
}

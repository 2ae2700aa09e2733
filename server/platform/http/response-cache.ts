/** Caches complete responses to public GETs in front of Fastify, as a reverse proxy would. It knows no shoppers. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { searchHeaders } from '../../../contract/paths.ts';
import { onceATurn } from '../once-a-turn.ts';
import type { AppServices } from '../services.ts';
import { compress, type Encoding, preferredEncoding } from './compression.ts';
import type { Answered } from './request-log.ts';
import { dataHeaders, documentHeaders } from './security-headers.ts';

const MAX_BYTES = 32 * 1_024 * 1_024;
/** Memory of an entry besides its body: key and headers. */
const ENTRY_OVERHEAD_BYTES = 2_048;

/** The headers that a cached response repeats. Everything else (request id, date, connection) is made anew. */
const STORED_HEADERS = [
  ...Object.keys({ ...dataHeaders, ...documentHeaders }),
  'access-control-allow-origin',
  'access-control-expose-headers',
  'content-encoding',
  'content-length',
  'content-type',
  'etag',
  'link',
  'retry-after',
  'strict-transport-security',
  'vary',
  ...Object.values(searchHeaders),
];
/** A 304 leaves out what describes the body, which the client has already (RFC 9110, 15.4.5). */
const isOfBody = (name: string) => name.startsWith('content-');

interface CachedResponse {
  route: string;
  status: number;
  /** Successful responses have one (RFC 9110, 13.2.1). */
  etag: string | undefined;
  /** Names and values by turns, as `writeHead` takes them. */
  headers: readonly string[];
  notModifiedHeaders: readonly string[];
  body: Buffer;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The version that the catalogue had before the handler ran; set on the routes that are cached. */
    catalogueVersion: string;
    /** The response shows what changes without a new version, such as stock: it is never stored. */
    isVolatile: boolean;
  }
}

interface ResponseCacheOptions extends Pick<AppServices, 'catalogueVersion'> {
  /** Other code may answer otherwise: part of the ETag, so that an upgrade invalidates what clients keep. */
  buildId: string;
  /** The protocol that the client used, as far as a proxy is trusted to say so. */
  protocolOf(request: IncomingMessage): string;
  onAnswered(answered: Answered): void;
  maxBytes?: number;
}

export class ResponseCache {
  readonly #options: ResponseCacheOptions;
  /** On SQLite, a look takes some microseconds. */
  readonly #catalogueVersion: ResponseCacheOptions['catalogueVersion'];
  readonly #entries: LRUCache<string, CachedResponse>;

  constructor(options: ResponseCacheOptions) {
    this.#options = options;
    this.#catalogueVersion = onceATurn(options.catalogueVersion);
    this.#entries = new LRUCache({
      maxSize: options.maxBytes ?? MAX_BYTES,
      sizeCalculation: ({ body }) => body.length + ENTRY_OVERHEAD_BYTES,
    });
  }

  /** Sends the cached response. @returns false where there is none */
  async respond(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    if (!isPublicGet(request)) return false;
    const startedAt = performance.now();
    const version = await this.#currentVersion();
    const cached = version && this.#entries.get(this.#keyOf(request, version));
    if (!cached) return false;
    const isUnchanged = matchesEtag(request.headers['if-none-match'], cached.etag);
    const status = isUnchanged ? 304 : cached.status;
    const id = randomUUID();
    const headers = isUnchanged ? cached.notModifiedHeaders : cached.headers;
    response.writeHead(status, [...headers, 'x-request-id', id]);
    response.end(isUnchanged ? undefined : cached.body);
    const ms = performance.now() - startedAt;
    this.#options.onAnswered({ id, method: 'GET', route: cached.route, status, ms });
    return true;
  }

  /** Caches the responses of all routes that are registered on `app` after this. */
  cacheRoutes(app: FastifyInstance): void {
    app.addHook('onRequest', async (request, reply) => {
      request.catalogueVersion = await this.#catalogueVersion();
      reply.header('cache-control', 'no-cache').header('vary', 'Accept-Encoding');
    });
    app.addHook('onSend', async (request, reply, payload) => {
      // An error handler made it private. Streams are files, which have a cache of their own.
      const isPublic = reply.getHeader('cache-control') === 'no-cache';
      return isPublic && typeof payload === 'string'
        ? this.#send(request, reply, payload)
        : payload;
    });
  }

  async #send(request: FastifyRequest, reply: FastifyReply, payload: string) {
    const { catalogueVersion: version, isVolatile } = request;
    const isStored = isPublicGet(request.raw) && !isVolatile;
    const hasEtag = reply.statusCode === 200 && !isVolatile;
    const etag = hasEtag ? `W/"${this.#options.buildId}-${version}"` : undefined;
    const encoding = preferredEncoding(request.raw);
    const body = await compress(payload, encoding);
    reply.header('content-length', body.length);
    if (etag !== undefined) reply.header('etag', etag);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    if (isStored) {
      const key = this.#keyOf(request.raw, version, encoding);
      this.#entries.set(key, toCachedResponse(request, reply, { etag, body }));
    }
    if (!matchesEtag(request.headers['if-none-match'], etag)) return body;
    reply.code(304);
    for (const name of STORED_HEADERS.filter(isOfBody)) reply.removeHeader(name);
    return null;
  }

  #keyOf(request: IncomingMessage, version: string, encoding?: Encoding): string {
    const { buildId, protocolOf } = this.#options;
    const accepted = encoding ?? preferredEncoding(request);
    return `${version} ${buildId} ${protocolOf(request)} ${accepted} ${request.url}`;
  }

  /** Nothing where the database can't be read: the route says so. */
  async #currentVersion(): Promise<string | undefined> {
    try {
      return await this.#catalogueVersion();
    } catch {
      return undefined;
    }
  }
}

/** A request with a token or a body is for its route, whatever its address. */
function isPublicGet({ method, headers }: IncomingMessage): boolean {
  const { authorization, 'content-length': length, 'transfer-encoding': encoding } = headers;
  return method === 'GET' && (authorization ?? length ?? encoding) === undefined;
}

function toCachedResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, body }: Pick<CachedResponse, 'etag' | 'body'>,
): CachedResponse {
  const names = STORED_HEADERS.filter((name) => reply.hasHeader(name));
  const toList = (kept: string[]) => kept.flatMap((name) => [name, String(reply.getHeader(name))]);
  return {
    route: request.routeOptions.url ?? '',
    status: reply.statusCode,
    etag,
    headers: toList(names),
    notModifiedHeaders: toList(names.filter((name) => !isOfBody(name))),
    body,
  };
}

/** @param known the client's `If-None-Match`; weak comparison (RFC 9110, 13.1.2) */
function matchesEtag(known: string | undefined, etag: string | undefined): boolean {
  if (known === undefined || etag === undefined) return false;
  if (known === '*' || known === etag) return true;
  const opaque = etag.replace(/^W\//, '');
  return known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque);
}

/** Answers made once and sent many times: kept compressed, with an ETag. */
import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { BoundedMap } from '../bounded-map.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Smallest first. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];
/** What browsers send is much the same from one to the next. */
const CHOICES_KEPT = 100;

/** How hard Brotli and gzip try: for what is sent again and again, and for what may be sent but once. */
const QUALITIES = { often: { br: 9, gzip: 9 }, seldom: { br: 4, gzip: 5 } } as const;

interface Preparation {
  status?: number;
  /** All that depend on the answer, but for the encoding. */
  headers: Readonly<Record<string, string>>;
  isAskedOften?: boolean;
}

/** An answer, in any encoding. */
export class Prepared {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Weak, since the same content goes out in three encodings. */
  readonly etag: string;
  readonly #identity: Buffer;
  readonly #quality: Readonly<{ br: number; gzip: number }>;
  readonly #bodies = new Map<Encoding, Promise<Buffer>>();

  constructor(body: string, { status = 200, headers, isAskedOften = true }: Preparation) {
    this.status = status;
    this.etag = etagOf(body, JSON.stringify(headers));
    this.headers = { ...headers, vary: 'Accept-Encoding', ...revalidated(this.etag) };
    this.#identity = Buffer.from(body);
    this.#quality = QUALITIES[isAskedOften ? 'often' : 'seldom'];
  }

  /** Compressed once, for the first who accepts that. */
  bodyAs(encoding: Encoding): Promise<Buffer> {
    const known = this.#bodies.get(encoding);
    if (known !== undefined) return known;
    const body = this.#encode(encoding);
    this.#bodies.set(encoding, body);
    return body;
  }

  async #encode(encoding: Encoding): Promise<Buffer> {
    if (encoding === 'identity') return this.#identity;
    const { br, gzip: level } = this.#quality;
    if (encoding === 'gzip') return compressGzip(this.#identity, { level });
    return compressBrotli(this.#identity, { params: { [constants.BROTLI_PARAM_QUALITY]: br } });
  }
}

/** A weak ETag of whatever an answer is made from. */
export function etagOf(...sources: string[]): string {
  return `W/"${hash('sha256', sources.join('\n'), 'base64url').slice(0, 22)}"`;
}

/** In the encoding that the client likes best; 304 where it has it already. */
export async function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  prepared: Prepared,
): Promise<FastifyReply> {
  reply.headers(prepared.headers);
  if (isKnown(request.headers['if-none-match'], prepared.etag)) return reply.code(304).send();
  const encoding = encodingFor(request.raw);
  const body = await prepared.bodyAs(encoding);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.code(prepared.status).send(body);
}

/**
 * Sets the ETag, asks caches to revalidate, and answers 304 where the client already has it.
 * @returns true where the answer is given
 */
export function isUnchanged(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.headers(revalidated(etag));
  const unchanged = isKnown(request.headers['if-none-match'], etag);
  if (unchanged) reply.code(304).send();
  return unchanged;
}

/** Kept by clients, who ask each time whether it is still the same. */
function revalidated(etag: string): Record<string, string> {
  return { etag, 'cache-control': 'no-cache' };
}

/** @param known the client's `If-None-Match` */
export function isKnown(known: string | undefined, etag: string): boolean {
  if (known === undefined) return false;
  if (known === '*' || known === etag) return true;
  const opaque = etag.replace(/^W\//, '');
  return known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque);
}

const choices = new BoundedMap<string, Encoding>(CHOICES_KEPT);

/** The smallest one that the client accepts. */
export function encodingFor(request: IncomingMessage): Encoding {
  const accepts = (request.headers['accept-encoding'] as string | undefined) ?? '';
  const known = choices.get(accepts);
  if (known !== undefined) return known;
  const accepted = new Negotiator(request).encodings([...ENCODINGS]);
  const encoding = ENCODINGS.find((candidate) => accepted.includes(candidate)) ?? 'identity';
  choices.set(accepts, encoding);
  return encoding;
}

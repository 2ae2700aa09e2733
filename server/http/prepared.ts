/** Answers made once and sent many times: kept compressed, with an ETag. */
import { createHash } from 'node:crypto';
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

export interface Prepared {
  status: number;
  /** All that depend on the answer, but for the encoding. */
  headers: Readonly<Record<string, string>>;
  /** Weak, since the same content goes out in three encodings. */
  etag: string;
  bodies: Record<Encoding, Buffer>;
}

/** How hard Brotli and gzip try: for what is sent again and again, and for what may be sent but once. */
const QUALITIES = { often: [9, 9], seldom: [4, 5] } as const;

interface Preparation {
  status?: number;
  headers: Record<string, string>;
  isAskedOften?: boolean;
}

export async function prepare(
  body: string,
  { status = 200, headers, isAskedOften = true }: Preparation,
): Promise<Prepared> {
  const identity = Buffer.from(body);
  const [brotliQuality, level] = QUALITIES[isAskedOften ? 'often' : 'seldom'];
  const [br, gz] = await Promise.all([
    compressBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
    compressGzip(identity, { level }),
  ]);
  const etag = etagOf(body, JSON.stringify(headers));
  return {
    status,
    headers: { ...headers, vary: 'Accept-Encoding', ...revalidated(etag) },
    etag,
    bodies: { br, gzip: gz, identity },
  };
}

/** A weak ETag of whatever an answer is made from. */
export function etagOf(...sources: string[]): string {
  const hash = createHash('sha256').update(sources.join('\n')).digest('base64url');
  return `W/"${hash.slice(0, 22)}"`;
}

export function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  prepared: Prepared,
): FastifyReply {
  reply.headers(prepared.headers);
  if (isKnown(request.headers['if-none-match'], prepared.etag)) return reply.code(304).send();
  const encoding = encodingFor(request.raw);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.code(prepared.status).send(prepared.bodies[encoding]);
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

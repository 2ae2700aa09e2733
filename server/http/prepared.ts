/** Answers made once and sent many times: kept compressed, with an ETag. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Smallest first. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof ENCODINGS)[number];

export interface Prepared {
  status: number;
  headers: Record<string, string>;
  /** Weak, since the same content goes out in three encodings. */
  etag: string;
  bodies: Record<Encoding, Buffer>;
}

export async function prepare(
  body: string,
  { status = 200, headers }: { status?: number; headers: Record<string, string> },
): Promise<Prepared> {
  const identity = Buffer.from(body);
  const [br, gz] = await Promise.all([
    compressBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    compressGzip(identity, { level: 9 }),
  ]);
  return {
    status,
    headers,
    etag: etagOf(body, JSON.stringify(headers)),
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
  reply.headers(prepared.headers).header('vary', 'Accept-Encoding');
  if (isUnchanged(request, reply, prepared.etag)) return reply;
  const accepted = new Negotiator(request.raw).encodings([...ENCODINGS]);
  const encoding = ENCODINGS.find((candidate) => accepted.includes(candidate)) ?? 'identity';
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.code(prepared.status).send(prepared.bodies[encoding]);
}

/**
 * Sets the ETag, asks caches to revalidate, and answers 304 where the client already has it.
 * @returns true where the answer is given
 */
export function isUnchanged(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag).header('cache-control', 'no-cache');
  const known = request.headers['if-none-match'];
  const opaque = etag.replace(/^W\//, '');
  const unchanged =
    known === '*' || known?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque);
  if (unchanged) reply.code(304).send();
  return unchanged === true;
}

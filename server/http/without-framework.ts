/** What answering without the framework takes: the headers of an answer that it gave, and a log that is told. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { writeKeptHead } from './kept-head.ts';
import type { Answered } from './request-log.ts';

/** The one header that each answer has for itself. */
const REQUEST_ID = 'x-request-id';

/** All that an answer to anybody else would have, too. */
export function headersOf(reply: FastifyReply): Record<string, unknown> {
  const { [REQUEST_ID]: _, ...headers } = reply.getHeaders();
  return headers;
}

/** A GET with a body is an odd one, and left to who reads it. */
export function isPlainGet({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && !('content-length' in headers || 'transfer-encoding' in headers);
}

/** The address, and whatever else the headers of an answer depend on. */
export function keyOf({ url = '', headers, socket }: IncomingMessage): string {
  const protocol = headers['x-forwarded-proto'];
  // Whether a proxy is believed, that depends on its address.
  return protocol === undefined ? url : `${url} ${protocol} ${socket.remoteAddress}`;
}

/** All of an answer but the request's id. */
export interface Answer {
  method: string;
  route: string;
  status: number;
  /** See `headOf`. */
  head: string;
  body: Buffer | string | undefined;
}

/**
 * @param startedAt by `performance.now`
 * @param onAnswered told once the answer is handed to the operating system
 */
export function send(
  response: ServerResponse,
  { method, route, status, head, body }: Answer,
  startedAt: number,
  onAnswered: (answered: Answered) => void,
): void {
  const id = randomUUID();
  writeKeptHead(response, status, `${head}${REQUEST_ID}: ${id}\r\n`);
  response.end(body);
  onAnswered({ id, method, route, status, ms: performance.now() - startedAt });
}

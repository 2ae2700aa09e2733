/** Refusals sent without Fastify: before a request reaches it, or where there is no valid request. */
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { ErrorReply } from '../../../contract/errors.ts';
import type { Refusal } from '../../../contract/refusals.ts';
import { dataHeaders } from './security-headers.ts';

export function sendRefusal(response: ServerResponse, refusal: Refusal): void {
  const body = bodyOf(refusal);
  response.writeHead(refusal.status, {
    ...headersOf(refusal, body),
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'Retry-After',
  });
  response.end(body);
}

/** A complete HTTP response, for a socket that is closed after it. */
export function refusalMessage(refusal: Refusal): string {
  const body = bodyOf(refusal);
  const headers = { connection: 'close', ...headersOf(refusal, body) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const { status } = refusal;
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}

function headersOf({ retryAfter }: Refusal, body: string): Record<string, string | number> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
    ...dataHeaders,
  };
}

function bodyOf({ message }: Refusal): string {
  const error: ErrorReply = { success: false, message };
  return JSON.stringify(error);
}

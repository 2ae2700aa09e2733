/** Refusals that are told without the framework: before a request gets to it, or where there is none. */
import type { ServerResponse } from 'node:http';
import type { ErrorReply } from '../../contract/errors.ts';
import type { Refusal } from '../../contract/refusals.ts';
import { headOf } from './kept-head.ts';
import { dataHeaders } from './security-headers.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const common = [
  ...Object.entries(dataHeaders).flat(),
  ...['access-control-allow-origin', '*'],
  ...['access-control-expose-headers', 'Retry-After'],
];

/** Put together once: telling it is all that it costs then. */
export function prepareRefusal(refusal: Refusal): (response: ServerResponse) => void {
  const { status, retryAfter } = refusal;
  // As text: head and body are then sent by one call of the operating system.
  const body = bodyOf(refusal);
  const headers = [
    ...['content-type', JSON_TYPE],
    ...['content-length', String(Buffer.byteLength(body))],
    ...(retryAfter === undefined ? [] : ['retry-after', String(retryAfter)]),
    ...common,
  ];
  return (response) => {
    response.writeHead(status, headers);
    response.end(body);
  };
}

/** For a connection that is closed behind it. */
export function refusalBytes(refusal: Refusal): string {
  const body = bodyOf(refusal);
  const head = headOf(refusal.status, {
    connection: 'close',
    'content-type': JSON_TYPE,
    'content-length': Buffer.byteLength(body),
    ...dataHeaders,
  });
  return `${head}\r\n${body}`;
}

function bodyOf({ message }: Refusal): string {
  const error: ErrorReply = { success: false, message };
  return JSON.stringify(error);
}

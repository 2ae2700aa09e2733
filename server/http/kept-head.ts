/** Heads of answers that go out again and again: put into words once, not with each of them. See docs/decisions/033. */
import {
  type ServerResponse,
  STATUS_CODES,
  validateHeaderName,
  validateHeaderValue,
} from 'node:http';

/** What Node's own `writeHead` leaves behind, for its `end` to send; there is no public way. */
interface Written {
  _header: string;
  _headerSent: boolean;
  _last: boolean;
  readonly _keepAliveTimeout: number;
}

/**
 * Status line and headers as they are sent, checked here as Node would with each answer.
 * @throws TypeError where a name or a value could be taken for something else
 */
export function headOf(status: number, headers: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(headers).map(([name, value]) => {
    validateHeaderName(name);
    validateHeaderValue(name, String(value));
    return `${name}: ${value}\r\n`;
  });
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}`;
}

/**
 * In the place of `writeHead`, for an answer that says how long it is or has no body.
 * @param head by `headOf`, and whatever lines behind it can't be taken for anything else
 */
export function writeKeptHead(response: ServerResponse, status: number, head: string): void {
  const written = response as ServerResponse & Written;
  const connection = response.shouldKeepAlive
    ? `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(written._keepAliveTimeout / 1_000)}\r\n`
    : 'Connection: close\r\n';
  response.statusCode = status;
  written._last = !response.shouldKeepAlive;
  written._header = `${head}Date: ${dateNow()}\r\n${connection}\r\n`;
  written._headerSent = false;
}

let date = { second: Number.NaN, text: '' };

/** As HTTP has it, to the second. */
function dateNow(): string {
  const now = Date.now();
  const second = Math.floor(now / 1_000);
  if (second !== date.second) date = { second, text: new Date(now).toUTCString() };
  return date.text;
}

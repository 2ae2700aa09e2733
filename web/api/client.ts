/** The one place that talks to the server. Tells apart: it said no, and it said nothing. */
import * as messages from '../../contract/messages.ts';
import { expireSession, readSession } from '../session/session.ts';
import { toast } from '../ui/toast/toasts.ts';

/** An address with its parameters, percent-encoded: not every backend reads a plus as a blank. */
export function withParameters(path: string, parameters: URLSearchParams): string {
  const written = [...parameters].map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return written.length === 0 ? path : `${path}?${written.join('&')}`;
}

/** The server answered with an error; `message` is its own, and empty where it sent none. */
export class ServerRefusal extends Error {
  readonly status: number;
  /** Milliseconds; how long the server wants to be left alone. */
  readonly retryAfterMs: number;

  constructor({ status, headers }: Response, message: string) {
    super(message);
    this.status = status;
    this.retryAfterMs = Number(headers.get('retry-after')) * 1000 || 0;
  }
}

/** No answer, or none that is JSON. */
export class NoAnswer extends Error {}

/** The token is no longer accepted. The shopper has been told; nothing more is to be said. */
export class SessionEnded extends Error {}

interface Call {
  method?: 'GET' | 'POST' | 'DELETE';
  body?: object;
  headers?: Record<string, string>;
  /** Sends the session's token. */
  authorised?: boolean;
  signal?: AbortSignal;
  /** A success is one whatever its body is. */
  anyBody?: boolean;
  /** The request outlives the page. */
  keepalive?: boolean;
  /** What to do with an answer that sends elsewhere. */
  redirect?: RequestRedirect;
}

export interface ApiAnswer {
  /** As the contract has it; a backend that keeps to it is taken at its word. */
  data: unknown;
  headers: Headers;
}

/**
 * One call of the API.
 * @throws ServerRefusal, NoAnswer, SessionEnded, and AbortError where `signal` says so
 */
export async function callApi(path: string, call: Call = {}): Promise<ApiAnswer> {
  const token = call.authorised ? readSession().token : null;
  const response = await send(path, call, token);
  if (response.status === 401 && token !== null) throw endSession(token);
  const data = await readJson(response, !response.ok || call.anyBody === true);
  if (!response.ok) throw new ServerRefusal(response, messageIn(data));
  return { data, headers: response.headers };
}

async function send(path: string, call: Call, token: string | null): Promise<Response> {
  const { method = 'GET', body, headers, signal, keepalive, redirect } = call;
  try {
    return await fetch(path, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
      ...(keepalive && { keepalive }),
      ...(redirect && { redirect }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new NoAnswer('No answer', { cause: error });
  }
}

/** @param lenient a body that isn't JSON is read as none: an error may come from something in between */
async function readJson(response: Response, lenient: boolean): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (lenient) return undefined;
    throw new NoAnswer('The answer is not JSON', { cause: error });
  }
}

function messageIn(data: unknown): string {
  const isError = typeof data === 'object' && data !== null && 'message' in data;
  return isError && typeof data.message === 'string' ? data.message : '';
}

/** Only the session whose token was refused: another one may have begun in the meantime. */
function endSession(token: string): SessionEnded {
  if (readSession().token === token) {
    expireSession();
    toast.error(messages.sessionEnded);
  }
  return new SessionEnded();
}

/**
 * What to tell the shopper of a failure: the server's own message, else the fallback (spec 8).
 * Nothing where it has been told already.
 */
export function explain(error: unknown, fallback: string): string | undefined {
  if (error instanceof SessionEnded) return undefined;
  return (error instanceof ServerRefusal && error.message) || fallback;
}

export function toastFailure(error: unknown, fallback: string): void {
  const message = explain(error, fallback);
  if (message !== undefined) toast.error(message);
}

/** The one place that talks to the server. */
import { type CallName, callOf, type Method, pathOf } from '../../contract/calls.ts';
import type { PartOf, TokenOf } from '../../contract/endpoints/index.ts';
import { refusalHeaders } from '../../contract/headers.ts';
import { CURSOR_PARAMETER } from '../../contract/page-addresses.ts';
import type { RefusalCode } from '../../contract/refusals.ts';

/** Longer than the server waits for its database by default: 12 seconds. */
export const TIMEOUT_MS = 15_000;

/** The server replied with an error. `message` is the server's, and empty if it sent none. */
export class ApiError extends Error {
  readonly status: number;
  /** Why the shop refused the request; null if somebody else replied. */
  readonly code: RefusalCode | null;
  readonly details: Readonly<Record<string, string>>;
  /** The reply's Retry-After in milliseconds. */
  readonly retryAfterMs: number;

  constructor({ status, headers }: Response, message: string) {
    super(message);
    this.status = status;
    // A code of a newer shop is none of those that are asked for.
    this.code = headers.get(refusalHeaders.code) as RefusalCode | null;
    const details = new URLSearchParams(headers.get(refusalHeaders.details) ?? '');
    this.details = Object.fromEntries(details);
    this.retryAfterMs = Number(headers.get('retry-after')) * 1000 || 0;
  }
}

/** The server sent no reply, no reply in time, or a success that can't be read. */
export class NetworkError extends Error {}

/** The server no longer accepts this token. */
export class SessionExpiredError extends Error {
  readonly token: string;

  constructor(token: string) {
    super('The session has expired');
    this.token = token;
  }
}

interface Options {
  headers?: Record<string, string>;
  /** Sent as a bearer token. */
  token?: string;
  signal?: AbortSignal;
  timeoutMs?: number;
  /** Accept a success whose body is not JSON. */
  anyBody?: boolean;
  /** Let the request outlive the page. */
  keepalive?: boolean;
  redirect?: RequestRedirect;
  /** The response to a request that was sent before this script was loaded. */
  early?: Promise<Response> | undefined;
}

/** What a call is sent with: the parameter of its path, its body and the token if its endpoint needs them. */
type Call<Name extends CallName> = Options &
  Needed<'params', PartOf<Name, 'params', never>> &
  Needed<'body', PartOf<Name, 'body', never>> &
  Needed<'token', TokenOf<Name>> & { query?: string };
type Needed<Part extends string, T> = [T] extends [never] ? unknown : Record<Part, T>;

export interface ApiAnswer {
  /** The parsed body. Its shape is not checked. */
  data: unknown;
  headers: Headers;
}

type Check<T> = (data: unknown) => data is T;

/**
 * Loads an answer that a check of `answers/` accepts.
 * @throws as `request`; NetworkError if the answer has another shape
 */
export async function load<Name extends CallName, T>(
  name: Name,
  isExpected: Check<T>,
  call: Call<Name>,
): Promise<T> {
  return (await loadWithHeaders(name, isExpected, call)).data;
}

export async function loadWithHeaders<Name extends CallName, T>(
  name: Name,
  isExpected: Check<T>,
  call: Call<Name>,
) {
  return checked(await callApi(name, call), isExpected);
}

/** @throws NetworkError if the answer has another shape */
export function checked<T>({ data, headers }: ApiAnswer, isExpected: Check<T>) {
  if (!isExpected(data)) throw new NetworkError('The answer has another shape');
  return { data, headers };
}

/** Calls the API once. @throws as `request` */
export function callApi<Name extends CallName>(name: Name, call: Call<Name>): Promise<ApiAnswer> {
  const { method, path } = callOf(name);
  // Safe: the only parameter of a path is `id`.
  const { params, query, ...options } = call as AnyCall;
  const filled = params === undefined ? path : pathOf(path, params.id);
  return request(query ? `${filled}?${query}` : filled, { method, ...options });
}

type AnyCall = Request & { params?: { id: string }; query?: string };

interface Request extends Options {
  method?: Method;
  body?: object;
}

/**
 * Sends one request.
 * @throws ApiError, NetworkError, SessionExpiredError; AbortError if `signal` is aborted
 */
export async function request(path: string, call: Request): Promise<ApiAnswer> {
  const { token } = call;
  const { response, text } = await send(path, call);
  if (response.status === 401 && token !== undefined) throw new SessionExpiredError(token);
  // An error may come from a proxy, whose body is an HTML page.
  const data = parseJson(text, !response.ok || call.anyBody === true);
  if (!response.ok) throw new ApiError(response, messageIn(data));
  return { data, headers: response.headers };
}

async function send(path: string, call: Request): Promise<{ response: Response; text: string }> {
  const { method = 'GET', body, token, headers, signal, timeoutMs = TIMEOUT_MS } = call;
  const { keepalive = false, redirect = 'follow', early } = call;
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), timeoutMs);
  try {
    const response = await (early ??
      fetch(path, {
        method,
        headers: {
          ...(body && { 'content-type': 'application/json' }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...headers,
        },
        body: body ? JSON.stringify(body) : null,
        signal: signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal,
        keepalive,
        redirect,
      }));
    return { response, text: await response.text() };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new NetworkError('No answer', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

function parseJson(text: string, isLenient: boolean): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (isLenient) return undefined;
    throw new NetworkError('The answer is not JSON', { cause: error });
  }
}

function messageIn(data: unknown): string {
  const hasMessage = typeof data === 'object' && data !== null && 'message' in data;
  return hasMessage && typeof data.message === 'string' ? data.message : '';
}

/** Percent-encodes parameters. Some backends do not read a plus sign as a space. */
export function encodeQuery(parameters: URLSearchParams): string {
  return [...parameters].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
}

/** Reads the next page's cursor from the Link header; undefined on the last page. */
export function nextCursor(headers: Headers): string | undefined {
  const [, address] = /<([^>]+)>; *rel="next"/.exec(headers.get('link') ?? '') ?? [];
  return new URLSearchParams(address?.split('?')[1]).get(CURSOR_PARAMETER) ?? undefined;
}

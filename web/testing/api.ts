/**
 * Answers the API at `fetch`, for tests of screens, from a shop in memory. A test watches, delays, refuses and aborts
 * calls. A call is written with its whole address but the page size of `GET /products`:
 * `POST /cart`, `GET /products/search?value=desk`. A star matches any text.
 */

import { API_BASE } from '../../contract/calls.ts';
import { refusalHeaders } from '../../contract/headers.ts';
import { LIST_PAGE_SIZE } from '../../contract/limits.ts';
import type { RefusalCode } from '../../contract/refusals.ts';
import { type Reply, refusal, respond } from './replies.ts';
import { answersOf, type Sent } from './shop-answers.ts';
import { ShopState } from './shop-state.ts';

const LIMIT = new RegExp(`[?&]limit=${LIST_PAGE_SIZE}$`);

/** The end of the messages of R2 if the server sends no reply that can be read. */
export const CHECK = 'Check that the backend is running, reachable and returns valid JSON.';
/** Answers a call, or passes it on to the answer that was set before, with `next`. */
type Interceptor = (sent: Sent, next: () => Promise<Response>) => Response | Promise<Response>;

export class ShopApi extends ShopState {
  readonly #watched: { call: string; seen: Sent[] }[] = [];
  #interceptors: { call: string; intercept: Interceptor }[] = [];
  readonly #reply = answersOf(this);

  /** Collects the requests of one call that are sent from now on. */
  watch(call: string): Sent[] {
    const seen: Sent[] = [];
    this.#watched.push({ call, seen });
    return seen;
  }

  intercept(call: string, intercept: Interceptor): void {
    this.#interceptors.unshift({ call, intercept });
  }

  /** Replaces the shop's reply to every such call. */
  answer(call: string, reply: Reply): void {
    this.intercept(call, () => respond(reply));
  }

  /** Replies to every such call with an error. Only a refusal of the shop has a code, and some codes have details. */
  refuse(
    call: string,
    status: number,
    message: string,
    refused?: { code: RefusalCode; details?: Record<string, string> },
  ): void {
    const details = new URLSearchParams(refused?.details).toString();
    const headers = refused && {
      [refusalHeaders.code]: refused.code,
      [refusalHeaders.details]: details,
    };
    this.intercept(call, () => refusal(status, message, headers));
  }

  /** Aborts every such call, as if the server could not be reached. */
  cutOff(call: string): void {
    this.intercept(call, () => {
      throw new TypeError('Failed to fetch');
    });
  }

  /** Delays such calls until they are released. */
  hold(call: string): { release: () => void } {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.intercept(call, async (_sent, next) => {
      await promise;
      return next();
    });
    return { release: resolve };
  }

  /** Removes everything that was set for calls. */
  restore(): void {
    this.#interceptors = [];
  }

  /** Takes the place of the browser's `fetch`. Rejects when the page aborts the request, as `fetch` does. */
  readonly fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const request = new Request(new URL(String(input), location.origin), init);
    const url = new URL(request.url);
    const isApi = url.pathname.startsWith(API_BASE);
    const path = isApi ? url.pathname.slice(API_BASE.length) : url.pathname;
    const text = await request.text();
    const sent: Sent = {
      call: `${request.method} ${path}`,
      parameters: url.searchParams,
      body: text === '' ? {} : JSON.parse(text),
      headers: request.headers,
      signal: request.signal,
    };
    const parameters = path === '/products' ? url.search.replace(LIMIT, '') : url.search;
    const made = sent.call + parameters;
    for (const { call, seen } of this.#watched) if (matches(call, made)) seen.push(sent);
    const interceptors = this.#interceptors.filter(({ call }) => matches(call, made));
    const next = async (index: number): Promise<Response> =>
      interceptors[index]?.intercept(sent, () => next(index + 1)) ?? this.#reply(sent);
    request.signal.throwIfAborted();
    const aborted = Promise.withResolvers<never>();
    request.signal.addEventListener('abort', () => aborted.reject(request.signal.reason));
    return Promise.race([next(0), aborted.promise]);
  };
}

function matches(call: string, made: string): boolean {
  const parts = call.split('*').map((part) => part.replace(/[.?+()[\]\\^$|{}]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(made);
}

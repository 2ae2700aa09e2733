/**
 * Watches, delays, refuses and aborts requests of a page. A call is written with its whole address but
 * the page size of `GET /products`: `POST /cart`, `GET /products/search?value=desk`. A star matches any text.
 */

import type { Page, Request, Route } from '@playwright/test';
import { API_BASE } from '../contract/calls.ts';
import { LIST_PAGE_SIZE } from '../contract/limits.ts';
import { paths } from '../contract/paths.ts';

const LIMIT = new RegExp(`[?&]limit=${LIST_PAGE_SIZE}$`);

type Answer = Parameters<Route['fulfill']>[0];

/** Collects the requests of one call that are sent from now on. */
export function watch(page: Page, call: string): Request[] {
  const seen: Request[] = [];
  page.on('request', (request) => {
    if (isCall(call, request)) seen.push(request);
  });
  return seen;
}

/** Replaces the server's reply to every such call. */
export async function answer(page: Page, call: string, reply: Answer): Promise<void> {
  await intercept(page, call, (route) => route.fulfill(reply));
}

/** Replies to every such call with an error. */
export async function refuse(page: Page, call: string, status: number, message: string) {
  await answer(page, call, { status, json: { success: false, message } });
}

/** Aborts every such call, as if the server could not be reached. */
export async function cutOff(page: Page, call: string): Promise<void> {
  await intercept(page, call, (route) => route.abort('connectionrefused'));
}

interface Held {
  release: () => void;
}

/** Delays such calls until they are released. */
export async function hold(page: Page, call: string): Promise<Held> {
  const { pass, release } = gate();
  await intercept(page, call, pass);
  return { release };
}

/** Delays files that match a glob of Playwright's until they are released. */
export async function holdFiles(page: Page, pattern: string): Promise<Held> {
  const { pass, release } = gate();
  await page.route(pattern, pass);
  return { release };
}

export function gate() {
  const released = Promise.withResolvers<void>();
  return {
    async pass(route: Route): Promise<void> {
      await released.promise;
      // The page may have aborted the request in the meantime.
      await route.fallback().catch(() => {});
    },
    release: released.resolve,
  };
}

export async function intercept(
  page: Page,
  call: string,
  handle: (route: Route) => Promise<void>,
): Promise<void> {
  await page.route(
    (url) => url.pathname.startsWith(API_BASE),
    (route) => (isCall(call, route.request()) ? handle(route) : route.fallback()),
  );
}

export function isCall(call: string, request: Request): boolean {
  const { pathname, search } = new URL(request.url());
  if (!pathname.startsWith(API_BASE)) return false;
  const isList = pathname === paths.products;
  const parameters = isList ? search.replace(LIMIT, '') : search;
  const made = `${request.method()} ${pathname.slice(API_BASE.length)}${parameters}`;
  const parts = call.split('*').map((part) => part.replace(/[.?+()[\]\\^$|{}]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(made);
}

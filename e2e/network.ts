/**
 * What happens between page and server: looked at, held up, refused, cut off. A call is written as in
 * spec 7, and stands for its whole address but for the page size of `GET /products`: `POST /cart`,
 * `GET /products/search?value=desk`; a star is anything.
 */
import type { Page, Request, Route } from '@playwright/test';
import { API_BASE, paths } from '../contract/paths.ts';

type Answer = Parameters<Route['fulfill']>[0];

/** The requests of one kind, as they are made from now on. */
export function watch(page: Page, call: string): Request[] {
  const seen: Request[] = [];
  page.on('request', (request) => {
    if (isCall(call, request)) seen.push(request);
  });
  return seen;
}

/** Gives every such call this answer instead of the server's. */
export async function answer(page: Page, call: string, reply: Answer): Promise<void> {
  await intercept(page, call, (route) => route.fulfill(reply));
}

/** The server says no. */
export async function refuse(page: Page, call: string, status: number, message: string) {
  await answer(page, call, { status, json: { success: false, message } });
}

/** The server can't be reached. */
export async function cutOff(page: Page, call: string): Promise<void> {
  await intercept(page, call, (route) => route.abort('connectionrefused'));
}

interface Held {
  release: () => void;
}

/** Lets such calls wait until they are released. */
export async function hold(page: Page, call: string): Promise<Held> {
  const { pass, release } = gate();
  await intercept(page, call, pass);
  return { release };
}

/** The same for files, by a pattern of Playwright's. */
export async function holdFiles(page: Page, pattern: string): Promise<Held> {
  const { pass, release } = gate();
  await page.route(pattern, pass);
  return { release };
}

function gate() {
  const released = Promise.withResolvers<void>();
  return {
    async pass(route: Route): Promise<void> {
      await released.promise;
      // The page may have given it up in the meantime.
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
  const parameters = pathname === paths.products ? search.replace(/[?&]limit=100$/, '') : search;
  const made = `${request.method()} ${pathname.slice(API_BASE.length)}${parameters}`;
  const parts = call.split('*').map((part) => part.replace(/[.?+()[\]\\^$|{}]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(made);
}

/** The desk of a test shop, and an operator's browser without scripts. */
import { Parser } from 'htmlparser2';
import { afterAll } from 'vitest';
import { deskPaths, FORM_TOKEN } from '../../contract/desk.ts';
import { addOperator } from '../operations/operators/operators.ts';
import type { DeskConfig } from '../platform/settings/config.ts';
import { Search } from '../shop/search/search.ts';
import { testConfig } from '../testing/test-config.ts';
import { openTestShop } from '../testing/test-shop.ts';
import { loadPages } from './built.ts';
import { buildDeskServer } from './server.ts';

export const HOST = 'localhost:8081';
const ORIGIN = `http://${HOST}`;
export const OPERATOR_PASSWORD = 'seven green bottles';

export interface Visitor {
  /** The address that its requests come from. */
  from?: string;
  cookies: Map<string, string>;
}

type Options = Partial<DeskConfig> & Parameters<typeof openTestShop>[0];

export async function openTestDesk({ isLocal = true, ...options }: Options = {}) {
  const shop = await openTestShop(options);
  const desk = { host: 'localhost', port: 8081, url: ORIGIN, isLocal };
  const config = { ...testConfig, ...options };
  const { services } = shop;
  const search = new Search(services, { waitsForChanges: true });
  const pages = await loadPages();
  const app = await buildDeskServer({ services, search, desk, config, logger: false, pages });
  afterAll(() => app.close());

  async function send(
    visitor: Visitor,
    request: { method: 'GET' | 'POST'; url: string; form?: Record<string, string> | FormData },
    headers: Record<string, string> = {},
  ) {
    const { method, url, form } = request;
    const body = form && new Response(form instanceof FormData ? form : new URLSearchParams(form));
    const reply = await app.inject({
      method,
      url,
      remoteAddress: visitor.from ?? '127.0.0.1',
      headers: {
        host: HOST,
        cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body && { origin: ORIGIN, 'content-type': body.headers.get('content-type') ?? '' }),
        ...headers,
      },
      ...(body && { payload: Buffer.from(await body.arrayBuffer()) }),
    });
    for (const cookie of [reply.headers['set-cookie'] ?? []].flat()) {
      // Browsers send a cookie's value back as it came, and don't decode it.
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (cookie.includes('; Max-Age=0')) visitor.cookies.delete(name);
      else visitor.cookies.set(name, value);
    }
    return reply;
  }

  const get = (visitor: Visitor, url: string, headers?: Record<string, string>) =>
    send(visitor, { method: 'GET', url }, headers);

  /** Sends a form, with the token that a page has. */
  async function post(
    visitor: Visitor,
    url: string,
    fields: Record<string, string>,
    { page = url, headers }: { page?: string; headers?: Record<string, string> } = {},
  ) {
    const token = tokenOf((await get(visitor, page)).body);
    return send(
      visitor,
      { method: 'POST', url, form: { [FORM_TOKEN]: token, ...fields } },
      headers,
    );
  }

  /** A new operator, who has used the link. */
  async function join(name: string, visitor: Visitor = { cookies: new Map() }): Promise<Visitor> {
    const link = await addOperator(services, name);
    const url = `${deskPaths.join}?link=${link}`;
    await post(visitor, url, { password: OPERATOR_PASSWORD, repeated: OPERATOR_PASSWORD });
    return visitor;
  }

  return { shop, app, send, get, post, join };
}

export function tokenOf(html: string): string {
  let token = '';
  const parser = new Parser({
    onopentag(_, { name, value = '' }) {
      if (name === FORM_TOKEN) token ||= value;
    },
  });
  parser.end(html);
  return token;
}

/** The text that a person reads. */
export function textOf(html: string): string {
  let text = '';
  const parser = new Parser({
    ontext(part) {
      text += part;
    },
  });
  parser.end(html);
  return text;
}

/** The desk's server: a port of its own, which shoppers never reach. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { knownCarriers } from '../../contract/carriers.ts';
import { deskPaths, FORM_TOKEN, filtersOf, type RenderDesk } from '../../contract/desk.ts';
import { findShopLacks, type Lack, type LaunchCheck } from '../operations/identity/launch-check.ts';
import { LoadShedder } from '../platform/http/load-shedder.ts';
import type { LogOptions } from '../platform/http/request-log.ts';
import { documentHeaders } from '../platform/http/security-headers.ts';
import { createServer } from '../platform/http/server.ts';
import { OperatorError } from '../platform/operator-error.ts';
import type { AppServices } from '../platform/services.ts';
import type { Config, DeskConfig } from '../platform/settings/config.ts';
import { pictureRoutes } from '../shop/catalogue/pictures/routes.ts';
import { readIdentity } from '../shop/identity/store.ts';
import type { Search } from '../shop/search/search.ts';
import { createAccess } from './access/access.ts';
import { type DeskSession, readCookie, readSession, setCookie } from './access/sessions.ts';
import { createDesk } from './desk.ts';
import { documentRoutes } from './documents.ts';
import { problemOf } from './fields.ts';
import { Imports } from './import/imports.ts';
import { countNewOrders } from './today.ts';
import { acceptForms, type DeskForm } from './uploads.ts';

/** How long it is remembered what the shop lacks. */
const LACKS_MS = 10 * 60_000;
const NOTICE = 'notice';
/** Pages that need no session. */
const OPEN_PATHS: readonly string[] = [deskPaths.login, deskPaths.join];
/** All that a session without its second factor can reach. */
const PENDING_PATHS: readonly string[] = [deskPaths.secondFactor, deskPaths.logout, deskPaths.join];

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' https: http: data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The built screens. */
export interface DeskPages {
  render: RenderDesk;
  assets: { style: string; script: string };
  serveAssets(app: FastifyInstance): Promise<void>;
}

export interface DeskOptions {
  services: AppServices;
  search: Search;
  desk: DeskConfig;
  config: Pick<Config, 'authRateLimit' | 'trustProxy' | keyof LaunchCheck['config']>;
  logger: LogOptions | false;
  pages: DeskPages;
}

export async function buildDeskServer(options: DeskOptions): Promise<FastifyInstance> {
  const { services, search, desk, config, pages } = options;
  const app = createServer({ ...config, publicUrl: desk.url, logger: options.logger });
  const isSecure = desk.url.startsWith('https:');
  // Looking at all products takes a while.
  const lacks = new LRUCache<'shop', Lack[]>({
    max: 1,
    ttl: LACKS_MS,
    fetchMethod: () => findShopLacks({ ...services, config }),
  });
  const imports = new Imports(services.now, (error) =>
    app.log.error({ err: error }, 'import failed'),
  );
  app.addHook('onClose', () => imports.close());
  refuseForeign(app, desk);
  const readForm = await acceptForms(app);
  await pages.serveAssets(app);

  app.get(deskPaths.news, async (request) => {
    // The page asks by itself.
    const session = await sessionOf(request, true);
    if (!session?.isComplete) return { orders: 0 };
    const { after = '' } = filtersOf(request.url);
    return { orders: await countNewOrders(services.db, after) };
  });

  // Anybody may see pictures of products.
  await app.register(pictureRoutes, { ...services, shedder: new LoadShedder(services) });
  const { publicUrl } = config;
  await app.register(documentRoutes, { ...services, publicUrl, sessionOf, imports });

  app.all('/*', async (request, reply) => {
    reply.headers({ ...documentHeaders, 'content-security-policy': policy });
    const session = await sessionOf(request);
    const elsewhere = findDetour(request.url, session);
    if (elsewhere !== undefined) return reply.redirect(elsewhere, 303);
    let form: DeskForm | undefined;
    try {
      if (request.method === 'POST') form = await receive(request, session);
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      return refuse(reply, error.message);
    }
    const sent = form && { method: 'POST', body: form.fields };
    const visit = { ...(await visitOf(request, session)), uploads: form?.uploads ?? [] };
    return send(
      reply,
      await pages.render(new Request(new URL(request.url, desk.url), sent), visit),
    );
  });

  /** @throws OperatorError if the session doesn't allow it, or it is no form */
  async function receive(
    request: FastifyRequest,
    session: DeskSession | undefined,
  ): Promise<DeskForm> {
    const loggedOut = new OperatorError('Log in first.');
    if (request.isMultipart() && !session?.isComplete) throw loggedOut;
    const form = await readForm(request);
    // Files may take so long that the session has ended.
    if (request.isMultipart() && !(await sessionOf(request))) throw loggedOut;
    if (session && form.fields.get(FORM_TOKEN) !== session.formToken) {
      throw new OperatorError(
        'This form is too old. Go back, load the page again, and send it anew.',
      );
    }
    return form;
  }

  function sessionOf({ headers }: FastifyRequest, isIdle = false) {
    return readSession(services.db, headers.cookie, { now: services.now(), isSecure, isIdle });
  }

  async function visitOf(request: FastifyRequest, session: DeskSession | undefined) {
    const name = session?.operator ?? '';
    const operator = { name, origin: `desk at ${request.ip}` };
    const own = { ...services, search, ...config, ...desk, isSecure, operator };
    const {
      name: shop = 'QKart',
      timeZone = 'UTC',
      carriers = [],
    } = (await readIdentity(services.db)) ?? {};
    return {
      access: createAccess(own, { request, session, shop }),
      desk: createDesk(own, {
        timeZone,
        carriers,
        publicUrl: config.publicUrl,
        findLacks: async () => (await lacks.fetch('shop')) ?? [],
        imports,
      }),
      shop: {
        name: shop,
        timeZone,
        carriers: [...carriers.map(({ name }) => name), ...knownCarriers],
      },
      operator: session?.isComplete ? name : undefined,
      token: session?.formToken ?? '',
      notice: readNotice(request, isSecure),
      assets: pages.assets,
      problemOf,
      report: (error: unknown) => request.log.error({ err: error }, 'page failed'),
    };
  }

  function send(reply: FastifyReply, response: Response) {
    for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
    response.headers.delete('set-cookie');
    const isPage = response.status < 300;
    // A notice is shown once.
    if (isPage) reply.header('set-cookie', setCookie(NOTICE, '', 0, isSecure));
    const notice = response.headers.get('x-notice');
    response.headers.delete('x-notice');
    if (notice !== null) reply.header('set-cookie', setCookie(NOTICE, notice, 60, isSecure));
    reply.code(response.status).headers(Object.fromEntries(response.headers));
    return reply.send(response.body ? response : '');
  }

  return app;
}

/** Where a request is sent instead. */
function findDetour(url: string, session: DeskSession | undefined): string | undefined {
  const [path = ''] = url.split('?', 1);
  if (session === undefined) {
    if (OPEN_PATHS.includes(path)) return undefined;
    const isWorthIt = path !== deskPaths.today && path !== deskPaths.logout;
    return deskPaths.login + (isWorthIt ? `?to=${encodeURIComponent(url)}` : '');
  }
  if (!session.isComplete) {
    return PENDING_PATHS.includes(path) ? undefined : deskPaths.secondFactor;
  }
  return path === deskPaths.login ? deskPaths.today : undefined;
}

/**
 * The name under which a page asked must be the desk's: a page on the internet can have its own name resolve to this
 * server (DNS rebinding). Changes must come from a page of the desk.
 */
function refuseForeign(app: FastifyInstance, { url, isLocal, port }: DeskConfig): void {
  const { host, protocol } = new URL(url);
  const local = ['localhost', '127.0.0.1', '[::1]'].map((name) => `${name}:${port}`);
  const hosts = isLocal ? [host, ...local] : [host];
  app.addHook('onRequest', async ({ headers, method }, reply) => {
    const { host: named = '', origin } = headers;
    if (!hosts.includes(named)) return refuse(reply, 'The desk has another address.');
    if (method === 'GET' || method === 'HEAD') return;
    if (method !== 'POST') return reply.code(405).type('text/plain').send('GET or POST, please.');
    if (origin !== `${protocol}//${named}`)
      return refuse(reply, 'Only pages of the desk can change something.');
  });
}

function refuse(reply: FastifyReply, sentence: string) {
  return reply.code(403).type('text/plain; charset=utf-8').send(sentence);
}

function readNotice({ headers }: FastifyRequest, isSecure: boolean): string | undefined {
  const notice = readCookie(headers.cookie, NOTICE, isSecure);
  try {
    return notice && decodeURIComponent(notice);
  } catch {
    // Other servers of this host can set cookies, too.
    return undefined;
  }
}

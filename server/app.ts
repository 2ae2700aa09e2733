/** Puts the shop together. It doesn't listen: tests inject requests. */
import { hash, randomUUID } from 'node:crypto';
import { maxHeaderSize } from 'node:http';
import cors from '@fastify/cors';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { BODY_MAX_BYTES } from '../contract/limits.ts';
import { searchHeaders } from '../contract/paths.ts';
import { Refusal } from '../contract/refusals.ts';
import type { Config } from './platform/config.ts';
import { Connections } from './platform/http/connections.ts';
import {
  createFrameworkErrorHandler,
  formatSchemaErrors,
  handleError,
} from './platform/http/errors.ts';
import { createWorkLimiter, type LimitWork } from './platform/http/expensive-work.ts';
import { healthRoutes } from './platform/http/health.ts';
import { acceptOnlyJson } from './platform/http/json.ts';
import { LoadShedder } from './platform/http/load-shedder.ts';
import { describeApi } from './platform/http/openapi.ts';
import { type LogOptions, logRequests } from './platform/http/request-log.ts';
import { ResponseCache } from './platform/http/response-cache.ts';
import { runForNetworks } from './platform/http/run-for-networks.ts';
import { addSecurityHeaders, createSecurityHeaders } from './platform/http/security-headers.ts';
import { watchRoutes } from './platform/http/unknown-routes.ts';
import type { Metrics } from './platform/metrics/metrics.ts';
import type { AppServices } from './platform/services.ts';
import { passkeyLoginRoutes } from './shop/accounts/passkeys/login/routes.ts';
import { passkeyRoutes } from './shop/accounts/passkeys/routes.ts';
import { passwordRoutes } from './shop/accounts/password/routes.ts';
import { personalDataRoutes } from './shop/accounts/personal-data/routes.ts';
import { recoveryRoutes } from './shop/accounts/recovery/routes.ts';
import { authRoutes } from './shop/accounts/routes.ts';
import { sessionRoutes } from './shop/accounts/sessions/routes.ts';
import { addressRoutes } from './shop/addresses/routes.ts';
import { cartRoutes } from './shop/cart/routes.ts';
import { catalogueRoutes } from './shop/catalogue/routes.ts';
import { versionForList } from './shop/catalogue/version.ts';
import { IdentityCache } from './shop/identity/identity-cache.ts';
import { identityRoutes, redirectIcons } from './shop/identity/routes.ts';
import { orderRoutes } from './shop/orders/routes.ts';
import { changePasswordRoutes } from './shop/pages/change-password.ts';
import { crawlerRoutes } from './shop/pages/crawlers.ts';
import { placeholderRoutes } from './shop/pages/placeholders.ts';
import { productDetailsRoutes } from './shop/pages/product-details.ts';
import type { RenderPage } from './shop/pages/renderer.ts';
import { pageRoutes } from './shop/pages/routes.ts';
import { securityTxtRoutes } from './shop/pages/security-txt.ts';
import { sitemapRoutes } from './shop/pages/sitemap.ts';
import { pictureRoutes } from './shop/pictures/routes.ts';
import type { SearchCounter } from './shop/search/counts/search-counter.ts';
import { refreshRegularly } from './shop/search/refresh-loop.ts';
import { searchRoutes } from './shop/search/routes.ts';
import { Search } from './shop/search/search.ts';
import { walletRoutes } from './shop/wallet/routes.ts';

type AppConfig = Pick<
  Config,
  | 'trustProxy'
  | 'authRateLimit'
  | 'openingBalanceCents'
  | 'orderRateLimit'
  | 'publicUrl'
  | 'imageOrigin'
  | 'securityContacts'
>;

export interface AppOptions {
  services: AppServices;
  config: AppConfig;
  logger: LogOptions | false;
  /** Searches of these services if left out. */
  search?: Search;
  /** Without pages, the app is the API alone. */
  pages?: Pages;
  metrics?: Metrics | undefined;
  /** Counts searches, if they are counted. */
  searchCounter?: SearchCounter | undefined;
}

export interface Pages {
  render: RenderPage;
  /** Serves the files that the pages load. */
  serveAssets(app: FastifyInstance): Promise<void>;
  /** Changes with the code of server and pages. */
  buildId: string;
  /** Renders anew for each request, and lets tools add scripts to the page. */
  isDevelopment: boolean;
}

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { services, config, logger, pages, metrics, search = new Search(services) } = options;
  const { searchCounter } = options;
  const headers = createSecurityHeaders(config.publicUrl);
  const connections = new Connections(headers);
  const app: FastifyInstance = Fastify({
    logger,
    serverFactory: (handle) => connections.createServer(handle),
    // See logRequests.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_MAX_BYTES,
    trustProxy: config.trustProxy,
    genReqId: () => randomUUID(),
    frameworkErrors: createFrameworkErrorHandler(headers),
    // The server's own handler answers: Fastify adds this one to one of the two addresses of `localhost`.
    clientErrorHandler: () => {},
    // Requests that arrive on open connections while the server stops are answered.
    return503OnClosing: false,
    routerOptions: {
      // Public clients of this API write paths in other ways, and their servers accept that.
      caseSensitive: false,
      ignoreTrailingSlash: true,
      // An id that is too long doesn't exist: the route replies so.
      maxParamLength: maxHeaderSize,
    },
    // No type coercion: "3" is no number. `refusal` is a schema's own message, see formatSchemaErrors.
    ajv: { customOptions: { coerceTypes: false, verbose: true, keywords: ['refusal'] } },
    schemaErrorFormatter: formatSchemaErrors,
  });
  app.decorateRequest('shopper', null);
  app.setErrorHandler(handleError);
  app.setNotFoundHandler(() => {
    throw new Refusal('NOT_FOUND');
  });
  connections.closeOnStop(app);
  logRequests(app);
  metrics?.requests.watch(app);
  addSecurityHeaders(app, headers);
  connections.handleInTurn(app);
  runForNetworks(app);
  refreshWhileListening(app, search);
  await app.register(healthRoutes, { ...services, ready: () => search.ready() });
  await app.register(placeholderRoutes);
  const shedder = new LoadShedder({ ...services, onShed: metrics?.requests.shed });
  await app.register(pictureRoutes, { ...services, shedder });
  const cache = new ResponseCache(app, { ...services, buildId: buildIdOf(options) });
  const limit = createWorkLimiter();
  const identity = new IdentityCache({ ...services, ...config });
  const parts = { services, config, search, searchCounter, identity, cache, shedder, limit };
  await app.register(async (api) => registerApi(api, parts));
  if (pages) await app.register(async (site) => registerSite(site, pages, parts));
  return app;
}

async function registerSite(site: FastifyInstance, pages: Pages, parts: Parts): Promise<void> {
  const options = { ...parts.services, ...parts.config, ...parts };
  parts.shedder.watchProcessor(site);
  redirectIcons(site, parts.identity);
  await pages.serveAssets(site);
  await site.register(crawlerRoutes, options);
  await site.register(securityTxtRoutes, options);
  await site.register(changePasswordRoutes);
  await site.register(identityRoutes, options);
  await site.register(sitemapRoutes, options);
  await site.register(productDetailsRoutes, options);
  await site.register(pageRoutes, { ...options, ...pages });
}

/** Changes with whatever responses depend on beside the catalogue. */
function buildIdOf({ pages, config: { publicUrl, imageOrigin } }: AppOptions): string {
  const parts = [pages?.buildId, publicUrl, imageOrigin];
  return hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 11);
}

function refreshWhileListening(app: FastifyInstance, search: Search): void {
  let stop: (() => void) | undefined;
  app.addHook('onListen', async () => {
    stop = refreshRegularly(search, (err) =>
      app.log.warn({ err }, 'the search index cannot be refreshed; searches find what it has'),
    );
  });
  app.addHook('onClose', async () => {
    stop?.();
    search.close();
  });
}

interface Parts extends Pick<AppOptions, 'services' | 'config' | 'searchCounter'> {
  search: Search;
  identity: IdentityCache;
  cache: ResponseCache;
  shedder: LoadShedder;
  limit: LimitWork;
}

async function registerApi(
  api: FastifyInstance,
  { services, config, search, searchCounter, identity, cache, shedder, limit }: Parts,
): Promise<void> {
  acceptOnlyJson(api);
  await api.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD', 'POST', 'DELETE'],
    // An OPTIONS request that is no preflight gets the same reply.
    strictPreflight: false,
    exposedHeaders: [
      'ETag',
      'Link',
      'Retry-After',
      'Idempotency-Replayed',
      'X-Request-Id',
      ...Object.values(searchHeaders),
    ],
  });
  // After CORS: pages of other origins shall read that they were shed.
  shedder.watchProcessor(api);
  await describeApi(api);
  const routes = watchRoutes(api);
  await api.register(async (cached) => {
    const options = { ...services, ...config, search, searchCounter, limit };
    cache.cacheRoutes(cached, { versionOf: versionForList(services, () => search.version()) });
    shedder.watchDatabase(cached);
    await cached.register(catalogueRoutes, options);
    await cached.register(searchRoutes, options);
  });
  await api.register(async (own) => {
    shedder.watchDatabase(own);
    await own.register(authRoutes, { ...services, ...config });
    await own.register(passwordRoutes, { ...services, ...config });
    await own.register(sessionRoutes, { ...services, ...config });
    await own.register(recoveryRoutes, { ...services, ...config });
    await own.register(personalDataRoutes, { ...services, ...config });
    await own.register(passkeyLoginRoutes, { ...services, ...config });
    await own.register(passkeyRoutes, { ...services, ...config, identity });
    await own.register(cartRoutes, services);
    await own.register(addressRoutes, services);
    await own.register(walletRoutes, { ...services, limit });
    await own.register(orderRoutes, { ...services, ...config, identity, limit });
  });
  routes.refuseTheRest('/api');
}

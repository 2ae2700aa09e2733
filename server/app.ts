/** Puts the shop together. It doesn't listen: tests inject requests. */
import { randomUUID } from 'node:crypto';
import { maxHeaderSize } from 'node:http';
import cors from '@fastify/cors';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { BODY_MAX_BYTES } from '../contract/limits.ts';
import { searchHeaders } from '../contract/paths.ts';
import { Refusal } from '../contract/refusals.ts';
import type { Config } from './platform/config.ts';
import {
  ActiveResponses,
  closeConnectionsOnStop,
  createClientErrorHandler,
  createShopServer,
} from './platform/http/connections.ts';
import { formatSchemaErrors, handleError, handleFrameworkError } from './platform/http/errors.ts';
import { healthRoutes } from './platform/http/health.ts';
import { acceptOnlyJson } from './platform/http/json.ts';
import { LoadShedder } from './platform/http/load-shedder.ts';
import { describeApi } from './platform/http/openapi.ts';
import { createPipeline } from './platform/http/pipeline.ts';
import { createForwardedProtocol } from './platform/http/proxy.ts';
import {
  answeredOf,
  createShedLog,
  type LogOptions,
  logAnswered,
} from './platform/http/request-log.ts';
import { ResponseCache } from './platform/http/response-cache.ts';
import { addSecurityHeaders } from './platform/http/security-headers.ts';
import { watchRoutes } from './platform/http/unknown-routes.ts';
import type { Metrics } from './platform/metrics/metrics.ts';
import type { AppServices } from './platform/services.ts';
import { authRoutes } from './shop/accounts/routes.ts';
import { addressRoutes } from './shop/addresses/routes.ts';
import { cartRoutes } from './shop/cart/routes.ts';
import { catalogueRoutes } from './shop/catalogue/routes.ts';
import { orderRoutes } from './shop/orders/routes.ts';
import { crawlerRoutes } from './shop/pages/crawlers.ts';
import { productDetailsRoutes } from './shop/pages/product-details.ts';
import type { RenderPage } from './shop/pages/renderer.ts';
import { pageRoutes } from './shop/pages/routes.ts';
import { sitemapRoutes } from './shop/pages/sitemap.ts';
import { refreshRegularly } from './shop/search/refresh-loop.ts';
import { searchRoutes } from './shop/search/routes.ts';
import { Search } from './shop/search/search.ts';
import { walletRoutes } from './shop/wallet/routes.ts';

export interface AppOptions {
  services: AppServices;
  config: Pick<
    Config,
    'trustProxy' | 'authRateLimit' | 'orderRateLimit' | 'publicUrl' | 'imageOrigin'
  >;
  logger: LogOptions | false;
  /** Without pages, the app is the API alone. */
  pages?: Pages;
  metrics?: Metrics | undefined;
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
  const { services, config, logger, pages, metrics } = options;
  const responses = new ActiveResponses();
  const cache = new ResponseCache({
    catalogueVersion: services.catalogueVersion,
    buildId: pages?.buildId ?? 'api',
    protocolOf: createForwardedProtocol(config.trustProxy),
    onAnswered(answered) {
      logAnswered(app.log, answered, answered.id);
      metrics?.requests.answered(answered);
    },
  });
  let isStopping = false;
  const app: FastifyInstance = Fastify({
    logger,
    serverFactory: (handle) =>
      createShopServer(
        createPipeline(handle, {
          responses,
          cache,
          shedder: new LoadShedder(services),
          onShed(reason) {
            logShed();
            metrics?.requests.shed(reason);
          },
          isStopping: () => isStopping,
        }),
      ),
    // See the onResponse hook below.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_MAX_BYTES,
    trustProxy: config.trustProxy,
    genReqId: () => randomUUID(),
    frameworkErrors: handleFrameworkError,
    clientErrorHandler: createClientErrorHandler(responses),
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
  const logShed = createShedLog(app.log);
  const closeConnections = closeConnectionsOnStop(app.server, responses);
  app.decorateRequest('shopper', null);
  app.decorateRequest('catalogueVersion', '');
  app.decorateRequest('isVolatile', false);
  app.setErrorHandler(handleError);
  app.setNotFoundHandler(() => {
    throw new Refusal('NOT_FOUND');
  });
  app.addHook('preClose', async () => {
    isStopping = true;
    closeConnections();
  });
  app.addHook('onResponse', async (request, reply) => {
    const answered = answeredOf(request, reply);
    logAnswered(request.log, answered);
    metrics?.requests.answered(answered);
  });
  metrics?.requests.watchRefusals(app);
  addSecurityHeaders(app);
  const search = new Search(services);
  refreshWhileListening(app, search);
  await app.register(healthRoutes, { ...services, ready: () => search.ready() });
  await app.register(async (api) => registerApi(api, { services, search, cache, config }));
  if (pages) {
    await pages.serveAssets(app);
    await app.register(crawlerRoutes, config);
    await app.register(sitemapRoutes, { ...services, ...config, cache });
    await app.register(productDetailsRoutes, services);
    await app.register(pageRoutes, { ...services, ...pages, ...config, search, cache });
  }
  return app;
}

function refreshWhileListening(app: FastifyInstance, search: Search): void {
  let stop: (() => void) | undefined;
  app.addHook('onListen', async () => {
    stop = refreshRegularly(search, (err) => app.log.warn({ err }, 'the catalogue cannot be read'));
  });
  app.addHook('onClose', async () => stop?.());
}

interface Api extends Pick<AppOptions, 'services' | 'config'> {
  search: Search;
  cache: ResponseCache;
}

async function registerApi(
  api: FastifyInstance,
  { services, search, cache, config }: Api,
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
  await describeApi(api);
  const routes = watchRoutes(api);
  await api.register(authRoutes, { ...services, authRateLimit: config.authRateLimit });
  await api.register(async (cached) => {
    cache.cacheRoutes(cached);
    const options = { ...services, ...config, search };
    await cached.register(catalogueRoutes, options);
    await cached.register(searchRoutes, options);
  });
  await api.register(cartRoutes, services);
  await api.register(addressRoutes, services);
  await api.register(walletRoutes, services);
  await api.register(orderRoutes, { ...services, ...config });
  routes.refuseTheRest('/api');
}

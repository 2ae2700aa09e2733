/** Puts the shop together. Never listens: tests build it and inject requests. */
import { randomUUID } from 'node:crypto';
import { maxHeaderSize } from 'node:http';
import cors from '@fastify/cors';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { BODY_MAX_BYTES } from '../contract/limits.ts';
import { Refusal } from '../contract/refusals.ts';
import { addressRoutes } from './addresses/routes.ts';
import { authRoutes } from './auth/routes.ts';
import { keepCarts } from './cart/cart-cache.ts';
import { cartRoutes } from './cart/routes.ts';
import { catalogueRoutes } from './catalogue/routes.ts';
import type { Config } from './config.ts';
import { AnswersAtHand } from './http/at-hand.ts';
import { compileLate } from './http/compile-late.ts';
import { createShopServer, handleClientError, watchConnections } from './http/connections.ts';
import { formatSchemaErrors, handleError, handleFrameworkError } from './http/errors.ts';
import { healthRoutes } from './http/health.ts';
import { acceptOnlyJson } from './http/json.ts';
import { Admission } from './http/load-shedder.ts';
import { describeApi } from './http/openapi.ts';
import { OwnAnswers } from './http/own-answers.ts';
import { limitRate } from './http/rate-limit.ts';
import {
  type Answered,
  answeredOf,
  type LogOptions,
  RequestLog,
  turnedAwayLog,
} from './http/request-log.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { watchRoutes } from './http/unknown-routes.ts';
import type { Metrics } from './metrics/metrics.ts';
import { orderRoutes } from './orders/routes.ts';
import { crawlerRoutes } from './pages/crawlers.ts';
import type { RenderPage } from './pages/renderer.ts';
import { pageRoutes } from './pages/routes.ts';
import { refreshRegularly } from './search/refresh-loop.ts';
import { searchRoutes } from './search/routes.ts';
import { Search } from './search/search.ts';
import type { AppServices } from './services.ts';
import { walletRoutes } from './wallet/routes.ts';

export interface AppOptions {
  services: AppServices;
  config: Pick<Config, 'trustProxy' | 'authRateLimit' | 'publicUrl'>;
  logger: LogOptions | false;
  /** The pages; an app without them is the API alone. */
  pages?: Pages;
  /** Where somebody watches the shop. */
  metrics?: Metrics | undefined;
}

export interface Pages {
  render: RenderPage;
  /** Serves the files that the pages ask for. */
  serveAssets(app: FastifyInstance): Promise<void>;
  isDevelopment: boolean;
}

export async function buildApp({
  services: handed,
  config,
  logger,
  pages,
  metrics,
}: AppOptions): Promise<FastifyInstance> {
  const services: AppServices = metrics ? { ...handed, meter: metrics.meter } : handed;
  const requestLog = logger && new RequestLog(logger.stream);
  const onAnswered = (answered: Answered, { level }: Pick<FastifyBaseLogger, 'level'>): void => {
    if (requestLog) requestLog.answered(level, answered);
    metrics?.requests.answered(answered);
  };
  const onAnsweredInFront = (answered: Answered): void => onAnswered(answered, app.log);
  const atHand = new AnswersAtHand(services, onAnsweredInFront);
  const own = new OwnAnswers(services, onAnsweredInFront);
  const admission = new Admission({
    databaseBacklog: services.databaseBacklog,
    onTurnedAway(shortage) {
      logTurnedAway();
      metrics?.requests.turnedAway(shortage);
    },
  });
  const app: FastifyInstance = Fastify({
    logger,
    // Answers at hand cost no more than turning somebody away.
    serverFactory: (handler) =>
      createShopServer(
        admission.watching(atHand.inFrontOf(admission.inFrontOf(own.inFrontOf(handler)))),
      ),
    // One line a request, see onAnswered.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_MAX_BYTES,
    trustProxy: config.trustProxy,
    genReqId: () => randomUUID(),
    frameworkErrors: handleFrameworkError,
    clientErrorHandler: handleClientError,
    // Who is being served when the shop stops is served to the end.
    return503OnClosing: false,
    // An id that is too long for any is one that doesn't exist: the route says so.
    routerOptions: { maxParamLength: maxHeaderSize },
    schemaErrorFormatter: formatSchemaErrors,
  });
  compileLate(app);
  const logTurnedAway = turnedAwayLog(app.log);
  const closeConnections = watchConnections(app.server);
  app.decorateRequest('shopper', null);
  app.setErrorHandler(handleError);
  app.setNotFoundHandler(() => {
    throw new Refusal('NOT_FOUND');
  });
  app.addHook('preClose', async () => {
    atHand.close();
    own.close();
    admission.close();
    closeConnections();
  });
  app.addHook('onResponse', async (request, reply) =>
    onAnswered(answeredOf(request, reply), request.log),
  );
  metrics?.requests.watchRefusals(app);
  addSecurityHeaders(app);
  const search = new Search(services);
  followWhileListening(app, search);
  await app.register(healthRoutes, { ...services, ready: () => search.ready() });
  await app.register(async (api) => registerApi(api, { services, search, atHand, own, config }));
  if (pages) {
    await pages.serveAssets(app);
    const { render, isDevelopment } = pages;
    await app.register(crawlerRoutes, { publicUrl: config.publicUrl });
    await app.register(pageRoutes, {
      ...services,
      search,
      atHand,
      render,
      isDevelopment,
      publicUrl: config.publicUrl,
    });
  }
  return app;
}

function followWhileListening(app: FastifyInstance, search: Search): void {
  let stop: (() => void) | undefined;
  app.addHook('onListen', async () => {
    stop = refreshRegularly(search, (err) => app.log.warn({ err }, 'the catalogue cannot be read'));
  });
  app.addHook('onClose', async () => stop?.());
}

interface Api extends Pick<AppOptions, 'services' | 'config'> {
  search: Search;
  atHand: AnswersAtHand;
  own: OwnAnswers;
}

async function registerApi(
  api: FastifyInstance,
  { services, search, atHand, own, config }: Api,
): Promise<void> {
  acceptOnlyJson(api);
  await api.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD', 'POST', 'DELETE'],
    // An OPTIONS that no browser sent is told the same.
    strictPreflight: false,
    exposedHeaders: [
      'Corrected-To',
      'ETag',
      'Link',
      'Retry-After',
      'Idempotency-Replayed',
      'X-Request-Id',
    ],
  });
  await describeApi(api);
  const routes = watchRoutes(api);
  await api.register(async (auth) => {
    if (config.authRateLimit > 0) await limitRate(auth, services, config.authRateLimit);
    await auth.register(authRoutes, services);
  });
  await api.register(catalogueRoutes, {
    ...services,
    atHand,
    find: (listing, limit) => search.find(listing, limit),
  });
  await api.register(searchRoutes, { ...services, search, atHand });
  const carts = keepCarts(services);
  await api.register(cartRoutes, { ...services, own, carts });
  await api.register(addressRoutes, services);
  await api.register(walletRoutes, services);
  await api.register(orderRoutes, { ...services, carts });
  routes.refuseTheRest('/api');
}

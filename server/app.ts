/** Puts the shop together. It doesn't listen: tests inject requests. */
import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { corsOptions } from './platform/http/api/cors.ts';
import { acceptOnlyJson } from './platform/http/api/json.ts';
import { describeApi } from './platform/http/api/openapi.ts';
import { watchRoutes } from './platform/http/api/unknown-routes.ts';
import { createWorkLimiter } from './platform/http/expensive-work.ts';
import { healthRoutes } from './platform/http/health.ts';
import { LoadShedder } from './platform/http/load-shedder.ts';
import type { LogOptions } from './platform/http/request-log.ts';
import { ResponseCache } from './platform/http/response-cache.ts';
import { createServer } from './platform/http/server.ts';
import type { Metrics } from './platform/metrics/metrics.ts';
import { runEvery } from './platform/run-every.ts';
import type { AppServices } from './platform/services.ts';
import type { Config } from './platform/settings/config.ts';
import { accountRoutes } from './shop/accounts/routes.ts';
import { addressRoutes } from './shop/addresses/routes.ts';
import { cartRoutes } from './shop/cart/routes.ts';
import { pictureRoutes } from './shop/catalogue/pictures/routes.ts';
import { catalogueRoutes } from './shop/catalogue/routes.ts';
import { versionForList } from './shop/catalogue/version.ts';
import { IdentityCache } from './shop/identity/identity-cache.ts';
import { identityRoutes } from './shop/identity/routes.ts';
import { orderRoutes } from './shop/orders/routes.ts';
import type { Pages } from './shop/pages/renderer.ts';
import { pageRoutes } from './shop/pages/routes.ts';
import { personalDataRoutes } from './shop/personal-data/routes.ts';
import type { SearchCounter } from './shop/search/counts/search-counter.ts';
import { searchRoutes } from './shop/search/routes.ts';
import { Search } from './shop/search/search.ts';
import { authenticateShoppers } from './shop/session/authentication.ts';
import { walletRoutes } from './shop/wallet/routes.ts';

type Setting = 'authRateLimit' | 'openingBalanceCents' | 'orderRateLimit' | 'imageOrigin';

export interface AppOptions {
  services: AppServices;
  config: Pick<Config, Setting | 'trustProxy' | 'publicUrl' | 'securityContacts'>;
  logger: LogOptions | false;
  /** Searches of these services if left out. */
  search?: Search;
  /** Without pages, the app is the API alone. */
  pages?: Pages;
  metrics?: Metrics | undefined;
  /** Counts searches, if they are counted. */
  searchCounter?: SearchCounter | undefined;
}

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { services, config, metrics, pages, searchCounter } = options;
  const { search = new Search(services) } = options;
  const app = createServer({ ...config, logger: options.logger, meter: metrics?.requests });
  const dependencies = [pages?.buildId, config.publicUrl, config.imageOrigin];
  const cache = new ResponseCache(app, { ...services, dependencies });
  const shedder = new LoadShedder({ ...services, onShed: metrics?.requests.shed });
  const identity = new IdentityCache({ ...services, ...config });
  const own = { search, searchCounter, identity, cache, shedder, limit: createWorkLimiter() };
  const shared = { ...services, ...config, ...own };
  runEvery(app, search.refreshRegularly());
  await app.register(healthRoutes, { ...services, ready: () => search.ready() });
  await app.register(pictureRoutes, shared);

  await app.register(async (api) => {
    acceptOnlyJson(api);
    await api.register(cors, corsOptions);
    // After CORS, so that pages of other origins can read a shed reply.
    shedder.watchProcessor(api);
    await describeApi(api);
    const routes = watchRoutes(api);
    await api.register(async (cached) => {
      cache.cacheRoutes(cached, { versionOf: versionForList(services, () => search.version()) });
      shedder.watchDatabase(cached);
      await cached.register(catalogueRoutes, shared);
      await cached.register(searchRoutes, shared);
    });
    await api.register(async (account) => {
      shedder.watchDatabase(account);
      authenticateShoppers(account, services);
      await account.register(accountRoutes, shared);
      await account.register(personalDataRoutes, shared);
      await account.register(cartRoutes, shared);
      await account.register(addressRoutes, shared);
      await account.register(walletRoutes, shared);
      await account.register(orderRoutes, shared);
    });
    routes.refuseTheRest('/api');
  });

  if (pages) {
    await app.register(identityRoutes, shared);
    await app.register(pageRoutes, { ...shared, ...pages });
  }
  return app;
}

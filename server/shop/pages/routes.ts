/** The pages, and what search engines, password managers and browsers find beside them. */
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { IdentityCache } from '../identity/identity-cache.ts';
import { type ProductDetailsOptions, productDetailsRoutes } from './product-details.ts';
import type { Pages } from './renderer.ts';
import { type ScreenOptions, screenRoutes } from './screens.ts';
import { type SitemapOptions, sitemapRoutes } from './sitemap.ts';
import { type WellKnownOptions, wellKnownRoutes } from './well-known.ts';

/** Browsers request this icon by themselves, for example for a picture that is opened alone. */
const USUAL_ICONS = ['/favicon.ico', '/apple-touch-icon.png', '/apple-touch-icon-precomposed.png'];
const REDIRECT_CACHE_CONTROL = 'public, max-age=3600';

type PageOptions = Pages &
  ProductDetailsOptions &
  ScreenOptions &
  SitemapOptions &
  WellKnownOptions;

export const pageRoutes: FastifyPluginAsync<PageOptions> = async (app, options) => {
  options.shedder.watchProcessor(app);
  redirectIcons(app, options.identity);
  await options.serveAssets(app);
  await app.register(wellKnownRoutes, options);
  await app.register(sitemapRoutes, options);
  await app.register(productDetailsRoutes, options);
  await app.register(screenRoutes, options);
};

/** Redirects to the shop's own icon. Without an identity, the demo's files are there. */
function redirectIcons(app: FastifyInstance, identity: IdentityCache): void {
  app.addHook('onRequest', async ({ url }, reply) => {
    if (!USUAL_ICONS.includes(url)) return;
    const { shop } = await identity.current();
    if (shop === undefined) return;
    return reply.header('cache-control', REDIRECT_CACHE_CONTROL).redirect(shop.touchIcon);
  });
}

/** The pages of the React application, rendered on the server and kept in the response cache. */
import { hash } from 'node:crypto';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import {
  listingOf,
  pageAddress,
  productIdOf,
  textAddress,
  textNameOf,
} from '../../../contract/listing.ts';
import { isRecovery, RECOVERY_ADDRESS } from '../../../contract/page-addresses.ts';
import type { PageShop, ProductDetails } from '../../../contract/pages.ts';
import { Refusal } from '../../../contract/refusals.ts';
import { screens } from '../../../contract/screens.ts';
import { asRefusal, handleError } from '../../platform/http/errors.ts';
import type { LimitWork } from '../../platform/http/expensive-work.ts';
import type { LoadShedder } from '../../platform/http/load-shedder.ts';
import { ADDRESS_MAX_LENGTH, type ResponseCache } from '../../platform/http/response-cache.ts';
import {
  developmentPolicy,
  documentHeaders,
  pagePolicy,
} from '../../platform/http/security-headers.ts';
import type { AppServices } from '../../platform/services.ts';
import type { Config } from '../../platform/settings/config.ts';
import { hasGroups } from '../catalogue/groups.ts';
import { findProductDetails } from '../catalogue/store.ts';
import type { IdentityCache } from '../identity/identity-cache.ts';
import type { Search } from '../search/search.ts';
import { createListServices } from './list-services.ts';
import { PromiseCache } from './promise-cache.ts';
import type { RenderedPage, RenderPage, RenderServices } from './renderer.ts';

/** Any other address gets the page for unknown addresses. */
const SCREENS: ReadonlySet<string> = new Set(screens.map(({ path }) => path));
const UNKNOWN_SCREEN = '/not-found';
/** Many addresses share a page: unknown ones, and those that differ in a tracker's parameters alone. */
const RENDERED_MAX = 100;

const apology = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Something went wrong</title>
<h1>Sorry, something went wrong on our side.</h1><p><a href="">Try again</a></p></html>`;

export interface ScreenOptions extends Pick<Config, 'publicUrl'>, Pick<AppServices, 'db'> {
  render: RenderPage;
  search: Search;
  identity: IdentityCache;
  cache: ResponseCache;
  shedder: LoadShedder;
  limit: LimitWork;
  isDevelopment: boolean;
}

interface PolicedPage extends RenderedPage {
  /** The Content-Security-Policy that fits its scripts and styles. */
  policy: string;
}

function policyOf({ scriptHashes }: RenderedPage, shop: PageShop | undefined): string {
  const styles = shop?.style === undefined ? [] : [hash('sha256', shop.style, 'base64')];
  return pagePolicy(scriptHashes, styles);
}

interface Shown {
  /** The address of the screen with its listing and its product. */
  address: string;
  product: ProductDetails | undefined;
  /** The name of the legal text in the address. */
  textName: string;
}

export const screenRoutes: FastifyPluginAsync<ScreenOptions> = async (app, options) => {
  const { db, search, identity, cache, shedder, limit, render, publicUrl, isDevelopment } = options;
  const rendered = new PromiseCache<PolicedPage>(RENDERED_MAX);

  async function renderPage({ address, product, textName }: Shown): Promise<PolicedPage> {
    const { shop, texts } = await identity.current();
    const listServices = createListServices(search);
    const { services, lastRefusal } = recordRefusals({
      ...listServices,
      // Without its database, a shop still shows its login. To ask for groups where there are none changes no list.
      hasGroups: () => hasGroups(db).catch(() => true),
      origin: publicUrl,
      shop,
      legalText: texts.find(({ name }) => name === textName),
      product,
    });
    const page = await render(address, services);
    if (page.status >= 500) throw new PageFailure(page.html, lastRefusal());
    return { ...page, policy: policyOf(page, shop) };
  }

  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(documentHeaders);
  });
  if (!isDevelopment) {
    cache.cacheRoutes(app, {
      addressOf: ({ url }) => screenOf(url).address,
      async versionOf() {
        const [catalogue, { version }] = await Promise.all([search.version(), identity.current()]);
        return version === '' ? catalogue : `${catalogue}-${version}`;
      },
    });
  }
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const { address, productId, textName, needsDatabase } = screenOf(request.url);
    if (needsDatabase) shedder.requireDatabase();
    const product = productId === '' ? undefined : await findProductDetails(db, productId);
    const shown = { address, product, textName };
    // Orders take from counted stock without a new version of the catalogue.
    const stocks = [product, ...(product?.variants ?? [])].map((shown) => shown?.stock ?? null);
    request.isVolatile = stocks.some((stock) => stock !== null);
    const key = `${request.catalogueVersion} ${stocks} ${address}`;
    const renderInTurn = () => limit(() => renderPage(shown));
    // Many links of a page repeat its address, so pages of long ones are large.
    const isKept = !isDevelopment && address.length <= ADDRESS_MAX_LENGTH;
    const { status, html, policy } = isKept
      ? await shareRendering(rendered, key, renderInTurn)
      : await renderInTurn();
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', isDevelopment ? developmentPolicy : policy)
      .send(html);
  });
  app.setErrorHandler(sendFailure);
};

/**
 * Renders a page once for all waiting requests. If another network's turn is refused, renders it in a separate turn.
 */
async function shareRendering(
  rendered: PromiseCache<PolicedPage>,
  key: string,
  render: () => Promise<PolicedPage>,
): Promise<PolicedPage> {
  let isOwn = false;
  const rendering = rendered.get(key, () => {
    isOwn = true;
    return render();
  });
  return rendering.catch((error: unknown) => {
    if (!isOwn && error instanceof Refusal && error.code === 'OVERLOADED') return render();
    throw error;
  });
}

/** The application rendered an error: the page says so itself. It is sent, but not cached. */
class PageFailure extends Error {
  readonly html: string;
  /** Why the page couldn't be rendered; undefined for a defect. */
  readonly refusal: Refusal | undefined;

  constructor(html: string, refusal: Refusal | undefined) {
    super('The page rendered as an error');
    this.html = html;
    this.refusal = refusal;
  }
}

/** The application turns a refusal into an error page and loses its cause: remember it here. */
function recordRefusals(services: RenderServices): {
  services: RenderServices;
  lastRefusal(): Refusal | undefined;
} {
  let last: Refusal | undefined;
  const record = async <T>(found: Promise<T>): Promise<T> => {
    try {
      return await found;
    } catch (error) {
      if (error instanceof Refusal) last = error;
      throw error;
    }
  };
  return {
    services: {
      ...services,
      findProducts: (listing) => record(services.findProducts(listing)),
      findFacets: (listing) => record(services.findFacets(listing)),
    },
    lastRefusal: () => last,
  };
}

function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const html = error instanceof PageFailure ? error.html : apology;
  const refusal = error instanceof PageFailure ? error.refusal : asRefusal(error);
  // The request is at fault: no page was rendered.
  if (refusal !== undefined && refusal.status < 500) return handleError(refusal, request, reply);
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-store');
  if (refusal?.code === 'OVERLOADED' || refusal?.code === 'STARTING') {
    return reply.header('retry-after', refusal.retryAfter).code(refusal.status).send(html);
  }
  request.log.error({ err: error }, 'page failed');
  return reply.code(500).send(html);
}

interface Screen {
  /** Without unknown parameters, and always written in the same way. */
  address: string;
  /** The product in a dialog; empty for none. */
  productId: string;
  /** The legal text over the products; empty for none. */
  textName: string;
  /** Whether it shows products. */
  needsDatabase: boolean;
}

const screenWithoutProducts = (address: string): Screen => ({
  address,
  productId: '',
  textName: '',
  needsDatabase: false,
});

/** What a page is rendered for. */
function screenOf(url: string): Screen {
  // A server gets addresses that no URL has: in `/\\[`, the bracket would begin a host name.
  const parsed = URL.parse(url.replace(/^\/+/, '/'), 'http://shop.invalid');
  if (parsed === null) return screenWithoutProducts(UNKNOWN_SCREEN);
  // The pages' own router finds screens in the same way.
  const screen = withoutTrailingSlashes(parsed.pathname).toLowerCase();
  if (!SCREENS.has(screen)) return screenWithoutProducts(UNKNOWN_SCREEN);
  if (screen === '/login' && isRecovery(parsed.searchParams)) {
    return screenWithoutProducts(RECOVERY_ADDRESS);
  }
  if (screen !== '/') return screenWithoutProducts(screen);
  if (parsed.search === '')
    return { address: '/', productId: '', textName: '', needsDatabase: true };
  const productId = productIdOf(parsed.searchParams);
  const listing = listingOf(parsed.searchParams);
  const textName = textNameOf(parsed.searchParams);
  const address =
    textName === '' ? pageAddress(listing, productId) : textAddress(textName, listing);
  return { address, productId, textName, needsDatabase: true };
}

/** A regular expression would take quadratic time in a long run of slashes. */
function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end--;
  return path.slice(0, end);
}

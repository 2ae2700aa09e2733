/** The pages: rendered once per version of the catalogue, then sent from memory. */
import type { FastifyPluginAsync } from 'fastify';
import { PAGE_SIZE_MAX } from '../../contract/limits.ts';
import { type Listing, listingOf, listingParameters } from '../../contract/listing.ts';
import { Refusal } from '../../contract/refusals.ts';
import type { AnswersAtHand } from '../http/at-hand.ts';
import { asRefusal } from '../http/errors.ts';
import { Prepared } from '../http/prepared.ts';
import { developmentPolicy, documentHeaders, pagePolicy } from '../http/security-headers.ts';
import { VersionedCache } from '../http/versioned-cache.ts';
import type { Search } from '../search/search.ts';
import type { AppServices } from '../services.ts';
import type { RenderedPage, RenderPage, RenderServices } from './renderer.ts';

/** The screens of spec 2; any other address gets the page that says so. */
const SCREENS = new Set(['/', '/register', '/login', '/checkout', '/thanks']);
const UNKNOWN_SCREEN = '/not-found';
/** Rendered pages kept: the screens, and the searches that were asked for lately. */
const PAGES_KEPT = 200;

const apology = `<!doctype html><html lang="en"><meta charset="utf-8"><title>QKart</title>
<h1>Sorry, something went wrong on our side.</h1><p><a href="">Try again</a></p></html>`;

export interface PageOptions extends AppServices {
  render: RenderPage;
  search: Search;
  atHand: AnswersAtHand;
  /** Where the shop is on the web. */
  publicUrl: string;
  /** While somebody works on the pages, each request renders anew, and tools may add to the page. */
  isDevelopment: boolean;
}

export const pageRoutes: FastifyPluginAsync<PageOptions> = async (app, options) => {
  const { catalogueVersion, search, atHand, render, publicUrl, isDevelopment } = options;
  const pages = new VersionedCache<Prepared>(PAGES_KEPT);
  const services: RenderServices = {
    async findProducts(listing: Listing) {
      return search.find(listing, PAGE_SIZE_MAX).catch((error: unknown) => {
        // An address that somebody shortened or guessed: the beginning is better than nothing.
        if (error instanceof Refusal && error.code === 'CURSOR_INVALID') {
          return search.find({ ...listing, cursor: '' }, PAGE_SIZE_MAX);
        }
        throw error;
      });
    },
    findFacets: (listing: Listing) => search.facets(listing),
    origin: publicUrl,
  };

  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(documentHeaders);
  });
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const address = screenAddress(request.url);
    const version = isDevelopment ? request.id : await catalogueVersion();
    const page = await pages.get(version, address, async () => {
      const noted = notingRefusals(services);
      const rendered = await render(address, noted.services);
      return preparePage(rendered, { isDevelopment, refusal: noted.last() });
    });
    return atHand.send(request, reply, version, page);
  });

  app.setErrorHandler((error, request, reply) => {
    const html = error instanceof PageFailure ? error.html : apology;
    const refusal = error instanceof PageFailure ? error.refusal : asRefusal(error);
    reply.type('text/html; charset=utf-8');
    if (refusal?.code === 'OVERLOADED') {
      request.log.warn({ code: refusal.code }, 'request turned away');
      return reply.header('retry-after', refusal.retryAfter).code(refusal.status).send(html);
    }
    request.log.error({ err: error }, 'page failed');
    return reply.code(500).send(html);
  });
};

/** The page says itself that it failed: sent, but not kept. */
class PageFailure extends Error {
  readonly html: string;
  /** What kept it from being made, where that was no defect. */
  readonly refusal: Refusal | undefined;

  constructor(html: string, refusal: Refusal | undefined) {
    super('The page rendered as an error');
    this.html = html;
    this.refusal = refusal;
  }
}

/** A page that can't be made says so itself, but not why: the same services, and what they refused. */
function notingRefusals(services: RenderServices): {
  services: RenderServices;
  last(): Refusal | undefined;
} {
  let last: Refusal | undefined;
  const noting = async <T>(asked: Promise<T>): Promise<T> => {
    try {
      return await asked;
    } catch (error) {
      if (error instanceof Refusal) last = error;
      throw error;
    }
  };
  return {
    services: {
      ...services,
      findProducts: (listing) => noting(services.findProducts(listing)),
      findFacets: (listing) => noting(services.findFacets(listing)),
    },
    last: () => last,
  };
}

interface Preparing {
  isDevelopment: boolean;
  refusal: Refusal | undefined;
}

function preparePage(page: RenderedPage, { isDevelopment, refusal }: Preparing): Prepared {
  const { status, html, scriptHashes } = page;
  if (status >= 500) throw new PageFailure(html, refusal);
  return new Prepared(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': isDevelopment ? developmentPolicy : pagePolicy(scriptHashes),
    },
  });
}

/**
 * The address that a page is rendered and kept under: the screen and, of the products, which of them.
 * Everything else in an address (trackers' parameters, say) makes no other page.
 */
function screenAddress(url: string): string {
  // Not every address that a server is asked for is one: `/\\[` would be a host with a bracket in its name.
  const asked = URL.parse(url.replace(/^\/+/, '/'), 'http://shop.invalid');
  if (asked === null) return UNKNOWN_SCREEN;
  const screen = withoutSlashesAtEnd(asked.pathname);
  if (!SCREENS.has(screen)) return UNKNOWN_SCREEN;
  if (screen !== '/') return screen;
  const parameters = listingParameters(listingOf(asked.searchParams));
  return parameters.size > 0 ? `/?${parameters}` : screen;
}

/** By hand: a pattern would look at a run of slashes again from each of them, for a second in a long address. */
function withoutSlashesAtEnd(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end--;
  return path.slice(0, end);
}

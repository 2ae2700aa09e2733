/** The addresses for search engines: screens, legal texts, categories, and every product on sale. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { CATEGORY_FACETS_MAX } from '../../../contract/limits.ts';
import {
  pageAddress,
  productAddress,
  textAddress,
  wholeCatalogue,
} from '../../../contract/listing.ts';
import { Refusal } from '../../../contract/refusals.ts';
import { screens } from '../../../contract/screens.ts';
import { LEGAL_TEXTS_MAX } from '../../../contract/shop-identity.ts';
import type { LimitWork } from '../../platform/http/expensive-work.ts';
import type { LoadShedder } from '../../platform/http/load-shedder.ts';
import type { ResponseCache } from '../../platform/http/response-cache.ts';
import type { AppServices } from '../../platform/services.ts';
import type { Config } from '../../platform/settings/config.ts';
import type { Db } from '../../platform/storage/schema.ts';
import { escapeXml } from '../../platform/xml.ts';
import { findNextPosition, listProductIds } from '../catalogue/store.ts';
import type { IdentityCache } from '../identity/identity-cache.ts';
import type { Search } from '../search/search.ts';
import { PromiseCache } from './promise-cache.ts';

const SCREENS = screens.filter(({ isPrivate }) => !isPrivate).map(({ path }) => path);
/** With the imprint that a shop with a seller has anyway. */
const PAGES_MAX = SCREENS.length + LEGAL_TEXTS_MAX + 1 + CATEGORY_FACETS_MAX;
/** Positions, so at most as many products. A file may have 50,000 addresses: https://www.sitemaps.org/protocol.html */
const POSITIONS_PER_FILE = 50_000 - PAGES_MAX;
/** Products that are read at once. */
const BATCH_SIZE = 1_000;

export interface SitemapOptions extends Pick<AppServices, 'db'>, Pick<Config, 'publicUrl'> {
  search: Search;
  identity: IdentityCache;
  cache: ResponseCache;
  shedder: LoadShedder;
  limit: LimitWork;
}

/** One file, or an index of several if there are too many products for one. */
export const sitemapRoutes: FastifyPluginAsyncTypebox<SitemapOptions> = async (
  app,
  { db, search, identity, cache, shedder, limit, publicUrl },
) => {
  /** The starts of the files for a version of the catalogue. */
  const starts = new PromiseCache<number[]>(1);
  const findStarts = (version: string) => starts.get(version, () => findFileStarts(db));
  const toFile = async (start: number, pages: readonly string[]): Promise<string> =>
    toUrlSet(publicUrl, [...pages, ...(await readProductAddresses(db, start))]);
  /** The pages other than products, listed in the first file. */
  const listPages = async (): Promise<string[]> => {
    const { texts } = await identity.current();
    const { categories } = await search.facets({ ...wholeCatalogue, isGrouped: true });
    return [
      ...SCREENS,
      ...texts.map(({ name }) => textAddress(name)),
      ...categories.map(({ name }) => pageAddress({ ...wholeCatalogue, category: name })),
    ];
  };

  cache.cacheRoutes(app, { versionOf: () => search.version() });
  shedder.watchDatabase(app);
  app.addHook('onRequest', async (_request, reply) => {
    reply.type('application/xml; charset=utf-8');
  });
  app.get('/sitemap.xml', { schema: { hide: true } }, (request) =>
    limit(async () => {
      const [first = 0, ...others] = await findStarts(request.catalogueVersion);
      return others.length === 0
        ? toFile(first, await listPages())
        : toIndex(publicUrl, others.length + 1);
    }),
  );
  const params = Type.Object({ number: Type.String() });
  app.get('/sitemap-:number.xml', { schema: { hide: true, params } }, (request) =>
    limit(async () => {
      const starts = await findStarts(request.catalogueVersion);
      // Exactly as the index writes it, so that each file has one address.
      const index = starts.findIndex((_, at) => String(at + 1) === request.params.number);
      const start = starts[index];
      if (start === undefined) throw new Refusal('NOT_FOUND');
      return toFile(start, index === 0 ? await listPages() : []);
    }),
  );
};

/** The positions before the first of each file, without files that would be empty. */
async function findFileStarts(db: Db): Promise<number[]> {
  const starts: number[] = [];
  for (let after = 0; ; ) {
    const position = await findNextPosition(db, after);
    if (position === undefined) return starts;
    const start = Math.floor((position - 1) / POSITIONS_PER_FILE) * POSITIONS_PER_FILE;
    starts.push(start);
    after = start + POSITIONS_PER_FILE;
  }
}

/** In batches, between which the server answers others. */
async function readProductAddresses(db: Db, start: number): Promise<string[]> {
  const upTo = start + POSITIONS_PER_FILE;
  const addresses: string[] = [];
  for (let after = start; after < upTo; ) {
    const rows = await listProductIds(db, { after, upTo, limit: BATCH_SIZE });
    addresses.push(...rows.map(({ id }) => productAddress(id)));
    after = rows.at(-1)?.position ?? upTo;
  }
  return addresses;
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

function toUrlSet(origin: string, addresses: readonly string[]): string {
  const urls = addresses.map((path) => `<url><loc>${escapeXml(origin + path)}</loc></url>\n`);
  return `${DECLARATION}\n<urlset ${NAMESPACE}>\n${urls.join('')}</urlset>\n`;
}

function toIndex(origin: string, files: number): string {
  const maps = Array.from(
    { length: files },
    (_, index) => `<sitemap><loc>${escapeXml(origin)}/sitemap-${index + 1}.xml</loc></sitemap>\n`,
  );
  return `${DECLARATION}\n<sitemapindex ${NAMESPACE}>\n${maps.join('')}</sitemapindex>\n`;
}

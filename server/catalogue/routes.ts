import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Product, ProductList, ProductParams, ProductsQuery } from '../../contract/catalogue.ts';
import { PAGE_SIZE_MAX } from '../../contract/limits.ts';
import { listingOf } from '../../contract/listing.ts';
import type { FindProducts } from '../../contract/pages.ts';
import { paths } from '../../contract/paths.ts';
import { Refusal } from '../../contract/refusals.ts';
import type { AnswersAtHand } from '../http/at-hand.ts';
import { replies } from '../http/error-replies.ts';
import { parametersOf } from '../http/parameters.ts';
import { etagOf, isUnchanged, Prepared } from '../http/prepared.ts';
import { VersionedCache } from '../http/versioned-cache.ts';
import type { AppServices } from '../services.ts';
import { nextPageLink, parseIds } from './rules.ts';
import { findProduct, findProducts, listProducts } from './store.ts';

export interface CatalogueOptions extends AppServices {
  atHand: AnswersAtHand;
  find: FindProducts;
}

export const catalogueRoutes: FastifyPluginAsyncTypebox<CatalogueOptions> = async (
  app,
  { db, catalogueVersion, atHand, find },
) => {
  const tags = ['catalogue'];
  /** The first page, which everybody asks for. */
  const firstPage = new VersionedCache<Prepared>(1);

  async function prepareFirstPage(): Promise<Prepared> {
    const { products, next } = await listProducts(db, { limit: PAGE_SIZE_MAX });
    const headers: Record<string, string> = { 'content-type': 'application/json; charset=utf-8' };
    if (next !== undefined)
      headers.link = nextPageLink(paths.products, new URLSearchParams(), next);
    return new Prepared(JSON.stringify(products), { headers });
  }

  app.get(
    paths.products,
    {
      schema: {
        tags,
        summary: 'The products, a page at a time',
        querystring: ProductsQuery,
        response: { 200: ProductList, ...replies(400) },
      },
    },
    async (request, reply) => {
      const { ids, limit } = request.query;
      const wanted = ids === undefined ? undefined : parseIds(ids);
      const asked = parametersOf(request.url);
      const version = await catalogueVersion();
      if (asked.size === 0) {
        const page = await firstPage.get(version, '', prepareFirstPage);
        return atHand.send(request, reply, version, page);
      }
      if (isUnchanged(request, reply, etagOf(version))) return reply;
      if (wanted !== undefined) return findProducts(db, wanted);
      const page = await find({ ...listingOf(asked), text: '' }, Number(limit ?? PAGE_SIZE_MAX));
      if (page.next !== undefined) {
        reply.header('link', nextPageLink(paths.products, asked, page.next));
      }
      return page.products;
    },
  );

  app.get(
    `${paths.products}/:id`,
    {
      schema: {
        tags,
        summary: 'One product',
        params: ProductParams,
        response: { 200: Product, ...replies(404) },
      },
    },
    async (request) => {
      const product = await findProduct(db, request.params.id);
      if (product === undefined) throw new Refusal('PRODUCT_MISSING');
      return product;
    },
  );
};

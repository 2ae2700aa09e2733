import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Product, ProductList, ProductParams, ProductsQuery } from '../../../contract/catalogue.ts';
import { WHOLE_CATALOGUE_MAX } from '../../../contract/limits.ts';
import { listingOf } from '../../../contract/listing.ts';
import type { FindProducts } from '../../../contract/pages.ts';
import { paths } from '../../../contract/paths.ts';
import { Refusal } from '../../../contract/refusals.ts';
import type { Config } from '../../platform/config.ts';
import { replies } from '../../platform/http/error-replies.ts';
import type { LimitWork } from '../../platform/http/expensive-work.ts';
import { knownParameters, nextPageLink } from '../../platform/http/parameters.ts';
import type { AppServices } from '../../platform/services.ts';
import { pageSizeOf, parseIds, withImageOrigin } from './rules.ts';
import { findProduct, findProducts } from './store.ts';

export interface CatalogueOptions extends AppServices, Pick<Config, 'imageOrigin'> {
  search: { find: FindProducts };
  limit: LimitWork;
}

export const catalogueRoutes: FastifyPluginAsyncTypebox<CatalogueOptions> = async (
  app,
  { db, search, imageOrigin, limit },
) => {
  const tags = ['catalogue'];

  app.get(
    paths.products,
    {
      schema: {
        tags,
        summary: 'The products: all of them, or a page',
        description:
          `Without parameters: the whole catalogue, up to ${WHOLE_CATALOGUE_MAX} products. ` +
          'With `limit`, `cursor` or a filter: a page. A `Link` header leads to the next one.',
        querystring: ProductsQuery,
        response: { 200: ProductList, ...replies(400) },
      },
    },
    async (request, reply) => {
      const { ids } = request.query;
      if (ids !== undefined) {
        return withImageOrigin(await findProducts(db, parseIds(ids)), imageOrigin);
      }
      const parameters = new URLSearchParams(knownParameters(request));
      const listing = { ...listingOf(parameters), text: '' };
      const { products, next } = await limit(() => search.find(listing, pageSizeOf(request.query)));
      if (next !== undefined) reply.header('link', nextPageLink(paths.products, parameters, next));
      return withImageOrigin(products, imageOrigin);
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
      return withImageOrigin([product], imageOrigin)[0];
    },
  );
};

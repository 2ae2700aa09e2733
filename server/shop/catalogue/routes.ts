import type { FastifyPluginAsync } from 'fastify';
import { listingOf } from '../../../contract/listing.ts';
import type { FindProducts } from '../../../contract/pages.ts';
import { paths } from '../../../contract/paths.ts';
import { Refusal } from '../../../contract/refusals.ts';
import { addRoute } from '../../platform/http/api/add-route.ts';
import { knownParameters, nextPageLink } from '../../platform/http/api/parameters.ts';
import type { LimitWork } from '../../platform/http/expensive-work.ts';
import type { AppServices } from '../../platform/services.ts';
import type { Config } from '../../platform/settings/config.ts';
import { pageSizeOf, parseIds, withImageOrigin } from './rules.ts';
import { findProduct, findProducts } from './store.ts';

export interface CatalogueOptions extends AppServices, Pick<Config, 'imageOrigin'> {
  search: { find: FindProducts };
  limit: LimitWork;
}

export const catalogueRoutes: FastifyPluginAsync<CatalogueOptions> = async (
  app,
  { db, search, imageOrigin, limit },
) => {
  addRoute(app, 'listProducts', async (request, reply) => {
    const { ids } = request.query;
    if (ids !== undefined) {
      return withImageOrigin(await findProducts(db, parseIds(ids)), imageOrigin);
    }
    const parameters = knownParameters(request);
    const listing = { ...listingOf(parameters), text: '' };
    const { products, next } = await limit(() => search.find(listing, pageSizeOf(request.query)));
    if (next !== undefined) reply.header('link', nextPageLink(paths.products, parameters, next));
    return withImageOrigin(products, imageOrigin);
  });

  addRoute(app, 'readProduct', async (request) => {
    const found = await findProduct(db, request.params.id);
    const [product] = withImageOrigin(found ? [found] : [], imageOrigin);
    if (product === undefined) throw new Refusal('PRODUCT_MISSING');
    return product;
  });
};

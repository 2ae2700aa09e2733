import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { ProductList, SearchQuery } from '../../contract/catalogue.ts';
import { PAGE_SIZE_MAX } from '../../contract/limits.ts';
import { wholeCatalogue } from '../../contract/listing.ts';
import { CORRECTED_HEADER, paths } from '../../contract/paths.ts';
import { nextPageLink } from '../catalogue/rules.ts';
import { etagOf, isUnchanged } from '../http/prepared.ts';
import { replies } from '../http/replies.ts';
import type { AppServices } from '../http/services.ts';
import type { FindProducts } from './search.ts';

export interface SearchOptions extends AppServices {
  find: FindProducts;
}

export const searchRoutes: FastifyPluginAsyncTypebox<SearchOptions> = async (
  app,
  { catalogueVersion, find },
) => {
  app.get(
    paths.search,
    {
      schema: {
        tags: ['catalogue'],
        summary: 'The products that a text finds, best first',
        description: 'A blank text finds the whole catalogue; 404 and `[]` where nothing is found.',
        querystring: SearchQuery,
        response: { 200: ProductList, 404: Type.Array(Type.Never()), ...replies(400) },
      },
    },
    async (request, reply) => {
      const { value = '', exact, limit, cursor } = request.query;
      const version = await catalogueVersion();
      if (isUnchanged(request, reply, etagOf(version))) return reply;
      const { products, next, correctedTo } = await find(
        { ...wholeCatalogue, text: value, exact: exact === '1', cursor: cursor ?? '' },
        Number(limit ?? PAGE_SIZE_MAX),
      );
      if (products.length === 0) return reply.removeHeader('etag').code(404).send([]);
      if (next !== undefined)
        reply.header('link', nextPageLink(paths.search, { value, exact, limit }, next));
      if (correctedTo !== undefined) {
        reply.header(CORRECTED_HEADER, encodeURIComponent(correctedTo));
      }
      return products;
    },
  );
};

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import {
  Facets,
  FacetsQuery,
  ProductList,
  SearchQuery,
  SuggestionList,
  SuggestionsQuery,
} from '../../contract/catalogue.ts';
import { PAGE_SIZE_MAX } from '../../contract/limits.ts';
import { listingOf } from '../../contract/listing.ts';
import { CORRECTED_HEADER, paths } from '../../contract/paths.ts';
import { nextPageLink } from '../catalogue/rules.ts';
import { parametersOf } from '../http/parameters.ts';
import { etagOf, isUnchanged } from '../http/prepared.ts';
import { replies } from '../http/replies.ts';
import type { AppServices } from '../http/services.ts';
import type { Search } from './search.ts';

export interface SearchOptions extends AppServices {
  search: Search;
}

export const searchRoutes: FastifyPluginAsyncTypebox<SearchOptions> = async (
  app,
  { catalogueVersion, search },
) => {
  const tags = ['catalogue'];

  app.get(
    paths.search,
    {
      schema: {
        tags,
        summary: 'The products that a text finds, best first',
        description: 'A blank text finds the whole catalogue; 404 and `[]` where nothing is found.',
        querystring: SearchQuery,
        response: { 200: ProductList, 404: Type.Array(Type.Never()), ...replies(400) },
      },
    },
    async (request, reply) => {
      const asked = parametersOf(request.url);
      const version = await catalogueVersion();
      if (isUnchanged(request, reply, etagOf(version))) return reply;
      const limit = Number(request.query.limit ?? PAGE_SIZE_MAX);
      const page = await search.find(listingOf(asked), limit);
      if (page.products.length === 0) return reply.removeHeader('etag').code(404).send([]);
      if (page.next !== undefined) {
        reply.header('link', nextPageLink(paths.search, asked, page.next));
      }
      if (page.correctedTo !== undefined) {
        reply.header(CORRECTED_HEADER, encodeURIComponent(page.correctedTo));
      }
      return page.products;
    },
  );

  app.get(
    paths.facets,
    {
      schema: {
        tags,
        summary: 'What a list of products can be narrowed to',
        description:
          'Each choice counts the products that it would leave, with all the other choices as they are.',
        querystring: FacetsQuery,
        response: { 200: Facets, ...replies(400) },
      },
    },
    async (request, reply) => {
      if (isUnchanged(request, reply, etagOf(await catalogueVersion()))) return reply;
      return search.facets(listingOf(parametersOf(request.url)));
    },
  );

  app.get(
    paths.suggestions,
    {
      schema: {
        tags,
        summary: 'What somebody may want who has typed this much',
        querystring: SuggestionsQuery,
        response: { 200: SuggestionList, ...replies(400) },
      },
    },
    async (request, reply) => {
      if (isUnchanged(request, reply, etagOf(await catalogueVersion()))) return reply;
      return search.suggest(request.query.value ?? '');
    },
  );
};

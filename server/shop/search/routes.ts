import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import {
  Facets,
  FacetsQuery,
  ProductList,
  SearchQuery,
  SuggestionList,
  SuggestionsQuery,
} from '../../../contract/catalogue.ts';
import { PAGE_SIZE_MAX } from '../../../contract/limits.ts';
import { isFiltered, listingOf } from '../../../contract/listing.ts';
import { paths, SEARCH_PARAMETER, searchHeaders } from '../../../contract/paths.ts';
import type { Config } from '../../platform/config.ts';
import { replies } from '../../platform/http/error-replies.ts';
import type { LimitWork } from '../../platform/http/expensive-work.ts';
import { widestNetworkOf } from '../../platform/http/network.ts';
import { knownParameters, nextPageLink } from '../../platform/http/parameters.ts';
import { pageSizeOf, withImageOrigin } from '../catalogue/rules.ts';
import type { SearchCounter } from './counts/search-counter.ts';
import type { Search } from './search.ts';

export interface SearchOptions extends Pick<Config, 'imageOrigin'> {
  search: Search;
  limit: LimitWork;
  searchCounter?: SearchCounter | undefined;
}

export const searchRoutes: FastifyPluginAsyncTypebox<SearchOptions> = async (
  app,
  { search, imageOrigin, limit, searchCounter },
) => {
  const tags = ['catalogue'];

  app.get(
    paths.search,
    {
      // Also called for cached responses.
      onResponse: async (request, reply) => count(searchCounter, request, reply),
      schema: {
        tags,
        summary: 'The products that match a text, best first',
        description: [
          'A blank text is answered as `GET /products` is; 404 and `[]` where nothing is found. The percent-encoded header',
          `\`${searchHeaders.correctedTo}\` has the text that was searched for instead of a misspelt one, \`${searchHeaders.relaxedTo}\``,
          `the words of the first result where no product has all, and \`${searchHeaders.extendedTo}\` those of the first of`,
          'the products that follow the few which have all.',
        ].join(' '),
        querystring: SearchQuery,
        response: { 200: ProductList, 404: Type.Array(Type.Never()), ...replies(400) },
      },
    },
    async (request, reply) => {
      const parameters = new URLSearchParams(knownParameters(request));
      const listing = listingOf(parameters);
      const isBlank = listing.text === '';
      if (isBlank) parameters.delete(SEARCH_PARAMETER);
      const path = isBlank ? paths.products : paths.search;
      const { limit: size = PAGE_SIZE_MAX } = request.query;
      const count = isBlank ? pageSizeOf(request.query) : Number(size);
      const page = await limit(() => search.find(listing, count));
      if (!isBlank && page.products.length === 0) return reply.code(404).send([]);
      if (page.next !== undefined) {
        reply.header('link', nextPageLink(path, parameters, page.next));
      }
      for (const key of ['correctedTo', 'relaxedTo', 'extendedTo'] as const) {
        const text = page[key];
        if (text !== undefined) reply.header(searchHeaders[key], encodeURIComponent(text));
      }
      return withImageOrigin(page.products, imageOrigin);
    },
  );

  app.get(
    paths.facets,
    {
      schema: {
        tags,
        summary: 'What a list of products can be narrowed to',
        description:
          'Each choice counts the products that it would leave, other choices as they are.',
        querystring: FacetsQuery,
        response: { 200: Facets, ...replies(400) },
      },
    },
    (request) =>
      limit(() => search.facets(listingOf(new URLSearchParams(knownParameters(request))))),
  );

  app.get(
    paths.suggestions,
    {
      schema: {
        tags,
        summary: 'Completions of a search text',
        querystring: SuggestionsQuery,
        response: { 200: SuggestionList, ...replies(400) },
      },
    },
    (request) => limit(() => search.suggest(request.query.value ?? '')),
  );
};

/** Counts what shoppers type: searches without filters, once however many pages follow. */
function count(
  counter: SearchCounter | undefined,
  request: FastifyRequest,
  { statusCode }: FastifyReply,
): void {
  const isFound = statusCode === 200 || statusCode === 304;
  if (counter === undefined || !(isFound || statusCode === 404)) return;
  const listing = listingOf(new URLSearchParams(knownParameters(request)));
  if (isFiltered(listing) || listing.cursor !== '') return;
  counter.count({ text: listing.text, network: widestNetworkOf(request.ip), isFound });
}

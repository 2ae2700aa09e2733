import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { searchHeaders } from '../../../contract/headers.ts';
import { PAGE_SIZE_MAX } from '../../../contract/limits.ts';
import { isFiltered, listingOf } from '../../../contract/listing.ts';
import { SEARCH_PARAMETER } from '../../../contract/page-addresses.ts';
import { paths } from '../../../contract/paths.ts';
import { addRoute } from '../../platform/http/api/add-route.ts';
import { knownParameters, nextPageLink } from '../../platform/http/api/parameters.ts';
import type { LimitWork } from '../../platform/http/expensive-work.ts';
import { widestNetworkOf } from '../../platform/http/network.ts';
import type { Config } from '../../platform/settings/config.ts';
import { pageSizeOf, withImageOrigin } from '../catalogue/rules.ts';
import type { SearchCounter } from './counts/search-counter.ts';
import type { Search } from './search.ts';

export interface SearchOptions extends Pick<Config, 'imageOrigin'> {
  search: Search;
  limit: LimitWork;
  searchCounter?: SearchCounter | undefined;
}

export const searchRoutes: FastifyPluginAsync<SearchOptions> = async (
  app,
  { search, imageOrigin, limit, searchCounter },
) => {
  addRoute(
    app,
    'searchProducts',
    async (request, reply) => {
      const parameters = knownParameters(request);
      const listing = listingOf(parameters);
      const isBlank = listing.text === '';
      if (isBlank) parameters.delete(SEARCH_PARAMETER);
      const path = isBlank ? paths.products : paths.search;
      const { limit: size = PAGE_SIZE_MAX } = request.query;
      const count = isBlank ? pageSizeOf(request.query) : Number(size);
      const page = await limit(() => search.find(listing, count));
      if (!isBlank && page.products.length === 0) return reply.code(404).send([]);
      if (page.next !== undefined) reply.header('link', nextPageLink(path, parameters, page.next));
      for (const key of ['correctedTo', 'relaxedTo', 'extendedTo'] as const) {
        const text = page[key];
        if (text !== undefined) reply.header(searchHeaders[key], encodeURIComponent(text));
      }
      return withImageOrigin(page.products, imageOrigin);
    },
    { onResponse: async (request, reply) => count(searchCounter, request, reply) },
  );

  addRoute(app, 'readFacets', (request) =>
    limit(() => search.facets(listingOf(knownParameters(request)))),
  );

  addRoute(app, 'listSuggestions', (request) =>
    limit(() => search.suggest(request.query.value ?? '')),
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
  const listing = listingOf(knownParameters(request));
  if (isFiltered(listing) || listing.cursor !== '') return;
  counter.count({ text: listing.text, network: widestNetworkOf(request.ip), isFound });
}

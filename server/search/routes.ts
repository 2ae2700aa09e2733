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
import type { AnswersAtHand } from '../http/at-hand.ts';
import { replies } from '../http/error-replies.ts';
import { parametersOf } from '../http/parameters.ts';
import { etagOf, isUnchanged, Prepared } from '../http/prepared.ts';
import { VersionedCache } from '../http/versioned-cache.ts';
import type { AppServices } from '../services.ts';
import type { Search } from './search.ts';

export interface SearchOptions extends AppServices {
  search: Search;
  atHand: AnswersAtHand;
}

const SEARCHES_KEPT = 300;

export const searchRoutes: FastifyPluginAsyncTypebox<SearchOptions> = async (
  app,
  { catalogueVersion, search, atHand },
) => {
  const tags = ['catalogue'];
  /** What is searched for most is the same few hundred texts. */
  const searches = new VersionedCache<Prepared | undefined>(SEARCHES_KEPT);

  /** Nothing where nothing is found. */
  async function prepareSearch(
    asked: URLSearchParams,
    limit: number,
  ): Promise<Prepared | undefined> {
    const { products, next, correctedTo } = await search.find(listingOf(asked), limit);
    if (products.length === 0) return undefined;
    const headers: Record<string, string> = { 'content-type': 'application/json; charset=utf-8' };
    if (next !== undefined) headers.link = nextPageLink(paths.search, asked, next);
    if (correctedTo !== undefined) headers[CORRECTED_HEADER] = encodeURIComponent(correctedTo);
    return new Prepared(JSON.stringify(products), { headers, isAskedOften: false });
  }

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
      const limit = Number(request.query.limit ?? PAGE_SIZE_MAX);
      const found = await searches.get(version, String(asked), () => prepareSearch(asked, limit));
      if (found === undefined) return reply.code(404).send([]);
      return atHand.send(request, reply, version, found);
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

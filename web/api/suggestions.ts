import { queryOptions, skipToken } from '@tanstack/react-query';
import { paths, SEARCH_PARAMETER } from '../../contract/paths.ts';
import { isSuggestionList } from './answers/catalogue.ts';
import { load, withParameters } from './client.ts';

const STALE_MS = 5 * 60_000;

/** The suggestions for a typed text. An empty text sends no request. A failure is silent. */
export function suggestionsQuery(text: string) {
  const parameters = new URLSearchParams({ [SEARCH_PARAMETER]: text });
  return queryOptions({
    queryKey: ['suggestions', text],
    queryFn:
      text === ''
        ? skipToken
        : ({ signal }) =>
            load(withParameters(paths.suggestions, parameters), isSuggestionList, { signal }),
    staleTime: STALE_MS,
  });
}

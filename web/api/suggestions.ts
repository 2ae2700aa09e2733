import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Suggestion } from '../../contract/catalogue.ts';
import { paths, SEARCH_PARAMETER } from '../../contract/paths.ts';
import { callApi, withParameters } from './client.ts';

const STALE_MS = 5 * 60_000;

/** What a text that is being typed may become; of no text, nothing. A failure is silent. */
export function suggestionsQuery(text: string) {
  const parameters = new URLSearchParams({ [SEARCH_PARAMETER]: text });
  return queryOptions({
    queryKey: ['suggestions', text],
    queryFn:
      text === ''
        ? skipToken
        : async ({ signal }) =>
            (await callApi(withParameters(paths.suggestions, parameters), { signal }))
              .data as Suggestion[],
    staleTime: STALE_MS,
  });
}

import { queryOptions } from '@tanstack/react-query';
import type { Suggestion } from '../../contract/catalogue.ts';
import { paths, SEARCH_PARAMETER } from '../../contract/paths.ts';
import { callApi, withParameters } from './client.ts';

/** Who types the same again soon gets the same again. */
const FRESH_MS = 5 * 60_000;

/** What a text that is being typed may become. */
export function suggestionsQuery(text: string) {
  const path = withParameters(paths.suggestions, new URLSearchParams({ [SEARCH_PARAMETER]: text }));
  return queryOptions({
    queryKey: ['suggestions', text],
    queryFn: async ({ signal }) => (await callApi(path, { signal })).data as Suggestion[],
    staleTime: FRESH_MS,
  });
}

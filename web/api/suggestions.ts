import type { Suggestion } from '../../contract/catalogue.ts';
import { paths, SEARCH_PARAMETER } from '../../contract/paths.ts';
import { callApi, withParameters } from './client.ts';
import type { Query } from './kept-answer.ts';

/** Who types the same again soon gets the same again. */
const FRESH_MS = 5 * 60_000;

/** What a text that is being typed may become. */
export function suggestionsQuery(text: string): Query<Suggestion[]> {
  const path = withParameters(paths.suggestions, new URLSearchParams({ [SEARCH_PARAMETER]: text }));
  return {
    key: path,
    ask: async (signal) => (await callApi(path, { signal })).data as Suggestion[],
    freshMs: FRESH_MS,
  };
}

import type { Search } from './search.ts';

/** The interval is short enough that searches seldom have to index the changes of an import. */
const INTERVAL_MS = 1_000;
/** The first build keeps the processor busy for a while, so it starts after the first page of a new server. */
const FIRST_MS = 250;

/**
 * Refreshes the index regularly, even if nobody searches.
 * @param onTrouble is called with the first failure of a series
 * @returns a function that stops the refreshing
 */
export function refreshRegularly(search: Search, onTrouble: (error: unknown) => void): () => void {
  let isFailing = false;
  let isStopped = false;
  const refresh = async (): Promise<void> => {
    try {
      await search.refresh();
      isFailing = false;
    } catch (error) {
      // The shop has stopped the thread that indexes.
      if (isStopped) return;
      if (!isFailing) onTrouble(error);
      isFailing = true;
    }
    if (!isStopped) timer = setTimeout(refresh, INTERVAL_MS).unref();
  };
  let timer = setTimeout(refresh, FIRST_MS).unref();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

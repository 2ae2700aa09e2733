import type { Search } from './search.ts';

/** Often enough that searches seldom have to index what an import changed. */
const INTERVAL_MS = 1_000;
/** The first build takes the processor for a while, and the first page of a new server comes before it. */
const FIRST_MS = 250;

/**
 * Keeps the index in step with the catalogue, whether somebody searches or not.
 * @param onTrouble called with the first failure of a series
 * @returns stops it
 */
export function refreshRegularly(search: Search, onTrouble: (error: unknown) => void): () => void {
  let isFailing = false;
  let isStopped = false;
  const refresh = async (): Promise<void> => {
    try {
      await search.refresh();
      isFailing = false;
    } catch (error) {
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

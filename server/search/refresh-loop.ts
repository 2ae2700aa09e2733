import type { Search } from './search.ts';

/** Often enough that a search seldom has to wait for what an import changed. */
const INTERVAL_MS = 1_000;
/** Whoever waits for the first page of a shop that was just started has the processor first. */
const FIRST_MS = 250;

/**
 * Keeps the index in step with the catalogue, whether somebody searches or not.
 * @param onTrouble told once, until it works again; searches fail meanwhile, and say so themselves
 * @returns stops it
 */
export function followCatalogue(search: Search, onTrouble: (error: unknown) => void): () => void {
  let isInTrouble = false;
  const follow = async (): Promise<void> => {
    try {
      await search.refresh();
      isInTrouble = false;
    } catch (error) {
      if (!isInTrouble) onTrouble(error);
      isInTrouble = true;
    }
    if (!isStopped) timer = setTimeout(follow, INTERVAL_MS).unref();
  };
  let isStopped = false;
  let timer = setTimeout(follow, FIRST_MS).unref();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

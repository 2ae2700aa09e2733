/**
 * Counts searches in memory, until they are written. A text is written from its third search on a day: a text that was
 * searched for once may be private, and is useless.
 */
import { LRUCache } from 'lru-cache';
import { tokenize } from '../../../../packages/search/index.ts';

/** Searches for a text on one day, from which on it is kept. */
export const SEARCHES_MIN = 3;
/** Texts in memory. The one that was searched for least recently is forgotten. */
export const TEXTS_MAX = 2_000;
/** Searches of one network that count on one day, so that nobody displaces the texts of all others. */
export const NETWORK_SEARCHES_MAX = 200;
const NETWORKS_WATCHED = 10_000;
/** Longer texts are not counted. */
const TEXT_MAX_LENGTH = 100;

export interface CountedSearch {
  /** As the shopper typed it. */
  text: string;
  network: string;
  isFound: boolean;
}

export interface SearchCount {
  /** Words in lower case, without accents, in the singular. */
  text: string;
  searches: number;
  nothingFound: number;
}

interface Counted extends SearchCount {
  /** On this day, those that were written included. */
  searchesToday: number;
}

export class SearchCounter {
  readonly #texts = new LRUCache<string, Counted>({ max: TEXTS_MAX });
  /** How many searches of each network were counted today. */
  readonly #searchesOf = new LRUCache<string, number>({ max: NETWORKS_WATCHED });

  count({ text: typed, network, isFound }: CountedSearch): void {
    const text = fold(typed);
    const before = this.#searchesOf.get(network) ?? 0;
    if (text === '' || before === NETWORK_SEARCHES_MAX) return;
    this.#searchesOf.set(network, before + 1);
    const counted = this.#texts.get(text) ?? {
      text,
      searches: 0,
      nothingFound: 0,
      searchesToday: 0,
    };
    counted.searchesToday++;
    counted.searches++;
    if (!isFound) counted.nothingFound++;
    this.#texts.set(text, counted);
  }

  /** @returns the counts since the last call, of the texts that may be written */
  take(): SearchCount[] {
    const counts: SearchCount[] = [];
    for (const counted of this.#texts.values()) {
      const { text, searches, nothingFound, searchesToday } = counted;
      if (searchesToday < SEARCHES_MIN || searches === 0) continue;
      counts.push({ text, searches, nothingFound });
      Object.assign(counted, { searches: 0, nothingFound: 0 });
    }
    return counts;
  }

  /** Forgets everything: a new day begins. */
  clear(): void {
    this.#texts.clear();
    this.#searchesOf.clear();
  }
}

/** @returns an empty text for a search that isn't counted */
function fold(text: string): string {
  // E-mail addresses are personal.
  if (text.includes('@')) return '';
  const words = tokenize(text).join(' ');
  return words.length > TEXT_MAX_LENGTH ? '' : words;
}

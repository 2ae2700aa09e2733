/**
 * Counts searches in memory, until they are written. A text that fewer than three networks have searched for on a day is
 * never written, because it may be private.
 */
import { LRUCache } from 'lru-cache';
import { tokenize } from '../../../../contract/tokenize.ts';

/** Networks that must have searched for a text on one day. */
export const NETWORKS_MIN = 3;
/** Texts in memory. The one that was searched for least recently is forgotten. */
export const TEXTS_MAX = 2_000;
/** New texts of one network on one day, so that nobody makes the counter forget the texts of all others. */
export const NEW_TEXTS_MAX = 100;
/** Networks that count for one text between two writes. */
const NETWORKS_MAX = 100;
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
  /** Those that have searched for it since it was written last. */
  networks: Set<string>;
  isKept: boolean;
}

export class SearchCounter {
  readonly #texts = new LRUCache<string, Counted>({ max: TEXTS_MAX });
  /** How many new texts each network has searched for. */
  readonly #newTexts = new LRUCache<string, number>({ max: NETWORKS_WATCHED });

  /** A network counts once for a text until the next `take`. */
  count({ text, network, isFound }: CountedSearch): void {
    const folded = fold(text);
    const counted = folded && (this.#texts.get(folded) ?? this.#add(folded, network));
    if (!counted) return;
    const { networks } = counted;
    if (networks.has(network) || networks.size === NETWORKS_MAX) return;
    networks.add(network);
    counted.searches++;
    if (!isFound) counted.nothingFound++;
  }

  /** @returns the counts since the last call, of the texts that may be written */
  take(): SearchCount[] {
    const counts: SearchCount[] = [];
    for (const counted of this.#texts.values()) {
      const { text, searches, nothingFound, networks } = counted;
      counted.isKept ||= networks.size >= NETWORKS_MIN;
      if (!counted.isKept || searches === 0) continue;
      counts.push({ text, searches, nothingFound });
      Object.assign(counted, { searches: 0, nothingFound: 0 });
      networks.clear();
    }
    return counts;
  }

  /** Forgets everything: a new day begins. */
  clear(): void {
    this.#texts.clear();
    this.#newTexts.clear();
  }

  #add(text: string, network: string): Counted | undefined {
    const before = this.#newTexts.get(network) ?? 0;
    if (before === NEW_TEXTS_MAX) return undefined;
    this.#newTexts.set(network, before + 1);
    const counted = {
      text,
      searches: 0,
      nothingFound: 0,
      networks: new Set<string>(),
      isKept: false,
    };
    this.#texts.set(text, counted);
    return counted;
  }
}

/** @returns an empty text for what is not counted */
function fold(text: string): string {
  // An address of e-mail is somebody's.
  if (text.includes('@')) return '';
  const words = tokenize(text).join(' ');
  return words.length > TEXT_MAX_LENGTH ? '' : words;
}

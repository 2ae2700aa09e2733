/** The indices of all segments of the catalogue, and where what was looked for lately stands in them. */
import { BoundedMap } from '../bounded-map.ts';
import { hashOf, placesNamed } from './names.ts';
import { Occurrences } from './occurrences.ts';
import type { Wanted } from './rules.ts';
import type { Segment } from './segment.ts';

/** Lists, counts and suggestions all ask for the same words, and each page of a list does again. */
const WORDS_KEPT = 500;
const NAMES_KEPT = 500;

/** By segment, the places of products. */
export type Named = ReadonlyMap<number, readonly number[]>;

/** Never changed. A segment is known by its index in `all`. */
export class Segments {
  /** By their number, which is the catalogue's order. */
  readonly all: readonly Segment[];
  /** By segment, that of its best known and rated product: 0 to 99. */
  readonly bestWeights: Uint8Array;
  readonly #occurrences = new BoundedMap<string, Occurrences>(WORDS_KEPT);
  readonly #named = new BoundedMap<string, Named>(NAMES_KEPT);

  constructor(all: readonly Segment[]) {
    this.all = all;
    this.bestWeights = Uint8Array.from(all, ({ weightOf }) => weightOf[0] ?? 0);
  }

  occurrencesOf(wanted: Wanted): Occurrences {
    const key = `${wanted.word}${wanted.mayBegin ? '*' : ''}`;
    return (
      this.#occurrences.get(key) ?? keep(this.#occurrences, key, new Occurrences(this.all, wanted))
    );
  }

  /** How many products have a word in name, category or brand. */
  countNamed(word: string): number {
    const occurrences = this.occurrencesOf({ word, mayBegin: false });
    let count = 0;
    for (const [at, { offsets }] of this.all.entries()) {
      if (occurrences.postings(at) === 0) continue;
      const first = occurrences.first(at);
      count += (offsets[2 * first + 1] as number) - (offsets[2 * first] as number);
    }
    return count;
  }

  /** The products whose whole name is these words; segments without any are left out. */
  named(words: readonly Wanted[]): Named {
    const key = words.map(({ word }) => word).join(' ');
    return this.#named.get(key) ?? keep(this.#named, key, this.#findNamed(words));
  }

  #findNamed(wanted: readonly Wanted[]): Named {
    const words = wanted.map(({ word }) => word);
    const hash = hashOf(words);
    const occurrences = wanted.map((one) => this.occurrencesOf(one));
    const found = new Map<number, readonly number[]>();
    for (const [at, segment] of this.all.entries()) {
      if (occurrences.some((word) => word.first(at) === word.longer(at))) continue;
      const places = placesNamed(segment, words, hash);
      if (places.length > 0) found.set(at, places);
    }
    return found;
  }
}

function keep<V>(map: BoundedMap<string, V>, key: string, value: V): V {
  map.set(key, value);
  return value;
}

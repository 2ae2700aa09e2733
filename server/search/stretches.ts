/** The indices of all stretches of the catalogue, and where the words that are looked for stand in them. */
import { BoundedMap } from '../bounded-map.ts';
import type { Range } from './sorted-words.ts';
import type { Stretch } from './stretch.ts';

/** Words that were asked for lately: list, counts and suggestions all ask for the same ones. */
const WORDS_KEPT = 500;

/** Never changed. */
export class Stretches {
  /** By their number, which is the catalogue's order. */
  readonly all: readonly Stretch[];
  readonly #ranges = new BoundedMap<string, Ranges>(WORDS_KEPT);

  constructor(all: readonly Stretch[]) {
    this.all = all;
  }

  rangesOf(word: string): Ranges {
    const known = this.#ranges.get(word);
    if (known !== undefined) return known;
    const ranges = new Ranges(this.all, word);
    this.#ranges.set(word, ranges);
    return ranges;
  }
}

const NUMBERS_EACH = 3;

/**
 * Where a word stands in each stretch. A large catalogue has hundreds of them: so many small objects would
 * take longer to find in memory, and to collect, than what is done with them.
 */
export class Ranges {
  readonly #numbers: Uint32Array;

  constructor(stretches: readonly Stretch[], word: string) {
    this.#numbers = new Uint32Array(NUMBERS_EACH * stretches.length);
    for (const [at, { words }] of stretches.entries()) {
      const { first, longer, end } = words.rangeOf(word);
      this.#numbers.set([first, longer, end], NUMBERS_EACH * at);
    }
  }

  /** @param at which of the stretches */
  at(at: number): Range {
    const numbers = this.#numbers;
    return {
      first: numbers[NUMBERS_EACH * at] as number,
      longer: numbers[NUMBERS_EACH * at + 1] as number,
      end: numbers[NUMBERS_EACH * at + 2] as number,
    };
  }

  /** Whether any text has a word that begins so. */
  hasAny(): boolean {
    for (let i = 0; i < this.#numbers.length; i += NUMBERS_EACH) {
      if (this.#numbers[i] !== this.#numbers[i + NUMBERS_EACH - 1]) return true;
    }
    return false;
  }
}

/** What the operator says means the same. */
import { tokenize } from '../../../contract/tokenize.ts';

/** Whoever types `from` finds what has `to` as well. */
export interface SynonymRule {
  from: string;
  to: string;
}

interface Entry {
  words: readonly string[];
  /** What else it may be called. */
  others: string[][];
}

export class Synonyms {
  /** By the first word, the longest first. */
  readonly #entries = new Map<string, Entry[]>();
  readonly #words = new Set<string>();

  constructor(rules: readonly SynonymRule[] = []) {
    for (const { from, to } of rules) this.#add(tokenize(from), tokenize(to));
    for (const entries of this.#entries.values()) {
      entries.sort((one, other) => other.words.length - one.words.length);
    }
  }

  /** The longest one that the words have at a place. */
  find(words: readonly string[], at: number): { length: number; others: string[][] } | undefined {
    const entries = this.#entries.get(words[at] ?? '') ?? [];
    const entry = entries.find((each) => each.words.every((word, i) => words[at + i] === word));
    return entry && { length: entry.words.length, others: entry.others };
  }

  /** Whether a word is in any of them. It isn't misspelt, then. */
  has(word: string): boolean {
    return this.#words.has(word);
  }

  #add(words: readonly string[], other: string[]): void {
    const [first] = words;
    if (first === undefined || other.length === 0) return;
    for (const word of words) this.#words.add(word);
    const entries = this.#entries.get(first) ?? [];
    this.#entries.set(first, entries);
    const known = entries.find((entry) => entry.words.join(' ') === words.join(' '));
    if (known) known.others.push(other);
    else entries.push({ words, others: [other] });
  }
}

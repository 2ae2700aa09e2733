/** The operator's synonyms. */
import { tokenize } from '../../../contract/tokenize.ts';

/** A search for `from` also finds products that have `to`. */
export interface SynonymRule {
  from: string;
  to: string;
}

interface Entry {
  words: readonly string[];
  /** The synonyms of the phrase. */
  others: string[][];
}

export class Synonyms {
  /** The entries by their first word, longest first. */
  readonly #entries = new Map<string, Entry[]>();
  readonly #words = new Set<string>();

  constructor(rules: readonly SynonymRule[] = []) {
    for (const { from, to } of rules) this.#add(tokenize(from), tokenize(to));
    for (const entries of this.#entries.values()) {
      entries.sort((one, other) => other.words.length - one.words.length);
    }
  }

  /** The longest entry that matches the words at a position. */
  find(words: readonly string[], at: number): { length: number; others: string[][] } | undefined {
    const entries = this.#entries.get(words[at] ?? '') ?? [];
    const entry = entries.find((each) => each.words.every((word, i) => words[at + i] === word));
    return entry && { length: entry.words.length, others: entry.others };
  }

  /** Whether any synonym contains a word. Such a word is not misspelt. */
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

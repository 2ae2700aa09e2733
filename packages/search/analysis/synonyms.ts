/** The operator's synonyms. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SYNONYMS_MAX } from './constants.ts';
import { tokenize } from './tokenize.ts';

/** A search for a phrase of `from` also finds products that have a phrase of `to`. */
export interface SynonymGroup {
  from: readonly string[];
  to: readonly string[];
}

/** A tokenized phrase. */
type Phrase = readonly string[];

/** The groups that are read in one step, which takes a few milliseconds. */
const GROUPS_PER_STEP = 64;

export class Synonyms {
  /** By each phrase of the left sides, the right sides of its groups. */
  readonly #groups = new Map<string, (readonly Phrase[])[]>();
  readonly #words = new Set<string>();
  /** The lengths of all phrases of the left sides, longest first. */
  #lengths: number[] = [];

  /** Reads the groups in steps that let other work run in between. */
  static async of(groups: readonly SynonymGroup[]): Promise<Synonyms> {
    const synonyms = new Synonyms();
    for (const [index, group] of groups.entries()) {
      if (index % GROUPS_PER_STEP === 0) await nextTurn();
      synonyms.#add(group);
    }
    synonyms.#lengths.sort((one, other) => other - one);
    return synonyms;
  }

  /** The synonyms of the longest phrase that begins at a position, and the length of the phrase. */
  find(words: Phrase, at: number): { length: number; others: readonly Phrase[] } | undefined {
    for (const length of this.#lengths) {
      const key = words.slice(at, at + length).join(' ');
      const groups = at + length <= words.length ? this.#groups.get(key) : undefined;
      if (groups !== undefined) return { length, others: alternativesOf(key, groups) };
    }
    return undefined;
  }

  /** Whether any synonym contains a word. Such a word is not misspelt. */
  has(word: string): boolean {
    return this.#words.has(word);
  }

  #add({ from, to }: SynonymGroup): void {
    const left = from.map((phrase) => tokenize(phrase));
    const right = from === to ? left : to.map((phrase) => tokenize(phrase));
    for (const word of [...left, ...right].flat()) this.#words.add(word);
    for (const phrase of left) {
      const groups = this.#groups.get(phrase.join(' '));
      if (groups === undefined) this.#groups.set(phrase.join(' '), [right]);
      else groups.push(right);
      if (!this.#lengths.includes(phrase.length)) this.#lengths.push(phrase.length);
    }
  }
}

/** The phrases of the groups without the phrase itself, each once. */
function alternativesOf(key: string, groups: readonly (readonly Phrase[])[]): Phrase[] {
  const others = new Map<string, Phrase>();
  for (const phrase of groups.flat()) others.set(phrase.join(' '), phrase);
  others.delete(key);
  return [...others.values()].slice(0, SYNONYMS_MAX);
}

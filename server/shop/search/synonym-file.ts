/**
 * Parses files of synonyms in the format of Solr and Elasticsearch. The words or phrases of a line are equivalent
 * (`tv, television`), or a search for the left side also finds the right side (`power bank => portable charger`).
 * `#` begins a comment.
 */

import type { SynonymGroup } from '../../../packages/search/index.ts';
import { tokenize } from '../../../packages/search/index.ts';

export const SYNONYM_LINES_MAX = 5_000;
export const SYNONYMS_FILE_MAX_BYTES = 2_000_000;
/** Phrases on both sides of a line together. */
const PHRASES_MAX = 20;
const PHRASE_WORDS_MAX = 5;
const LINE_MAX_LENGTH = 500;

export interface SynonymProblem {
  /** The number of the line, from 1. */
  line: number;
  message: string;
}

/** @returns the lines that contain synonyms, without comments and repeated blanks */
export function parseSynonyms(text: string): { lines: string[]; problems: SynonymProblem[] } {
  const lines: string[] = [];
  const problems: SynonymProblem[] = [];
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw
      .replace(/^\ufeff|#.*$/g, '')
      .replace(/\s+/g, ' ')
      .trim();
    if (line === '') continue;
    const message = lines.length === SYNONYM_LINES_MAX ? tooManyLines : problemOf(line);
    if (message !== undefined) problems.push({ line: index + 1, message });
    else lines.push(line);
    if (message === tooManyLines) break;
  }
  return { lines, problems };
}

/** @param line a line that `parseSynonyms` has accepted */
export function toGroup(line: string): SynonymGroup {
  const [from = [], to = from] = sidesOf(line);
  return { from, to };
}

/** Whether a line of synonyms may have this text on one of its sides. */
export function isSynonymPhrase(text: string): boolean {
  return problemOf(`${text}, (anything else)`) === undefined;
}

function sidesOf(line: string): string[][] {
  return line.split('=>').map((side) => side.split(',').map((phrase) => phrase.trim()));
}

const tooManyLines = `is one more than the ${SYNONYM_LINES_MAX.toLocaleString('en')} lines that are possible`;

function problemOf(line: string): string | undefined {
  const sides = sidesOf(line);
  const phrases = sides.flat();
  if (line.length > LINE_MAX_LENGTH) return `has more than ${LINE_MAX_LENGTH} characters`;
  if (sides.length > 2) return 'has more than one =>';
  if (phrases.length > PHRASES_MAX) return `has more than ${PHRASES_MAX} words or phrases`;
  for (const phrase of phrases) {
    const words = tokenize(phrase).length;
    if (words === 0) return 'has a place without a word, before or after a comma or =>';
    if (words > PHRASE_WORDS_MAX) return `has a phrase of more than ${PHRASE_WORDS_MAX} words`;
  }
  const isAlone = new Set(phrases).size === 1;
  return isAlone ? 'needs two different words or phrases, separated by a comma or =>' : undefined;
}

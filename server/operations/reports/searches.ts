/** What shoppers search for, and what means the same to searches. */
import { OperatorError } from '../../platform/operator-error.ts';
import type { Db } from '../../platform/storage/schema.ts';
import { parseSynonyms } from '../../shop/search/synonym-file.ts';

export interface SearchTotal {
  text: string;
  searches: number;
  nothingFound: number;
  /** On how many days. */
  days: number;
  lastDay: string;
}

interface SearchFilter {
  /** The first day, like `2026-11-25`. */
  since?: string | undefined;
  nothingFound?: boolean | undefined;
  limit?: number | undefined;
}

/** @returns texts with the sums of all days, the most frequent first, or those of which most found nothing */
export async function findSearches(
  db: Db,
  { since = '', nothingFound = false, limit }: SearchFilter,
): Promise<SearchTotal[]> {
  return db
    .selectFrom('searches')
    .select((eb) => [
      'text',
      eb.fn.sum<number>('searches').as('searches'),
      eb.fn.sum<number>('nothing_found').as('nothingFound'),
      eb.fn.countAll<number>().as('days'),
      eb.fn.max('day').as('lastDay'),
    ])
    .where('day', '>=', since)
    .groupBy('text')
    .$if(nothingFound, (query) => query.having((eb) => eb(eb.fn.sum('nothing_found'), '>', 0)))
    .orderBy(nothingFound ? 'nothingFound' : 'searches', 'desc')
    .orderBy('text')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
}

const PROBLEMS_SHOWN = 20;

/**
 * Reads a file of synonyms. Only an empty one has none.
 * @param file what messages call it
 * @throws OperatorError with each problem of the file
 */
export function parseSynonymFile(text: string, file: string): string[] {
  const { lines, problems } = parseSynonyms(text);
  if (problems.length > 0) {
    const shown = problems
      .slice(0, PROBLEMS_SHOWN)
      .map(({ line, message }) => `${file} line ${line} ${message}.`);
    const more = problems.length - shown.length;
    throw new OperatorError([...shown, ...(more > 0 ? [`And ${more} more.`] : [])].join('\n'));
  }
  if (lines.length === 0 && text !== '') {
    throw new OperatorError(
      `${file} has no synonyms, only comments or blank lines: an empty file removes all synonyms.`,
    );
  }
  return lines;
}

/** What shoppers search for. */
import type { Db } from '../platform/storage/schema.ts';

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

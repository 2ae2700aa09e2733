import { findSearches, type SearchTotal } from '../server/operations/searches.ts';
import { isSynonymPhrase } from '../server/shop/search/synonym-file.ts';
import { toDay } from './days.ts';
import { type ListFormat, printList } from './list.ts';
import { count } from './numbers.ts';
import { readShop, readTimeZone } from './shop.ts';

interface Options {
  nothingFound?: boolean;
  /** The first day, see `parseDay`. */
  since?: string | undefined;
  limit?: number | undefined;
  json?: boolean;
}

export async function run({ since, json, ...filter }: Options): Promise<void> {
  await readShop(async (db) => {
    const firstDay = since && toDay(since, await readTimeZone(db));
    const totals = await findSearches(db, { ...filter, since: firstDay });
    if (filter.nothingFound && !json && totals.length > 0) {
      process.stdout.write(toSynonyms(totals));
    } else await printList([totals], format, { json });
  });
}

const number = (title: string, of: (total: SearchTotal) => number) => ({
  title,
  text: (total: SearchTotal) => String(of(total)),
  isRightAligned: true,
});

const format: ListFormat<SearchTotal> = {
  columns: [
    { title: 'text', text: ({ text }) => text, mayShrink: true },
    number('searches', ({ searches }) => searches),
    number('nothing found', ({ nothingFound }) => nothingFound),
    number('days', ({ days }) => days),
    { title: 'last day', text: ({ lastDay }) => lastDay },
  ],
  toJson: (total) => total,
  none: 'There are no such searches. A text counts from its third search on a day.',
};

/** Lines of comments, from which the merchant makes synonyms. */
function toSynonyms(totals: readonly SearchTotal[]): string {
  const lines = totals.map(({ text, nothingFound, days }) => {
    const times = `${count(nothingFound, 'time')} on ${count(days, 'day')}`;
    // A text that is too long for a synonym is only listed.
    return isSynonymPhrase(text) ? `# ${text} =>   # ${times}\n` : `# ${text}: ${times}\n`;
  });
  return `# Nothing was found for these texts. Write after => what shall be found, and remove the first # of the line.
# The file replaces all synonyms: begin with those of \`qkart catalogue synonyms list\`.
${lines.join('')}`;
}

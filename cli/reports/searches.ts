/** The commands `qkart searches` and `qkart catalogue synonyms …`. */
import { basename } from 'node:path';
import type { Command, CommandUnknownOpts } from '@commander-js/extra-typings';
import { type List, number, text } from '../../server/operations/reports/columns.ts';
import {
  findSearches,
  parseSynonymFile,
  type SearchTotal,
} from '../../server/operations/reports/searches.ts';
import { count } from '../../server/operations/reports/text.ts';
import { isSynonymPhrase, SYNONYMS_FILE_MAX_BYTES } from '../../server/shop/search/synonym-file.ts';
import { readSynonyms, replaceSynonyms } from '../../server/shop/search/synonym-store.ts';
import { changing, reading } from '../shared/action.ts';
import { readText } from '../shared/files.ts';
import { printList } from '../shared/list.ts';
import { parseDay, parseLimit } from '../shared/periods.ts';
import { readShop, readTimeZone, withShop } from '../shared/shop.ts';

export function addSearches(command: Command): void {
  command
    .description(
      `Lists what shoppers search for, the most frequent first: a text counts on a day from its third search, and is \
kept for 90 days. Where the shop is behind a proxy, this needs TRUST_PROXY.`,
    )
    .option(
      '--nothing-found',
      'only texts for which nothing was found, as lines for `catalogue synonyms import`',
    )
    .option('--since <day>', 'the first day, as 2026-11-25, today, yesterday or 7d', parseDay)
    .option('--limit <number>', 'so many at most', parseLimit)
    .option('--json', 'print a JSON array')
    .action(
      reading(async ({ since, json, ...filter }) => {
        const totals = await readShop(async (db) =>
          findSearches(db, { ...filter, since: since?.(await readTimeZone(db)) }),
        );
        if (filter.nothingFound && !json && totals.length > 0) {
          process.stdout.write(toSynonyms(totals));
        } else await printList([totals], list, { json });
      }),
    );
}

const list: List<SearchTotal> = {
  columns: [
    text('text', ({ text }) => text, { mayShrink: true }),
    number('searches', ({ searches }) => searches),
    number('nothing found', ({ nothingFound }) => nothingFound),
    number('days', ({ days }) => days),
    text('last day', ({ lastDay }) => lastDay),
  ],
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

export function addSynonyms(synonyms: CommandUnknownOpts): void {
  synonyms
    .summary('what means the same to searches')
    .description('Imports and lists what means the same to searches.');
  synonyms
    .command('import <file>')
    .summary('take the synonyms of a file in place of all others')
    .description(
      `Takes the synonyms of a file in place of all others; an empty file removes all.

A line has words or phrases that mean the same, separated by commas:  tv, television
or says what whoever types the left side finds as well:  power bank => portable charger
# begins a comment. - is the standard input. At most 5,000 lines, 20 phrases in each, 5 words in a phrase.

The running shop searches with them at once, on all servers.`,
    )
    .action(changing(importSynonyms));
  synonyms
    .command('list')
    .summary('print the synonyms as a file has them')
    .description('Prints the synonyms as a file for `synonyms import` has them.')
    .option('--json', 'print a JSON array of lines')
    .action(
      reading(async ({ json }) => {
        const lines = await readShop(readSynonyms);
        if (lines.length === 0 && !json) process.stderr.write('There are no synonyms.\n');
        process.stdout.write(
          json ? `${JSON.stringify(lines)}\n` : lines.map((line) => `${line}\n`).join(''),
        );
      }),
    );
}

async function importSynonyms(name: string): Promise<void> {
  const text = await readText(name, SYNONYMS_FILE_MAX_BYTES);
  const lines = parseSynonymFile(text, name === '-' ? 'standard input' : basename(name));
  await withShop((services) => replaceSynonyms(services, lines));
  process.stdout.write(`Searches use ${count(lines.length, 'line')} of synonyms.\n`);
}

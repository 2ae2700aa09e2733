import { basename } from 'node:path';
import { OperatorError } from '../../../server/platform/operator-error.ts';
import {
  parseSynonyms,
  SYNONYMS_FILE_MAX_BYTES,
} from '../../../server/shop/search/synonym-file.ts';
import { replaceSynonyms } from '../../../server/shop/search/synonym-store.ts';
import { readText } from '../../input.ts';
import { count } from '../../numbers.ts';
import { withShop } from '../../shop.ts';

const PROBLEMS_SHOWN = 20;

export async function run(name: string): Promise<void> {
  const text = await readText(name, SYNONYMS_FILE_MAX_BYTES);
  const { lines, problems } = parseSynonyms(text);
  const file = name === '-' ? 'standard input' : basename(name);
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
  await withShop((services) => replaceSynonyms(services, lines));
  process.stdout.write(`Searches use ${count(lines.length, 'line')} of synonyms.\n`);
}

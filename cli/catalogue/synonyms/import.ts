import { isUtf8 } from 'node:buffer';
import { basename } from 'node:path';
import { SourceFile } from '../../../server/operations/feeds/source-file.ts';
import { OperatorError } from '../../../server/platform/operator-error.ts';
import {
  parseSynonyms,
  SYNONYMS_FILE_MAX_BYTES,
} from '../../../server/shop/search/synonym-file.ts';
import { replaceSynonyms } from '../../../server/shop/search/synonym-store.ts';
import { resolveFromCaller } from '../../caller-path.ts';
import { count } from '../../numbers.ts';
import { withShop } from '../../shop.ts';

const PROBLEMS_SHOWN = 20;

export async function run(name: string): Promise<void> {
  const { lines, problems } = parseSynonyms(await readText(resolveFromCaller(name)));
  if (problems.length > 0) {
    const shown = problems
      .slice(0, PROBLEMS_SHOWN)
      .map(({ line, message }) => `${basename(name)} line ${line} ${message}.`);
    const more = problems.length - shown.length;
    throw new OperatorError([...shown, ...(more > 0 ? [`And ${more} more.`] : [])].join('\n'));
  }
  await withShop((services) => replaceSynonyms(services, lines));
  process.stdout.write(`Searches use ${count(lines.length, 'line')} of synonyms.\n`);
}

/** @throws OperatorError if the file can't be read, is not UTF-8 or is too long */
async function readText(path: string): Promise<string> {
  const source = await SourceFile.open(path);
  if (source.size > SYNONYMS_FILE_MAX_BYTES) {
    throw new OperatorError(`${path} has more than ${SYNONYMS_FILE_MAX_BYTES / 1e6} MB.`);
  }
  const bytes = Buffer.concat(await Array.fromAsync(source.read()));
  if (!isUtf8(bytes)) throw new OperatorError(`${path} is not UTF-8 text.`);
  return bytes.toString();
}

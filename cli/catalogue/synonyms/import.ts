import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseSynonyms, SYNONYMS_FILE_MAX_BYTES } from '../../../server/search/synonym-file.ts';
import { replaceSynonyms } from '../../../server/search/synonym-store.ts';
import { resolveFromCaller } from '../../caller-path.ts';
import { CommandFailed } from '../../errors.ts';
import { count } from '../../numbers.ts';
import { withServices } from '../../shop.ts';

const PROBLEMS_SHOWN = 20;

export async function run(name: string): Promise<void> {
  const { lines, problems } = parseSynonyms(await readText(resolveFromCaller(name)));
  if (problems.length > 0) {
    const shown = problems
      .slice(0, PROBLEMS_SHOWN)
      .map(({ line, message }) => `${basename(name)} line ${line} ${message}.`);
    const more = problems.length - shown.length;
    throw new CommandFailed([...shown, ...(more > 0 ? [`And ${more} more.`] : [])].join('\n'));
  }
  await withServices((services) => replaceSynonyms(services, lines));
  process.stdout.write(`Searches use ${count(lines.length, 'line')} of synonyms.\n`);
}

async function readText(file: string): Promise<string> {
  try {
    const { size } = await stat(file);
    if (size > SYNONYMS_FILE_MAX_BYTES) {
      throw new CommandFailed(
        `${basename(file)} has more than ${SYNONYMS_FILE_MAX_BYTES / 1e6} MB.`,
      );
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
  } catch (error) {
    if (error instanceof CommandFailed) throw error;
    if (error instanceof TypeError) throw new CommandFailed(`${basename(file)} is not UTF-8 text.`);
    throw new CommandFailed(`${basename(file)} can't be read: ${String(error)}`);
  }
}

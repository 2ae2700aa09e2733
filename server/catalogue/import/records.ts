/** Opens a file of products as a stream of records, whatever its format. */
import { extname } from 'node:path';
import { readCsv } from './csv.ts';
import { readJsonArray } from './json-array.ts';
import { readJsonLines } from './json-lines.ts';
import { type Line, readPieces, requireFile } from './lines.ts';
import { ImportError } from './problems.ts';

/** One record and the line it begins in, or why there is none. */
export type Entry =
  | { line: number; record: Record<string, unknown> }
  | { line: number; problem: string };

type ReadEntries = (pieces: AsyncIterable<Line>) => AsyncGenerator<Entry>;

const formats: Record<string, ReadEntries> = {
  '.json': readJsonArray,
  '.jsonl': readJsonLines,
  '.ndjson': readJsonLines,
  '.csv': readCsv,
};

const endings = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(Object.keys(formats));

/**
 * The file is open while records are asked for, and never in memory as a whole.
 * @throws ImportError for a file that can't be read or has no known format, MalformedInput for one
 *   that is broken
 */
export async function* openRecords(file: string): AsyncGenerator<Entry> {
  await requireFile(file);
  const readEntries = formats[extname(file).toLowerCase()];
  if (readEntries === undefined) throw new ImportError(`${file} must end in ${endings}.`);
  yield* readEntries(readPieces(file));
}

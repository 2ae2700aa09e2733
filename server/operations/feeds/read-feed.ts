/** Opens a file of products as a stream of records, whatever its format. */
import { OperatorError } from '../../platform/operator-error.ts';
import type { FeedEntry, Format } from './formats/format.ts';
import { formatByEnding, formats, knownEndings, readCsvByHeader } from './formats/formats.ts';
import type { FormatName } from './formats/names.ts';
import { readChunks } from './formats/text-chunks.ts';
import { type Mapping, mapFields } from './mapping.ts';
import type { SourceFile } from './source-file.ts';

export interface FeedOptions {
  /** By default the file's ending decides, and for `.csv` its header. */
  format?: FormatName | undefined;
  mapping?: Mapping | undefined;
}

/**
 * Reads in constant memory.
 * @throws OperatorError for a file of unknown format, or one that can't be read; MalformedInput for a
 *   file that is broken
 */
export function readFeed(
  source: SourceFile,
  { format, mapping }: FeedOptions = {},
): AsyncGenerator<FeedEntry> {
  const read = format === undefined ? readerByEnding(source.path) : formats[format].read;
  const entries = read(readChunks(source.read()));
  return mapping ? mapFields(entries, mapping, source.path) : entries;
}

function readerByEnding(path: string): Format['read'] {
  const format = formatByEnding(path);
  if (format === 'csv') return readCsvByHeader;
  if (format !== undefined) return formats[format].read;
  throw new OperatorError(`${path} must end in ${knownEndings}, or --format must say what it is.`);
}

/** Opens a file of products in any format as a stream of records. */
import { OperatorError } from '../../platform/operator-error.ts';
import type { FeedEntry, Reader } from './formats/format.ts';
import { formatByEnding, formats, knownEndings, readCsvByHeader } from './formats/formats.ts';
import type { FormatName } from './formats/names.ts';
import { readChunks } from './formats/text-chunks.ts';
import { type Defaults, type Mapping, mapFields, setDefaults } from './mapping.ts';
import type { Source } from './source-file.ts';

export interface FeedOptions {
  /** By default, the format of the file's ending, and for `.csv` of its header. */
  format?: FormatName | undefined;
  mapping?: Mapping | undefined;
  /** Default values for missing fields (`--set`). */
  defaults?: Defaults | undefined;
}

/**
 * Reads the file in constant memory.
 * @throws OperatorError if the file has no known format or cannot be read; MalformedInput if it is broken
 */
export function readFeed(
  source: Source,
  { format, mapping, defaults }: FeedOptions = {},
): AsyncGenerator<FeedEntry> {
  const read = format === undefined ? readerByEnding(source.path) : formats[format].read;
  const entries = read(readChunks(source.read()));
  const mapped = mapping ? mapFields(entries, mapping, source.path) : entries;
  return defaults ? setDefaults(mapped, defaults) : mapped;
}

function readerByEnding(path: string): Reader['read'] {
  const format = formatByEnding(path);
  if (format === 'csv') return readCsvByHeader;
  if (format !== undefined) return formats[format].read;
  throw new OperatorError(`${path} must end in ${knownEndings}, or --format must say what it is.`);
}

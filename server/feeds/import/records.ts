/** Opens a file of products as a stream of records, whatever its format. */
import { type FormatName, formatByEnding, knownEndings, readers } from './formats.ts';
import { readPieces } from './lines.ts';
import { type Mapping, mapFields } from './mapping.ts';
import { ImportError } from './problems.ts';
import type { SourceFile } from './source.ts';

export type FileRecord = Record<string, unknown>;

/** One product of a file, in the shop's names of fields. */
export interface RecordEntry {
  /** Where it begins. */
  line: number;
  /** A value that is a FieldRefusal says itself why it can't be used. */
  record: FileRecord;
  /** What the file calls the fields, where that is something else. */
  names?: Readonly<Record<string, string>>;
  /** The record as the file has it, where its fields were translated. */
  raw?: FileRecord;
}

/** One record, or why there is none. */
export type Entry = RecordEntry | { line: number; problem: string };

export interface RecordOptions {
  /** Told by the file's ending, and by its header, where none is named. */
  format?: FormatName | undefined;
  mapping?: Mapping | undefined;
}

/**
 * The file is open while records are asked for, and never in memory as a whole.
 * @throws ImportError for a file that can't be read or has no known format, MalformedInput for one
 *   that is broken
 */
export function openRecords(
  source: SourceFile,
  { format, mapping }: RecordOptions = {},
): AsyncGenerator<Entry> {
  const read = readers[format ?? formatOf(source.path)];
  const entries = read(readPieces(source.read()));
  return mapping ? mapFields(entries, mapping, source.path) : entries;
}

function formatOf(path: string): keyof typeof readers {
  const format = formatByEnding(path);
  if (format !== undefined) return format === 'csv' ? 'any-csv' : format;
  throw new ImportError(`${path} must end in ${knownEndings}, or --format must say what it is.`);
}

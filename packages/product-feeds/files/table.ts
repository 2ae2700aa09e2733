/** Reads tables: CSV (RFC 4180), and the same format with semicolons, tabs or vertical bars. */
import { promisify } from 'node:util';
import { CsvError, parse } from 'csv-parse';
import { MalformedFile, type UnreadableRecord } from '../records.ts';
import { RECORD_MAX_LENGTH, readText, type TextChunk, toLines } from './text.ts';

/** The number of characters that the parser gets at once. */
const BLOCK_LENGTH = 64 * 1024;
/** The usual ones first: a vertical bar may also be part of a name. */
const delimiters = [',', ';', '\t', '|'];
/** The line that Excel writes and reads before the header. */
const ANNOUNCEMENT = /^\s*"?sep=(.)"?[,;\s]*$/i;

type Callback = (error?: Error | null) => void;

export interface Table {
  /** The names of the columns that have one. */
  header: readonly string[];
  rows: AsyncGenerator<Row | UnreadableRecord>;
  /** Whether amounts are written like `12,50`, as spreadsheets do where the separator is a semicolon. */
  hasDecimalComma: boolean;
}

export interface Row {
  /** The line in which the row starts. A quoted cell may span lines. */
  line: number;
  /** The cells by column, without empty ones. */
  cells: ReadonlyMap<string, string>;
}

interface ParsedRow {
  line: number;
  cells: string[];
}

/**
 * Reads the header, whose separator is that of the table. The rows are read on demand. Skips blank lines, and rows of
 * empty cells. A row with too many or too few cells is a problem of only that row. In tables with tabs, a quote inside a
 * cell is text (inches).
 * @throws MalformedFile, also while the rows are read, if a quote is misplaced, or if the header has no names or
 *   a repeated one
 */
export async function openTable(blocks: AsyncIterable<Uint8Array>): Promise<Table> {
  const { delimiter, lines } = await findDelimiter(toLines(readText(blocks)));
  const rows = parseRows(lines, delimiter);
  const first = await rows.next();
  if (first.done) throw new MalformedFile(1, 'is not a header with names of fields');
  const columns = readHeader(first.value);
  return {
    header: columns.filter((name) => name !== ''),
    rows: readRows(rows, columns),
    hasDecimalComma: delimiter === ';',
  };
}

/**
 * Reads the lines up to the header. A line `sep=;` names the delimiter; otherwise it is the one that the header has
 * most often outside of quotes, and a comma if it has none. The parser would count characters of all lines, and fails
 * for those that are not ASCII.
 * @returns all lines; the announcement is blank, so that later lines keep their numbers
 */
async function findDelimiter(lines: AsyncGenerator<TextChunk>) {
  const read: TextChunk[] = [];
  let delimiter: string | undefined;
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    const { line, text } = next.value;
    const announced = ANNOUNCEMENT.exec(text)?.[1] ?? '';
    const isKnown = delimiters.includes(announced);
    read.push({ line, text: isKnown ? '' : text });
    if (isKnown) delimiter = announced;
    else if (text.trim() !== '') delimiter = mostFrequent(text);
    if (delimiter !== undefined) break;
  }
  return { delimiter: delimiter ?? ',', lines: prepend(read, lines) };
}

function mostFrequent(header: string): string {
  const unquoted = header.replace(/"(?:[^"]|"")*"/g, '');
  const countOf = (delimiter: string): number => unquoted.split(delimiter).length;
  const [comma = ',', ...others] = delimiters;
  return others.reduce((best, one) => {
    const isRarer = one === '|' ? countOf(best) > 1 : countOf(one) <= countOf(best);
    return isRarer || countOf(one) === 1 ? best : one;
  }, comma);
}

async function* prepend<T>(first: readonly T[], rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield* first;
  yield* rest;
}

async function* readRows(
  rows: AsyncIterable<ParsedRow>,
  columns: readonly string[],
): AsyncGenerator<Row | UnreadableRecord> {
  // Cells in columns without a name are ignored.
  const named = columns.flatMap((name, index) => (name === '' ? [] : [{ name, index }]));
  const needed = columns.findLastIndex((name) => name !== '') + 1;
  for await (const { line, cells } of rows) {
    const hasMore = cells.slice(columns.length).some((cell) => cell.trim() !== '');
    if (cells.length < needed || hasMore) {
      const problem = `must have ${columns.length} cells like the header, not ${cells.length}`;
      yield { line, problem };
      continue;
    }
    const found = new Map<string, string>();
    for (const { name, index } of named) {
      const cell = cells[index];
      if (cell !== undefined && cell.trim() !== '') found.set(name, cell);
    }
    yield { line, cells: found };
  }
}

async function* parseRows(
  lines: AsyncIterable<TextChunk>,
  delimiter: string,
): AsyncGenerator<ParsedRow> {
  const rows: ParsedRow[] = [];
  let line = 1;
  const parser = parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: delimiter === '\t',
    max_record_size: RECORD_MAX_LENGTH,
    record_delimiter: '\n',
    // Collect the rows here, because the stream loses the rows before a mistake.
    on_record(cells: string[], { lines }) {
      if (cells.some((cell) => cell.trim() !== '')) rows.push({ cells, line });
      line = lines + 1;
      return null;
    },
  });
  // The callbacks below get the errors, but without a listener an error would also end the process.
  parser.on('error', () => {});
  const write = promisify((text: string, done: Callback) => parser.write(text, done));
  const end = promisify((done: Callback) => parser.end(done));
  try {
    let block = '';
    for await (const { text } of lines) {
      block += `${text}\n`;
      if (block.length < BLOCK_LENGTH) continue;
      await write(block);
      block = '';
      yield* rows.splice(0);
    }
    await write(block);
    await end();
  } catch (error) {
    yield* rows.splice(0);
    throw error instanceof CsvError ? new MalformedFile(line, describe(error)) : error;
  }
  yield* rows;
}

function readHeader({ line, cells }: ParsedRow): string[] {
  const names = cells.map((cell) => cell.trim());
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) throw new MalformedFile(line, `names the field ${name} twice`);
    if (name !== '') seen.add(name);
  }
  return names;
}

function describe(error: CsvError): string {
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'has a quote that is never closed';
    case 'CSV_MAX_RECORD_SIZE':
      return `is longer than ${RECORD_MAX_LENGTH} characters; is a quote not closed?`;
    default:
      return 'has a quote where none may be';
  }
}

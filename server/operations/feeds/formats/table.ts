/** Reads and writes tables: CSV (RFC 4180), and the same format with tabs. */
import { promisify } from 'node:util';
import { CsvError, parse } from 'csv-parse';
import { quoteCell } from '../../csv.ts';
import { MalformedInput } from '../errors.ts';
import { type Delimiter, findDelimiter } from './delimiter.ts';
import type { UnreadableRecord } from './format.ts';
import { RECORD_MAX_LENGTH, type TextChunk, toLines, unifyLineBreaks } from './text-chunks.ts';

/** The number of characters that the parser gets at once. */
const BLOCK_LENGTH = 64 * 1024;

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
 * @throws MalformedInput, also while the rows are read, if a quote is misplaced, or if the header has no names or
 *   a repeated one
 */
export async function openTable(chunks: AsyncIterable<TextChunk>): Promise<Table> {
  const { delimiter, lines } = await findDelimiter(toLines(unifyLineBreaks(chunks)));
  const rows = parseRows(lines, delimiter);
  const first = await rows.next();
  if (first.done) throw new MalformedInput(1, 'is not a header with names of fields');
  const columns = readHeader(first.value);
  return {
    header: columns.filter((name) => name !== ''),
    rows: readRows(rows, columns),
    hasDecimalComma: delimiter === ';',
  };
}

async function* readRows(
  rows: AsyncIterable<ParsedRow>,
  columns: readonly string[],
): AsyncGenerator<Row | UnreadableRecord> {
  const named = columns.flatMap((name, index) => (name === '' ? [] : [{ name, index }]));
  const needed = columns.findLastIndex((name) => name !== '') + 1;
  for await (const { line, cells } of rows) {
    const hasAll = cells.length >= needed;
    const hasMore = cells.slice(columns.length).some((cell) => cell.trim() !== '');
    if (hasAll && !hasMore) {
      yield { line, cells: nameCells(named, cells) };
    } else {
      const problem = `must have ${columns.length} cells like the header, not ${cells.length}`;
      yield { line, problem };
    }
  }
}

async function* parseRows(
  lines: AsyncIterable<TextChunk>,
  delimiter: Delimiter,
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
    for await (const block of toBlocks(lines)) {
      await write(block);
      yield* rows.splice(0);
    }
    await end();
  } catch (error) {
    yield* rows.splice(0);
    throw error instanceof CsvError ? new MalformedInput(line, describe(error)) : error;
  }
  yield* rows;
}

/** Joins many lines into blocks. All lines end with `\n`, because the parser counts lines only by it. */
async function* toBlocks(lines: AsyncIterable<TextChunk>): AsyncGenerator<string> {
  let block = '';
  for await (const { text } of lines) {
    block += `${text}\n`;
    if (block.length < BLOCK_LENGTH) continue;
    yield block;
    block = '';
  }
  yield block;
}

function readHeader({ line, cells }: ParsedRow): string[] {
  const names = cells.map((cell) => cell.trim());
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) throw new MalformedInput(line, `names the field ${name} twice`);
    if (name !== '') seen.add(name);
  }
  return names;
}

/** Cells in columns without a name are ignored. */
function nameCells(
  columns: readonly { name: string; index: number }[],
  cells: readonly string[],
): Map<string, string> {
  const named = new Map<string, string>();
  for (const { name, index } of columns) {
    const cell = cells[index];
    if (cell !== undefined && cell.trim() !== '') named.set(name, cell);
  }
  return named;
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

export function toTsvRow(cells: readonly string[]): string {
  return `${cells.map(toTsvCell).join('\t')}\n`;
}

/** Does not escape quotes inside a cell, because they are text in tables with tabs. */
function toTsvCell(text: string): string {
  return /^"|[\t\r\n]/.test(text) ? quoteCell(text) : text;
}

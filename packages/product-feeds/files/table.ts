/** Reads tables: CSV (RFC 4180), and the same format with semicolons, tabs or vertical bars. */
import { promisify } from 'node:util';
import { CsvError, parse } from 'csv-parse';
import { MalformedFile, type UnreadableRecord } from '../records.ts';
import { quoteCell } from './cells.ts';
import { RECORD_MAX_LENGTH, readText, type TextChunk, toLines } from './text.ts';

/** The number of characters that the parser gets at once. */
const BLOCK_LENGTH = 64 * 1024;
/** The usual ones first: a vertical bar may also be part of a name. */
const delimiters = [',', ';', '\t', '|'];
/** The line that Excel writes and reads before the header. */
const ANNOUNCEMENT = /^\s*"?sep=(.)"?[,;\s]*$/i;
const QUOTED = /"(?:[^"]|"")*"/g;
const COMMENT = /^\s*"?#\s/;
/** The lines before the header, such as a title. */
const TITLES_MAX = 20;

const MISPLACED = 'has a quote where none may be';

type Callback = (error?: Error | null) => void;

export interface Table {
  /** The names of the columns that have one and are not left out. */
  header: readonly string[];
  /** The same with those that are left out. */
  names: readonly string[];
  /** @param restore returns the text that the table's program has written as a cell */
  read(restore?: (cell: string) => string): Rows;
}

export type Rows = AsyncGenerator<Row | UnreadableRecord>;

export interface Row {
  /** The line in which the row starts. A quoted cell may span lines. */
  line: number;
  /** The cells by column, without empty ones. */
  cells: ReadonlyMap<string, string>;
}

interface ParsedRow {
  line: number;
  cells: string[];
  problem?: string | undefined;
}

/**
 * Reads the header, whose separator is that of the table. The rows are read on demand. Skips a title and comments before the
 * header, blank lines, and rows of empty cells. A row with too many cells, or with a misplaced quote, is a problem of only
 * that row. A quote inside a cell without quotes is text (inches).
 * @param isIgnored whether a column is left out
 * @throws MalformedFile, also while the rows are read, if a quote is not closed, or if the header has no names or
 *   a repeated one
 */
export async function openTable(
  blocks: AsyncIterable<Uint8Array>,
  isIgnored?: (name: string) => boolean,
): Promise<Table> {
  const { delimiter, lines } = await findHeader(toLines(readText(blocks)));
  const rows = parseRows(lines, delimiter);
  const first = await rows.next();
  if (first.done) throw new MalformedFile(1, 'is not a header with names of fields');
  const names = readHeader(first.value);
  const columns = names.map((name) => (isIgnored?.(name) ? '' : name));
  const [header = [], all = []] = [columns, names].map((some) => some.filter(Boolean));
  return { header, names: all, read: (restore) => readRows(rows, columns, restore) };
}

/**
 * Picks rows of a table, with what stands before them: the header, and a title.
 * @param wanted the lines in which the rows start
 * @throws MalformedFile
 */
export async function* pickRows(
  blocks: AsyncIterable<Uint8Array>,
  wanted: ReadonlySet<number>,
): AsyncGenerator<string> {
  const read: TextChunk[] = [];
  async function* remember() {
    for await (const line of toLines(readText(blocks))) {
      read.push(line);
      yield line;
    }
  }
  let isWanted = true;
  function* linesBefore(end: number) {
    while (read[0] !== undefined && read[0].line < end) {
      const text = read.shift()?.text;
      if (isWanted) yield `${text}\n`;
    }
  }
  const { delimiter, lines } = await findHeader(remember());
  const rows = parseRows(lines, delimiter);
  await rows.next();
  for await (const { line } of rows) {
    yield* linesBefore(line);
    isWanted = wanted.has(line);
  }
  yield* linesBefore(Number.POSITIVE_INFINITY);
}

/**
 * Reads the lines up to the header: the first one with several names that is no title. A line `sep=;` names the delimiter;
 * otherwise it is the one that the header has most often outside of quotes. The parser would count characters of all lines, and
 * fails for those that are not ASCII.
 * @returns all lines; those before the header are blank, so that later lines keep their numbers
 */
async function findHeader(lines: AsyncGenerator<TextChunk>) {
  const first: TextChunk[] = [];
  const lineAt = async (index: number): Promise<string | undefined> => {
    while (first.length <= index) {
      const next = await lines.next();
      if (next.done) return undefined;
      first.push(next.value);
    }
    return first[index]?.text;
  };
  let announced: string | undefined;
  for (let index = 0; index < TITLES_MAX; index++) {
    const text = await lineAt(index);
    if (text === undefined) break;
    const sign = ANNOUNCEMENT.exec(text)?.[1] ?? '';
    if (delimiters.includes(sign)) announced = sign;
    const delimiter = announced ?? mostFrequent(text);
    if (delimiters.includes(sign) || COMMENT.test(text) || countCells(text, delimiter) < 2)
      continue;
    const below = [await lineAt(index + 1), await lineAt(index + 2)];
    if (announced === undefined && isTitle(text, below)) continue;
    const blank = first.map((one, at) => (at < index ? { ...one, text: '' } : one));
    return { delimiter, lines: prepend(blank, lines) };
  }
  const rest = first.map((one) => (ANNOUNCEMENT.test(one.text) ? { ...one, text: '' } : one));
  return { delimiter: announced ?? ',', lines: prepend(rest, lines) };
}

/** A line above two of a table that has another delimiter, and more cells. */
function isTitle(line: string, below: readonly (string | undefined)[]): boolean {
  const own = mostFrequent(line);
  const [delimiter = own, other] = new Set(below.map((one = '') => mostFrequent(one)));
  if (delimiter === own || other !== undefined || line.includes(delimiter)) return false;
  const cells = countCells(line, own);
  const isMore = below.every((one = '') => countCells(one, delimiter) > cells);
  return isMore && below.some((one = '') => countCells(one, own) !== cells);
}

/** Counts the cells of a line that are not empty. */
function countCells(line: string, delimiter: string): number {
  const cells = line.replace(QUOTED, 'x').split(delimiter);
  return cells.filter((cell) => cell.trim() !== '').length;
}

function mostFrequent(header: string): string {
  const unquoted = header.replace(QUOTED, 'x');
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
  restore = (cell: string) => cell,
): Rows {
  // Cells in columns without a name are ignored.
  const named = columns.flatMap((name, index) => (name === '' ? [] : [{ name, index }]));
  for await (const { line, cells, problem: unreadable } of rows) {
    if (unreadable !== undefined) {
      yield { line, problem: unreadable };
      continue;
    }
    if (cells.slice(columns.length).some((cell) => cell.trim() !== '')) {
      const problem = `must have ${columns.length} cells like the header, not ${cells.length}`;
      yield { line, problem };
      continue;
    }
    const found = new Map<string, string>();
    for (const { name, index } of named) {
      const cell = restore(cells[index] ?? '');
      if (cell.trim() !== '') found.set(name, cell);
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
  let block = '';
  let previous = '';
  /** The last blocks that the parser was given, and the end in them of the last cell that starts with a quote. */
  let given = '';
  let end = 0;
  // The parser takes a quote inside a quoted cell for text, and with it the quotes around the cell.
  const isTorn = (cell: string): boolean => {
    if (!cell.startsWith('"')) return false;
    const quoted = quoteCell(cell);
    const start = given.indexOf(quoted, end);
    if (start === -1) return !given.includes(quoted);
    end = start + quoted.length;
    return false;
  };
  const parser = parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: RECORD_MAX_LENGTH,
    record_delimiter: '\n',
    // Collect the rows here, because the stream loses the rows before a mistake.
    on_record(cells: string[], { lines }) {
      const problem = delimiter !== '\t' && cells.some(isTorn) ? MISPLACED : undefined;
      if (cells.some((cell) => cell.trim() !== '')) rows.push({ cells, line, problem });
      line = lines + 1;
      return null;
    },
  });
  // The callbacks below get the errors, but without a listener an error would also end the process.
  parser.on('error', () => {});
  const write = promisify((text: string, done: Callback) => parser.write(text, done));
  const finish = promisify((done: Callback) => parser.end(done));
  const give = async (): Promise<void> => {
    given = previous + block;
    end = 0;
    await write(block);
    previous = block;
    block = '';
  };
  try {
    for await (const { text } of lines) {
      block += `${text}\n`;
      if (block.length < BLOCK_LENGTH) continue;
      await give();
      yield* rows.splice(0);
    }
    await give();
    await finish();
  } catch (error) {
    yield* rows.splice(0);
    throw error instanceof CsvError ? new MalformedFile(line, describe(error)) : error;
  }
  yield* rows;
}

function readHeader({ line, cells, problem }: ParsedRow): string[] {
  if (problem !== undefined) throw new MalformedFile(line, problem);
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
      return MISPLACED;
  }
}

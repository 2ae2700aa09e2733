/** Rows of cells: RFC 4180 for commas, the same with tabs. */
import { promisify } from 'node:util';
import { CsvError, parse } from 'csv-parse';
import { joinLines, type Line, RECORD_MAX_LENGTH } from './lines.ts';
import { MalformedInput } from './problems.ts';
import type { Entry, FileRecord } from './records.ts';

/** Characters that the parser is given at a time. */
const BLOCK_LENGTH = 64 * 1024;

type Done = (error?: Error | null) => void;

/** Columns by commas, where a quote may stand around a cell only; or by tabs, where it may be inches. */
export type Delimiter = ',' | '\t';

interface Row {
  cells: string[];
  /** Where it begins: a quoted cell may go over several lines. */
  line: number;
}

export interface Table {
  /** The names of the first row. */
  header: readonly string[];
  /** The rows behind it. */
  entries: AsyncGenerator<Entry>;
}

/**
 * Blank lines are nothing, and so are empty cells. A row with too many or too few cells is a problem
 * of that row alone.
 * @param pieces read to their end by the entries; an entry has the file's own names
 * @throws MalformedInput, also from the entries, for misplaced quotes and for a header that names
 *   nothing, or a field twice
 */
export async function openTable(pieces: AsyncIterable<Line>, delimiter: Delimiter): Promise<Table> {
  const rows = readRows(pieces, delimiter);
  const first = await rows.next();
  if (first.done) throw new MalformedInput(1, 'is not a header with names of fields');
  const header = readHeader(first.value);
  return { header, entries: readEntries(rows, header) };
}

async function* readEntries(
  rows: AsyncIterable<Row>,
  header: readonly string[],
): AsyncGenerator<Entry> {
  for await (const { cells, line } of rows) {
    if (cells.length === header.length) {
      yield { line, record: toRecord(header, cells) };
    } else {
      const problem = `must have ${header.length} cells like the header, not ${cells.length}`;
      yield { line, problem };
    }
  }
}

async function* readRows(pieces: AsyncIterable<Line>, delimiter: Delimiter): AsyncGenerator<Row> {
  const rows: Row[] = [];
  let line = 1;
  const parser = parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: delimiter === '\t',
    max_record_size: RECORD_MAX_LENGTH,
    record_delimiter: '\n',
    // Rows are taken here, where their lines are known, and never wait in the stream: what was read
    // before a mistake would be lost with it.
    on_record(cells: string[], { lines }) {
      const isBlank = cells.length === 1 && cells[0]?.trim() === '';
      if (!isBlank) rows.push({ cells, line });
      line = lines + 1;
      return null;
    },
  });
  // Every failure reaches the callbacks below; without a listener it would end the process as well.
  parser.on('error', () => {});
  const feed = promisify((text: string, done: Done) => parser.write(text, done));
  const finish = promisify((done: Done) => parser.end(done));
  try {
    for await (const block of joinBlocks(pieces)) {
      await feed(block);
      yield* rows.splice(0);
    }
    await finish();
  } catch (error) {
    yield* rows.splice(0);
    throw error instanceof CsvError ? new MalformedInput(line, explain(error)) : error;
  }
  yield* rows;
}

/** Whole lines, many at a time, with the one kind of line break that the parser counts lines by. */
async function* joinBlocks(pieces: AsyncIterable<Line>): AsyncGenerator<string> {
  let block = '';
  for await (const { text } of joinLines(pieces)) {
    block += `${text}\n`;
    if (block.length < BLOCK_LENGTH) continue;
    yield block;
    block = '';
  }
  yield block;
}

function readHeader({ cells, line }: Row): string[] {
  const names = cells.map((cell) => cell.trim());
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new MalformedInput(line, `names the field ${repeated} twice`);
  return names;
}

function toRecord(header: readonly string[], cells: readonly string[]): FileRecord {
  const filled: [string, string][] = [];
  for (const [index, name] of header.entries()) {
    const cell = cells[index];
    if (cell !== undefined && cell.trim() !== '') filled.push([name, cell]);
  }
  // Not by assignment: a column may be called __proto__.
  return Object.fromEntries(filled);
}

function explain(error: CsvError): string {
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'has a quote that is never closed';
    case 'CSV_MAX_RECORD_SIZE':
      return `is longer than ${RECORD_MAX_LENGTH} characters; is a quote not closed?`;
    default:
      return 'has a quote where none may be';
  }
}

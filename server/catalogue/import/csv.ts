/** CSV as RFC 4180 has it: commas, quotes doubled, the names of the fields in the first row. */
import { promisify } from 'node:util';
import { CsvError, parse } from 'csv-parse';
import { joinLines, type Line, RECORD_MAX_LENGTH } from './lines.ts';
import { MalformedInput } from './problems.ts';
import type { Entry } from './records.ts';

/** Characters that the parser is given at a time. */
const BLOCK_LENGTH = 64 * 1024;

type Done = (error?: Error | null) => void;

interface Row {
  cells: string[];
  /** Where it begins: a quoted cell may go over several lines. */
  line: number;
}

/**
 * Blank lines are nothing, and so are empty cells. A row with too many or too few cells is a problem
 * of that row alone.
 * @throws MalformedInput for misplaced quotes and for a header that names nothing, or a field twice
 */
export async function* readCsv(pieces: AsyncIterable<Line>): AsyncGenerator<Entry> {
  let names: string[] | undefined;
  for await (const { cells, line } of readRows(pieces)) {
    if (names === undefined) {
      names = readHeader(cells, line);
    } else if (cells.length !== names.length) {
      yield {
        line,
        problem: `must have ${names.length} cells like the header, not ${cells.length}`,
      };
    } else {
      yield { line, record: toRecord(names, cells) };
    }
  }
  if (names === undefined) throw new MalformedInput(1, 'is not a header with names of fields');
}

async function* readRows(pieces: AsyncIterable<Line>): AsyncGenerator<Row> {
  const rows: Row[] = [];
  let line = 1;
  const parser = parse({
    relax_column_count: true,
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

function readHeader(cells: string[], line: number): string[] {
  const names = cells.map((cell) => cell.trim());
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new MalformedInput(line, `names the field ${repeated} twice`);
  return names;
}

function toRecord(names: readonly string[], cells: readonly string[]): Record<string, unknown> {
  const filled = names.map((name, index) => [name, cells[index]] as const);
  return Object.fromEntries(filled.filter(([, cell]) => cell?.trim() !== ''));
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

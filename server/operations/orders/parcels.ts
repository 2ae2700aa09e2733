/** Reads which parcels orders were shipped in: a table with the columns order, carrier, tracking and perhaps note. */
import { NOTE_MAX_LENGTH } from '../../../contract/limits.ts';
import {
  MalformedFile,
  openTable,
  type Row,
  type Table,
} from '../../../packages/product-feeds/index.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { quote } from '../../platform/quote.ts';
import type { Tracking } from '../../shop/orders/change.ts';
import type { Source } from '../feeds/reading/source-file.ts';
import { CARRIER_RULE, PARCEL_NUMBER_RULE, readCarrier, readParcelNumber } from './parcel-rules.ts';

/** All orders of a table are shipped in one transaction. */
const ROWS_MAX = 1_000;
const PROBLEMS_SHOWN = 20;

export interface Parcel {
  /** The line of the table in which it starts. */
  line: number;
  /** Number or id, as the table has it. */
  order: string;
  tracking: Tracking | undefined;
  note: string | undefined;
  /** How many changes the order had when the operator decided, if that is known. */
  version?: number | undefined;
}

export interface Problem {
  line: number;
  message: string;
}

const headings = {
  order: ['order', 'order number', 'number', 'order id', 'id'],
  carrier: ['carrier', 'shipping carrier', 'shipper'],
  tracking: ['tracking', 'tracking number', 'tracking code', 'parcel'],
  note: ['note'],
} as const;
type Columns = Record<keyof typeof headings, string | undefined>;

/** @throws OperatorError with every problem of the table */
export async function readParcels(source: Source): Promise<Parcel[]> {
  const parcels: Parcel[] = [];
  const problems: Problem[] = [];
  try {
    const table = await openTable(source.read());
    const columns = findColumns(table);
    let rows = 0;
    for await (const row of table.read()) {
      if (++rows > ROWS_MAX) {
        throw new MalformedFile(row.line, `is one too many: ${ROWS_MAX} orders are possible`);
      }
      if ('problem' in row) problems.push({ line: row.line, message: row.problem });
      else parcels.push(readParcel(row, columns, problems));
    }
  } catch (error) {
    if (!(error instanceof MalformedFile)) throw error;
    problems.push({ line: error.line, message: error.message });
  }
  refuseProblems(problems);
  if (parcels.length === 0) throw new OperatorError(`${source.path} has no orders.`);
  return parcels;
}

function findColumns({ header }: Table): Columns {
  const folded = Map.groupBy(header, (name) =>
    name
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  );
  const find = (names: readonly string[]) => {
    const [column, other] = names.map((one) => folded.get(one)).find(Boolean) ?? [];
    if (other === undefined) return column;
    throw new MalformedFile(1, `has two columns for one field, ${column} and ${other}: rename one`);
  };
  const { order, carrier, tracking, note } = headings;
  const columns = {
    order: find(order),
    carrier: find(carrier),
    tracking: find(tracking),
    note: find(note),
  };
  if (columns.order === undefined) {
    throw new MalformedFile(1, 'must have the columns order, carrier and tracking');
  }
  const known: unknown[] = Object.values(columns);
  const others = header.filter((name) => !known.includes(name));
  // Without parcels a table has only orders; other columns may be those of the parcels.
  if (columns.carrier === undefined && columns.tracking === undefined && others.length > 0) {
    const rest = `${others.join(', ')}: rename these, or remove them`;
    throw new MalformedFile(1, `has no columns carrier and tracking, only ${rest}`);
  }
  return columns;
}

function readParcel({ line, cells }: Row, columns: Columns, problems: Problem[]): Parcel {
  const cell = (column: keyof Columns) => cells.get(columns[column] ?? '')?.trim();
  const report = (message: string) => problems.push({ line, message });
  const [order = '', carrier, number, note] = [
    cell('order'),
    cell('carrier'),
    cell('tracking'),
    cell('note'),
  ];
  if (order === '') report('has no order');
  if ((carrier === undefined) !== (number === undefined)) {
    report('must have both a carrier and a tracking number, or neither');
  }
  const [name, code] = [readCarrier(carrier ?? ''), readParcelNumber(number ?? '')];
  if (carrier !== undefined && name === undefined) {
    report(`${columns.carrier} ${CARRIER_RULE}, not ${quote(carrier)}`);
  }
  if (number !== undefined && code === undefined) {
    report(`${columns.tracking} ${PARCEL_NUMBER_RULE}, not ${quote(number)}`);
  }
  if (note !== undefined && note.length > NOTE_MAX_LENGTH) {
    report(`${columns.note} must be at most ${NOTE_MAX_LENGTH} characters long`);
  }
  const tracking =
    name === undefined || code === undefined ? undefined : { carrier: name, number: code };
  return { line, order, tracking, note: note?.normalize() };
}

/** @throws OperatorError if there are any */
export function refuseProblems(problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const sorted = problems.toSorted((one, other) => one.line - other.line);
  const lines = sorted
    .slice(0, PROBLEMS_SHOWN)
    .map(({ line, message }) => `line ${line}: ${message}`);
  const more = problems.length - lines.length;
  throw new OperatorError([...lines, ...(more > 0 ? [`… and ${more} more`] : [])].join('\n'));
}

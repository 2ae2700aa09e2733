/** Reads the log of what operators change. */
import { formatCents } from '../../../contract/money.ts';
import type { Db, OperatorEntryRow } from '../../platform/storage/schema.ts';
import { formatNumber } from '../../shop/codes.ts';
import { hidden, type List, text, time } from './columns.ts';

/** Entries per query. */
const PAGE_SIZE = 500;

export interface EntryFilter {
  operator?: string | undefined;
  /** The id of an order, account or product. */
  subject?: string | undefined;
  /** The entry after which to go on, by its id. */
  after?: string | undefined;
}

export interface LogEntry extends OperatorEntryRow {
  /** What people call the order or the account. */
  number: string | null;
  username: string | null;
}

/** Reads entries page by page, newest first. */
export async function* findEntries(
  db: Db,
  { operator, subject, after }: EntryFilter,
): AsyncGenerator<LogEntry[]> {
  let last: Pick<OperatorEntryRow, 'at' | 'id'> | undefined;
  if (after !== undefined) {
    const named = db.selectFrom('operator_log').select(['at', 'id']).where('id', '=', after);
    last = await named.executeTakeFirst();
  }
  for (;;) {
    let query = db
      .selectFrom('operator_log')
      .leftJoin('orders', 'orders.id', 'subject')
      .leftJoin('users', 'users.id', 'subject')
      .selectAll('operator_log')
      .select(['orders.number', 'users.username']);
    if (operator !== undefined) query = query.where('operator', '=', operator);
    if (subject !== undefined) query = query.where('subject', '=', subject);
    if (last !== undefined) {
      const { at, id } = last;
      query = query.where((eb) =>
        eb.or([eb('at', '<', at), eb.and([eb('at', '=', at), eb('operator_log.id', '<', id)])]),
      );
    }
    const rows = await query
      .orderBy('at', 'desc')
      .orderBy('operator_log.id', 'desc')
      .limit(PAGE_SIZE)
      .execute();
    last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
  }
}

const parsed = (values: string | null): unknown =>
  values === null ? undefined : JSON.parse(values);

/** Says JSON of a change like `cost $12.50, stock 7, active 1`. */
function describeValues(json: string | null): string | null {
  if (json === null) return null;
  const values = Object.entries(JSON.parse(json) as Record<string, unknown>);
  return values.map(([name, value]) => describeValue(name, value)).join(', ');
}

function describeValue(name: string, value: unknown): string {
  const [, money] = /^(.*?)_?[cC]ents$/.exec(name) ?? [];
  if (money !== undefined && typeof value === 'number') return `${money} ${formatCents(value)}`;
  return `${name} ${typeof value === 'string' ? value || 'none' : JSON.stringify(value)}`;
}

function toName({ number, username }: LogEntry): string | null {
  return number === null ? username : formatNumber(number);
}

export const entryList: List<LogEntry> = {
  columns: [
    hidden('id', ({ id }) => id),
    time('at', ({ at }) => at),
    text('operator', ({ operator }) => operator),
    text('from', ({ origin }) => origin),
    text('action', ({ action }) => action),
    text('of', (entry) => toName(entry) ?? entry.subject, {
      key: 'subject',
      json: ({ subject }) => subject,
    }),
    hidden('reference', ({ reference }) => reference),
    text('before', ({ before }) => describeValues(before), {
      json: ({ before }) => parsed(before),
      mayShrink: true,
    }),
    text('after', ({ after }) => describeValues(after), {
      json: ({ after }) => parsed(after),
      mayShrink: true,
    }),
  ],
  none: 'There are no such entries.',
};

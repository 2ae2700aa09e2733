/** Reads the log of what operators change. */
import type { Db, OperatorEntryRow } from '../../platform/storage/schema.ts';

/** Entries per query. */
const PAGE_SIZE = 500;

export interface EntryFilter {
  operator?: string | undefined;
  /** The id of an order, account or product. */
  subject?: string | undefined;
}

/** Reads entries page by page, newest first. */
export async function* findEntries(
  db: Db,
  { operator, subject }: EntryFilter,
): AsyncGenerator<OperatorEntryRow[]> {
  for (let last: OperatorEntryRow | undefined; ; ) {
    let query = db.selectFrom('operator_log').selectAll();
    if (operator !== undefined) query = query.where('operator', '=', operator);
    if (subject !== undefined) query = query.where('subject', '=', subject);
    if (last !== undefined) {
      const { at, id } = last;
      query = query.where((eb) =>
        eb.or([eb('at', '<', at), eb.and([eb('at', '=', at), eb('id', '<', id)])]),
      );
    }
    const rows = await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(PAGE_SIZE).execute();
    last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
  }
}

/** Google Merchant Center's feed as a table with tabs. */
import { fromGoogle } from './google.ts';
import type { Line } from './lines.ts';
import type { Entry } from './records.ts';
import { openTable } from './table.ts';

/** @throws MalformedInput */
export async function* readGoogleTsv(pieces: AsyncIterable<Line>): AsyncGenerator<Entry> {
  const { entries } = await openTable(pieces, '\t');
  for await (const entry of entries) {
    yield 'record' in entry ? fromGoogle(entry.record, entry.line) : entry;
  }
}

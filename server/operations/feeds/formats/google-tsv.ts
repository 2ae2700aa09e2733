/** Google Merchant Center's feed as a table with tabs. */
import type { FeedEntry, Format } from './format.ts';
import { fromGoogle, googleAttributes, toGoogle } from './google.ts';
import { openTable, toTsvRow } from './table.ts';
import type { TextChunk } from './text-chunks.ts';

export const googleTsv: Format = {
  endings: ['.tsv', '.txt'],
  read: readGoogleTsv,
  write: (origin) => ({
    header: toTsvRow(googleAttributes),
    product(product) {
      const values = toGoogle(product, origin);
      return values && toTsvRow(values);
    },
    separator: '',
    footer: '',
  }),
};

/** @throws MalformedInput */
async function* readGoogleTsv(chunks: AsyncIterable<TextChunk>): AsyncGenerator<FeedEntry> {
  const { rows } = await openTable(chunks, '\t');
  for await (const row of rows) {
    yield 'problem' in row ? row : fromGoogle(row.cells, row.line);
  }
}

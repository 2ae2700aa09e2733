/** Google Merchant Center's feed as a table: exports have tabs, imports also commas or semicolons. */
import type { FeedEntry, Format } from './format.ts';
import { fromGoogle } from './google.ts';
import { googleAttributes, toGoogle } from './google-export.ts';
import { openTable, type Table, toTsvRow } from './table.ts';
import type { TextChunk } from './text-chunks.ts';

export const googleTsv: Format = {
  endings: ['.tsv', '.txt'],
  hasLinks: true,
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
  yield* readGoogleTable(await openTable(chunks));
}

export async function* readGoogleTable({
  header,
  rows,
  hasDecimalComma,
}: Table): AsyncGenerator<FeedEntry> {
  const columns = new Set(header);
  for await (const row of rows) {
    if ('problem' in row) yield row;
    else yield { ...fromGoogle({ ...row, columns, hasDecimalComma }), hasHeader: true };
  }
}

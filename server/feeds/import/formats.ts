/** The formats of products' files, by name and by ending. */
import { extname } from 'node:path';
import { readAnyCsv, readCsv } from './csv.ts';
import { readGoogleTsv } from './google-tsv.ts';
import { readGoogleXml } from './google-xml.ts';
import { readJsonArray } from './json-array.ts';
import { readJsonLines } from './json-lines.ts';
import type { Line } from './lines.ts';
import type { Entry } from './records.ts';
import { readShopify } from './shopify.ts';

export const formatNames = ['json', 'jsonl', 'csv', 'shopify', 'google-xml', 'google-tsv'] as const;
export type FormatName = (typeof formatNames)[number];

type ReadEntries = (pieces: AsyncIterable<Line>) => AsyncGenerator<Entry>;

/** A file that ends in .csv may be anybody's: whose table it is, its header says. */
export const readers: Record<FormatName | 'any-csv', ReadEntries> = {
  json: readJsonArray,
  jsonl: readJsonLines,
  csv: readCsv,
  'any-csv': readAnyCsv,
  shopify: readShopify,
  'google-xml': readGoogleXml,
  'google-tsv': readGoogleTsv,
};

const endings: Readonly<Record<string, FormatName>> = {
  '.json': 'json',
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.csv': 'csv',
  '.xml': 'google-xml',
  '.tsv': 'google-tsv',
  '.txt': 'google-tsv',
};

export const knownEndings = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
  Object.keys(endings),
);

export function formatByEnding(path: string): FormatName | undefined {
  return endings[extname(path).toLowerCase()];
}

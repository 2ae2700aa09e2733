/** The formats of products' files, by name and by ending. */
import { extname } from 'node:path';
import { readAnyCsv, readCsv } from './csv.ts';
import { readGoogleTsv } from './google-tsv.ts';
import { readGoogleXml } from './google-xml.ts';
import { readJsonArray } from './json-array.ts';
import { readJsonLines } from './json-lines.ts';
import type { Line } from './lines.ts';
import { ImportError } from './problems.ts';
import type { Entry } from './records.ts';
import { readShopify } from './shopify.ts';

export const formatNames = ['json', 'jsonl', 'csv', 'shopify', 'google-xml', 'google-tsv'] as const;
export type FormatName = (typeof formatNames)[number];

type ReadEntries = (pieces: AsyncIterable<Line>) => AsyncGenerator<Entry>;

/** `any-csv` is what a file's ending says: whose table it is, its header says. */
export const readers: Record<FormatName | 'any-csv', ReadEntries> = {
  json: readJsonArray,
  jsonl: readJsonLines,
  csv: readCsv,
  'any-csv': readAnyCsv,
  shopify: readShopify,
  'google-xml': readGoogleXml,
  'google-tsv': readGoogleTsv,
};

const endings: Record<string, Exclude<keyof typeof readers, 'csv' | 'shopify'>> = {
  '.json': 'json',
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.csv': 'any-csv',
  '.xml': 'google-xml',
  '.tsv': 'google-tsv',
  '.txt': 'google-tsv',
};

const list = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** @throws ImportError for a file whose ending says nothing */
export function formatOf(path: string): keyof typeof readers {
  const format = endings[extname(path).toLowerCase()];
  if (format !== undefined) return format;
  throw new ImportError(
    `${path} must end in ${list.format(Object.keys(endings))}, or --format must say what it is.`,
  );
}

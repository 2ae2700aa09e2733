/** What is known of the formats without the code that reads and writes them. */
import { extname } from 'node:path';

interface Format {
  /** File name endings, lower case, with the dot. */
  endings: readonly string[];
  /** Whether exports have absolute URLs of the shop. */
  hasLinks?: true;
}

const formats = {
  json: { endings: ['.json'] },
  jsonl: { endings: ['.jsonl', '.ndjson'] },
  csv: { endings: ['.csv'] },
  shopify: { endings: [], hasLinks: true },
  woo: { endings: [] },
  'google-xml': { endings: ['.xml'], hasLinks: true },
  'google-tsv': { endings: ['.tsv', '.txt'], hasLinks: true },
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof formats;
// Safe: the keys of the literal above.
export const formatNames = Object.keys(formats) as FormatName[];

/** WooCommerce's tables are only imported. */
export type ExportedFormat = Exclude<FormatName, 'woo'>;
export const exportedFormats = formatNames.filter(isExported);

export function isExported(name: FormatName): name is ExportedFormat {
  return name !== 'woo';
}

/** The list `.json, … or .txt` for messages. */
export const knownEndings = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
  formatNames.flatMap(endingsOf),
);

/** Whether exports have absolute URLs of the shop. */
export function hasLinks(name: FormatName): boolean {
  return 'hasLinks' in formats[name];
}

function endingsOf(name: FormatName): readonly string[] {
  return formats[name].endings;
}

export function formatByEnding(path: string): FormatName | undefined {
  const ending = extname(path).toLowerCase();
  return formatNames.find((name) => endingsOf(name).includes(ending));
}

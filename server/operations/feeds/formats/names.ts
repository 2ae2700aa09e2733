/** The names of all formats, without the code that reads and writes them. */
export const formatNames = [
  'json',
  'jsonl',
  'csv',
  'shopify',
  'woo',
  'google-xml',
  'google-tsv',
] as const;
export type FormatName = (typeof formatNames)[number];

/** WooCommerce's tables are only imported. */
export type ExportedFormat = Exclude<FormatName, 'woo'>;
export const exportedFormats = formatNames.filter((name): name is ExportedFormat => name !== 'woo');

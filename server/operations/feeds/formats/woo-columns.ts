/** The columns of WooCommerce's product CSV. */
import { MalformedInput } from '../errors.ts';
import type { ColumnNames } from './columns.ts';

/** The columns that an import reads. */
export const wooColumns: ColumnNames = new Map<string, readonly [string, ...string[]]>([
  ['type', ['Type']],
  ['sku', ['SKU']],
  ['id', ['ID']],
  ['parent', ['Parent']],
  ['name', ['Name']],
  ['published', ['Published']],
  ['visibility', ['Visibility in catalog', 'Catalog visibility']],
  ['short description', ['Short description']],
  ['description', ['Description']],
  ['sale starts', ['Date sale price starts']],
  ['sale ends', ['Date sale price ends']],
  ['in stock', ['In stock?']],
  ['stock', ['Stock']],
  ['backorders', ['Backorders allowed?']],
  ['sale price', ['Sale price']],
  ['cost', ['Regular price']],
  ['categories', ['Categories']],
  ['image', ['Images']],
  ['brand', ['Brands', 'Brand']],
  // The shop's own columns, which WooCommerce ignores.
  ['stock_seen', ['stock_seen']],
  ['stock_change', ['stock_change']],
]);

/** No table of another origin has these columns. */
const distinctive = [
  'in stock?',
  'backorders allowed?',
  'visibility in catalog',
  'is featured?',
  'sold individually?',
  'attribute 1 value(s)',
];
/** The columns that an import doesn't read. */
const OTHERS =
  /^(is featured\?|tax (status|class)|low stock amount|sold individually\?|(weight|length|width|height)( \(.+\))?|allow customer reviews\?|purchase note|tags|shipping class|download.*|grouped products|upsells|cross-sells|external url|button text|position|gtin.*|attribute \d+ .*|meta: .*)$/;
const ATTRIBUTE = /^attribute (\d+) value\(s\)$/;

export function isWooHeader(header: readonly string[]): boolean {
  const names = new Set(header.map((name) => name.toLowerCase()));
  return names.has('type') && names.has('name') && distinctive.some((name) => names.has(name));
}

/** The columns with the values of attributes, in the order of their numbers. */
export function findAttributes(header: readonly string[]): string[] {
  return header
    .flatMap((column) => {
      const [, number] = ATTRIBUTE.exec(column.toLowerCase()) ?? [];
      return number === undefined ? [] : [{ column, number: Number(number) }];
    })
    .sort((one, other) => one.number - other.number)
    .map(({ column }) => column);
}

const knownNames = new Set([...wooColumns.values()].flat().map((name) => name.toLowerCase()));

/**
 * WooCommerce writes the names in the language of the user, and some are the same in several languages.
 * @throws MalformedInput for a header of which most names are unknown
 */
export function refuseTranslated(header: readonly string[]): void {
  const unknown = header.filter((name) => {
    const folded = name.toLowerCase();
    return !knownNames.has(folded) && !OTHERS.test(folded);
  });
  if (unknown.length * 2 <= header.length) return;
  const named = unknown.slice(0, 5).join(', ');
  throw new MalformedInput(
    1,
    `has names that WooCommerce doesn't use in English (${named}): set your language there to English and export again, or name the columns yourself with --format csv and --map THEIRS=OURS`,
  );
}

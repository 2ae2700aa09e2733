/** The columns and cells of WooCommerce's product CSV: https://github.com/woocommerce/woocommerce/wiki/Product-CSV-Import-Schema */
import type { Row } from '../files/table.ts';
import { InvalidValue, MalformedFile, type Names } from '../records.ts';

/** The columns that are no fields of the shop. */
export const columns: readonly (readonly [string, Names])[] = [
  ['type', ['Type']],
  ['id', ['ID']],
  ['visibility', ['Visibility in catalog', 'Catalog visibility']],
  ['short description', ['Short description']],
  ['sale starts', ['Date sale price starts']],
  ['sale ends', ['Date sale price ends']],
  ['in stock', ['In stock?']],
  ['backorders', ['Backorders allowed?']],
  ['sale price', ['Sale price']],
];

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
  const numberOf = (column: string) => Number(ATTRIBUTE.exec(column.toLowerCase())?.[1]);
  return header
    .filter((column) => !Number.isNaN(numberOf(column)))
    .sort((one, other) => numberOf(one) - numberOf(other));
}

/**
 * WooCommerce writes the names in the language of the user, and some are the same in several languages.
 * @throws MalformedFile for a header of which most names are unknown
 */
export function refuseTranslated(
  header: readonly string[],
  read: Iterable<readonly [string, Names]>,
): void {
  const known = new Set([...read].flatMap(([, names]) => names.map((name) => name.toLowerCase())));
  const unknown = header.filter((name) => {
    const folded = name.toLowerCase();
    return !known.has(folded) && !OTHERS.test(folded);
  });
  if (unknown.length * 2 <= header.length) return;
  const named = unknown.slice(0, 5).join(', ');
  throw new MalformedFile(
    1,
    `has names that WooCommerce doesn't use in English (${named}): set your language there to English and export again, or name the columns yourself with --format csv and --map THEIRS=OURS`,
  );
}

const ESCAPED_FORMULA = /^'(?='*[=+\-@])/;
/** `12,50`, as WooCommerce writes it in countries with a decimal comma. */
const COMMA = /^\d+,\d{1,2}$/;
const DOTS_AND_COMMA = /^\d{1,3}(\.\d{3})+,\d+$/;
const COMMAS_AND_DOT = /^\d{1,3}(,\d{3})+\.\d+$/;
const AMBIGUOUS = /^\d{1,3}(,\d{3})+$/;

export function unescapeCells({ line, cells }: Row): Row {
  const unescaped = (cell: string) => cell.replace(ESCAPED_FORMULA, '');
  return { line, cells: new Map([...cells].map(([name, cell]) => [name, unescaped(cell)])) };
}

/** Looking back keeps the time for long runs of backslashes proportional to their length. */
export function unescapeCommas(value: string): string {
  return value.replace(/(?<!\\)(\\+),/g, (escaped) => escaped.slice(1));
}

export function splitList(text: string): string[] {
  const values = text.split(/(?<!\\),/).map((value) => unescapeCommas(value.trim()));
  return values.filter((value) => value !== '');
}

/** A line break is written as a backslash and an n. */
export function unescapeLineBreaks(text: string): string {
  return text.replace(/(?<!\\)\\+n/g, (escaped) => (escaped === '\\n' ? '\n' : escaped.slice(1)));
}

/** Returns an amount with a decimal point, or the text itself if it is none. */
export function readAmount(text: string, hasDecimalComma: boolean): string | InvalidValue {
  if (COMMA.test(text)) return text.replace(',', '.');
  if (DOTS_AND_COMMA.test(text)) return text.replaceAll('.', '').replace(',', '.');
  if (COMMAS_AND_DOT.test(text)) return text.replaceAll(',', '');
  if (hasDecimalComma || !AMBIGUOUS.test(text)) return text;
  const [point, none] = [text.replaceAll(',', '.'), text.replaceAll(',', '')];
  return new InvalidValue(`may mean ${point} or ${none}: write it without a comma, not "${text}"`);
}

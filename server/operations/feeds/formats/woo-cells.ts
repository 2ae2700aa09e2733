/** How WooCommerce writes values into cells: https://github.com/woocommerce/woocommerce/wiki/Product-CSV-Import-Schema */
import { FieldError } from '../../../shop/catalogue/fields/parsers.ts';

const ESCAPED_FORMULA = /^'(?='*[=+\-@])/;
/** `12,50`, as WooCommerce writes it in countries with a decimal comma. */
const COMMA = /^\d+,\d{1,2}$/;
const DOTS_AND_COMMA = /^\d{1,3}(\.\d{3})+,\d+$/;
const COMMAS_AND_DOT = /^\d{1,3}(,\d{3})+\.\d+$/;
const AMBIGUOUS = /^\d{1,3}(,\d{3})+$/;

export function unescapeCell(text: string): string {
  return text.replace(ESCAPED_FORMULA, '');
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
export function readAmount(text: string, hasDecimalComma: boolean): string | FieldError {
  if (COMMA.test(text)) return text.replace(',', '.');
  if (DOTS_AND_COMMA.test(text)) return text.replaceAll('.', '').replace(',', '.');
  if (COMMAS_AND_DOT.test(text)) return text.replaceAll(',', '');
  if (hasDecimalComma || !AMBIGUOUS.test(text)) return text;
  const [point, none] = [text.replaceAll(',', '.'), text.replaceAll(',', '')];
  return new FieldError(`may mean ${point} or ${none}: write it without a comma, not "${text}"`);
}

/** Values of feeds that have the same rules in several dialects. */

const QUOTED_MAX_LENGTH = 60;
const DECIMAL_COMMA = /^(?:\d+|\d{1,3}(?:\.\d{3})+),\d+$/;
/** `1.500` is one and a half in some countries, and fifteen hundred in others. */
const AMBIGUOUS_NUMBER = /^[1-9]\d{0,2}\.\d{3}$/;

/** Formats a value for a message, shortened. */
export function quote(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > QUOTED_MAX_LENGTH ? `${text.slice(0, QUOTED_MAX_LENGTH)}…` : text;
}

export const BOOLEAN_WORDS = 'true or false, yes or no, 1 or 0';
export const booleans: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', '1'].map((word) => [word, true] as const),
  ...['false', 'no', '0'].map((word) => [word, false] as const),
]);

/** @returns undefined for a word that means neither yes nor no */
export function parseBoolean(value: unknown): boolean | undefined {
  return typeof value === 'object' ? undefined : booleans.get(String(value).trim().toLowerCase());
}

/** Turns `1.234,50` into `1234.50`. Other text stays as it is. */
export function fromDecimalComma(text: string): string {
  const isAmount = DECIMAL_COMMA.test(text);
  return isAmount ? text.replaceAll('.', '').replace(',', '.') : text;
}

/** @returns what is wrong with the text of a number, if anything */
export function ambiguityOf(text: string): string | undefined {
  if (!AMBIGUOUS_NUMBER.test(text)) return undefined;
  const meanings = `${Number(text)} or ${text.replace('.', '')}`;
  return `may mean ${meanings}: write at most two decimals, not "${text}"`;
}

/** An amount, and what the file calls it. */
export interface Amount {
  name: string;
  value: unknown;
}

/**
 * A sale that begins or ends is ignored, since the shop can't end one. A sale price of 0, or one that is no lower than the
 * price, is none. A price that can't be read stays, because nobody knows whether the sale price is lower.
 */
export function lowerOf(
  price: Amount | undefined,
  sale: Amount | undefined,
  { hasDates }: { hasDates: boolean },
): Amount | undefined {
  if (sale === undefined || hasDates) return price;
  if (price !== undefined && Number.isNaN(Number(price.value))) return price;
  const isNone = Number(sale.value) === 0 || Number(sale.value) >= Number(price?.value);
  return isNone ? price : sale;
}

/** Returns an image's absolute URL, for readers on other origins. */
export function toAbsoluteUrl(image: string, origin: string): string {
  return image.startsWith('/') ? origin + image : image;
}

/** The rates of tax that a file names. */
import { quote } from '../../platform/quote.ts';

const orList = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** @param key null for the usual rate @param keys those of the shop's rates */
export function findRateProblem(key: string | null, keys: readonly string[]): string | undefined {
  if (key === null || keys.includes(key)) return undefined;
  return keys.length === 0
    ? `must be empty, not ${quote(key)}: the shop has no rates of tax, which shop.json lists`
    : `must be a rate of the shop, ${orList.format(keys)}, not ${quote(key)}`;
}

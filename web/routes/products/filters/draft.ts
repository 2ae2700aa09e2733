/** What is typed and chosen in the form of the filters, and the scale of prices. */
import { type Listing, listingOf } from '../../../../contract/listing.ts';
import * as messages from '../../../../contract/page-messages.ts';

type FilterName = 'category' | 'minCost' | 'maxCost' | 'minRating';

/** The values of the form's fields, by the parameters of the address. */
export type Draft = Record<FilterName, string>;

export interface PriceProblem {
  message: string;
  isLowWrong: boolean;
  isHighWrong: boolean;
}

export function draftOf({
  category,
  minCost,
  maxCost,
  minRating,
}: Pick<Listing, FilterName>): Draft {
  const [low = '', high = '', stars = ''] = [minCost, maxCost, minRating].map((value) =>
    String(value ?? ''),
  );
  return { category, minCost: low, maxCost: high, minRating: stars };
}

/** Reads the fields as the address would be read. */
export function readDraft(draft: Draft): Pick<Listing, FilterName> | PriceProblem {
  const [low, high] = [plain(draft.minCost), plain(draft.maxCost)];
  const parameters = new URLSearchParams({ ...draft, minCost: low, maxCost: high });
  const { category, minCost, maxCost, minRating } = listingOf(parameters);
  const isLowWrong = low !== '' && minCost === undefined;
  const isHighWrong = high !== '' && maxCost === undefined;
  if (isLowWrong || isHighWrong) return { message: messages.priceInvalid, isLowWrong, isHighWrong };
  if (minCost !== undefined && maxCost !== undefined && minCost > maxCost) {
    return { message: messages.pricesSwapped, isLowWrong: true, isHighWrong: true };
  }
  return { category, minCost, maxCost, minRating };
}

/** Removes a dollar sign, and commas between thousands. */
function plain(typed: string): string {
  const amount = typed.trim().replace(/^\$ ?/, '');
  return /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(amount) ? amount.replaceAll(',', '') : amount;
}

/** The places of a slider; fewer where prices are close to each other. */
const PLACES = 50;

/**
 * The prices that a slider offers, in dollars: each is larger than the one before by the same factor, because most products
 * cost little, and rounded to two digits. The first and the last are those of the cheapest and the dearest product.
 */
export function priceScale(cheapest: number, dearest: number): number[] {
  const between = Array.from({ length: PLACES - 1 }, (_, place) =>
    Number((cheapest * (dearest / cheapest) ** ((place + 1) / PLACES)).toPrecision(2)),
  );
  const inside = between.filter((price) => price > cheapest && price < dearest);
  return [...new Set([cheapest, ...inside, dearest])];
}

/** The typed prices, and their problems. */
import { type Listing, listingOf } from '../../../../contract/listing.ts';
import * as messages from '../../../../contract/page-messages.ts';

export type PriceRange = Pick<Listing, 'minCost' | 'maxCost'>;

export interface PriceProblem {
  message: string;
  isLowWrong: boolean;
  isHighWrong: boolean;
}

/** Reads the fields `minCost` and `maxCost` of a form. */
export function readPrices(form: HTMLFormElement): PriceRange | PriceProblem {
  const typed = new FormData(form);
  const [low, high] = [plain(typed.get('minCost')), plain(typed.get('maxCost'))];
  const { minCost, maxCost } = listingOf(new URLSearchParams({ minCost: low, maxCost: high }));
  const isLowWrong = low !== '' && minCost === undefined;
  const isHighWrong = high !== '' && maxCost === undefined;
  if (isLowWrong || isHighWrong) return { message: messages.priceInvalid, isLowWrong, isHighWrong };
  return problemOf({ minCost, maxCost }) ?? { minCost, maxCost };
}

export function problemOf({ minCost, maxCost }: PriceRange): PriceProblem | undefined {
  if (minCost === undefined || maxCost === undefined || minCost <= maxCost) return undefined;
  return { message: messages.pricesSwapped, isLowWrong: true, isHighWrong: true };
}

/** Removes a dollar sign, and commas between thousands. */
function plain(typed: FormDataEntryValue | null): string {
  const amount = String(typed).trim().replace(/^\$ ?/, '');
  return /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(amount) ? amount.replaceAll(',', '') : amount;
}

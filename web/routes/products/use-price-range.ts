import { type FocusEvent, useState } from 'react';
import { type Location, useLocation } from 'react-router';
import { type Listing, listingOf } from '../../../contract/listing.ts';
import * as messages from '../../../contract/messages.ts';
import type { Choose } from './filters.ts';

export interface PriceProblem {
  message: string;
  isLowWrong: boolean;
  isHighWrong: boolean;
}

type End = 'low' | 'high';

/** Typed texts, shown instead of the prices in the address. */
interface Draft {
  text: string;
  /** The location at which the draft was applied. The next location drops the draft. */
  appliedAt?: Location;
}

/** The state of the two price fields. A typed text is kept until it is applied and the location has changed. */
export function usePriceRange({ minCost, maxCost }: Listing, choose: Choose) {
  const location = useLocation();
  const [drafts, setDrafts] = useState<Partial<Record<End, Draft>>>({});
  const [tried, setTried] = useState<{ problem: PriceProblem; at: Location }>();
  for (const end of ['low', 'high'] as const) {
    const appliedAt = drafts[end]?.appliedAt;
    if (appliedAt && appliedAt !== location) setDrafts({ ...drafts, [end]: undefined });
  }
  const low = drafts.low?.text ?? priceText(minCost);
  const high = drafts.high?.text ?? priceText(maxCost);

  /** Applies the typed prices, or shows what is wrong with them. */
  function apply(): void {
    const [lowText, highText] = [plain(low), plain(high)];
    const range = listingOf(new URLSearchParams({ minCost: lowText, maxCost: highText }));
    const isLowWrong = lowText !== '' && range.minCost === undefined;
    const isHighWrong = highText !== '' && range.maxCost === undefined;
    const problem =
      isLowWrong || isHighWrong
        ? { message: messages.priceInvalid, isLowWrong, isHighWrong }
        : problemOf(range);
    setTried(problem && { problem, at: location });
    if (problem !== undefined) return;
    const isNew = range.minCost !== minCost || range.maxCost !== maxCost;
    setDrafts(
      isNew
        ? { low: { text: low, appliedAt: location }, high: { text: high, appliedAt: location } }
        : {},
    );
    choose({ minCost: range.minCost, maxCost: range.maxCost });
  }

  return {
    low,
    high,
    problem: tried?.at === location ? tried.problem : problemOf({ minCost, maxCost }),
    type: (end: End, text: string) => setDrafts({ ...drafts, [end]: { text } }),
    apply,
    onBlur({ currentTarget, relatedTarget }: FocusEvent): void {
      if (!currentTarget.contains(relatedTarget)) apply();
    },
  };
}

export type PriceRange = ReturnType<typeof usePriceRange>;

function priceText(dollars: number | undefined): string {
  return dollars === undefined ? '' : String(dollars);
}

function problemOf({ minCost, maxCost }: Pick<Listing, 'minCost' | 'maxCost'>) {
  if (minCost === undefined || maxCost === undefined || minCost <= maxCost) return undefined;
  return { message: messages.pricesSwapped, isLowWrong: true, isHighWrong: true };
}

/** Removes a dollar sign, and commas between thousands. */
function plain(text: string): string {
  const amount = text.trim().replace(/^\$ ?/, '');
  return /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(amount) ? amount.replaceAll(',', '') : amount;
}

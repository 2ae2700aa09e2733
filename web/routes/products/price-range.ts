import { type FocusEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { type Listing, listingOf } from '../../../contract/listing.ts';
import * as messages from '../../../contract/messages.ts';
import type { Choose } from './filters.ts';
import { useGoneBack } from './gone-back.ts';

export interface PriceProblem {
  message: string;
  isLowWrong: boolean;
  isHighWrong: boolean;
}

export interface PriceRange {
  low: RefObject<HTMLInputElement | null>;
  high: RefObject<HTMLInputElement | null>;
  problem: PriceProblem | undefined;
  /** Chooses what is typed, or says what is wrong with it. */
  apply: () => void;
  onBlur: (event: FocusEvent) => void;
}

/** The two price fields: what is typed in them is kept, also where it makes no sense, or while the page moves on. */
export function usePriceRange({ minCost, maxCost }: Listing, choose: Choose): PriceRange {
  const low = useRef<HTMLInputElement>(null);
  const high = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<PriceProblem | undefined>(() =>
    problemOf({ minCost, maxCost }),
  );
  // The texts that were applied or shown last: any other was typed since.
  const known = useRef({ low: priceText(minCost), high: priceText(maxCost) });

  // Behind a change of the address: by a choice, which is followed a moment later, or by going back.
  const follow = useCallback(() => {
    const shown = { low: priceText(minCost), high: priceText(maxCost) };
    if (low.current?.value === known.current.low) low.current.value = shown.low;
    if (high.current?.value === known.current.high) high.current.value = shown.high;
    known.current = shown;
    setProblem(problemOf({ minCost, maxCost }));
  }, [minCost, maxCost]);
  useEffect(follow, [follow]);
  useGoneBack(follow);

  function apply(): void {
    known.current = { low: low.current?.value ?? '', high: high.current?.value ?? '' };
    const [lowText, highText] = [plain(known.current.low), plain(known.current.high)];
    const range = listingOf(new URLSearchParams({ minCost: lowText, maxCost: highText }));
    const isLowWrong = lowText !== '' && range.minCost === undefined;
    const isHighWrong = highText !== '' && range.maxCost === undefined;
    const found =
      isLowWrong || isHighWrong
        ? { message: messages.priceInvalid, isLowWrong, isHighWrong }
        : problemOf(range);
    setProblem(found);
    if (found === undefined) choose({ minCost: range.minCost, maxCost: range.maxCost });
  }

  function onBlur({ currentTarget, relatedTarget }: FocusEvent): void {
    if (!currentTarget.contains(relatedTarget)) apply();
  }
  return { low, high, problem, apply, onBlur };
}

export function priceText(dollars: number | undefined): string {
  return dollars === undefined ? '' : String(dollars);
}

function problemOf({ minCost, maxCost }: Pick<Listing, 'minCost' | 'maxCost'>) {
  if (minCost === undefined || maxCost === undefined || minCost <= maxCost) return undefined;
  return { message: messages.pricesSwapped, isLowWrong: true, isHighWrong: true };
}

/** As people write amounts: with a dollar sign, and commas between thousands. */
function plain(text: string): string {
  const amount = text.trim().replace(/^\$ ?/, '');
  return /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(amount) ? amount.replaceAll(',', '') : amount;
}

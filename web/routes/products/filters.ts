/** What is chosen of a list's filters, and how another choice is made: the address says it all. */
import { type MouseEvent, useCallback, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { type Listing, wholeCatalogue } from '../../../contract/listing.ts';
import { pageAddress } from '../../api/products.ts';
import { useGoneBack } from './gone-back.ts';

/** A part of a listing that is to be another one; everything else stays. */
export type Choice = Partial<Omit<Listing, 'text' | 'cursor'>>;
export type Choose = (choice: Choice) => void;

/** No filter: what is searched for, and the order, are not among them. */
const { category, minCost, maxCost, minRating } = wholeCatalogue;
export const nothingChosen: Choice = { category, minCost, maxCost, minRating };

/** The address of a listing with another choice: another list, which begins at its beginning. */
export function addressWith(listing: Listing, choice: Choice): string {
  return pageAddress({ ...listing, ...choice, cursor: '' });
}

/** Going to the address of a choice: one step back undoes it, and the page stays where it is. */
export function useChoose(listing: Listing): Choose {
  const navigate = useNavigate();
  // Two choices may follow each other faster than the address: the second one adds to the first.
  const latest = useRef(listing);
  const shown = pageAddress(listing);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address stands for the listing
  useEffect(() => {
    latest.current = listing;
  }, [shown]);
  useGoneBack(() => {
    latest.current = listing;
  });
  return useCallback(
    (choice) => {
      const address = addressWith(latest.current, choice);
      if (address === addressWith(latest.current, {})) return;
      latest.current = { ...latest.current, ...choice, cursor: '' };
      navigate(address, { preventScrollReset: true });
    },
    [navigate],
  );
}

/** A click that is not for another tab or window: on a link, which leads there without script. */
export function onPlainClick(act: () => void) {
  return (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    act();
  };
}

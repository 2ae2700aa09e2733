/** The filters of a listing. Choosing one navigates to the address of another listing. */
import { useNavigate } from 'react-router';
import type { Facets } from '../../../../contract/catalogue.ts';
import {
  type Listing,
  listingOf,
  pageAddress,
  wholeCatalogue,
} from '../../../../contract/listing.ts';
import { formatDollars } from '../../../api/money.ts';

/** The parameters of a listing that change. */
export type Choice = Partial<Omit<Listing, 'text' | 'cursor'>>;

/** A choice without filters. The text and the order are not filters. */
const { category, minCost, maxCost, minRating } = wholeCatalogue;
export const nothingChosen = { category, minCost, maxCost, minRating } satisfies Choice;

/** The id of the form, with which the order belongs to it. */
export const FILTER_FORM = 'filters';

/** The address of a listing with another choice, at its first page. */
export function addressWith(listing: Listing, choice: Choice): string {
  return pageAddress({ ...listing, ...choice, cursor: '' });
}

/** Navigates to a choice without scrolling; one step back undoes it. */
export function useChoose(): (choice: Choice) => void {
  const navigate = useNavigate();
  return (choice) => {
    // Read the address itself: a second choice may come before the first is rendered.
    const listing = listingOf(new URLSearchParams(window.location.search));
    const address = addressWith(listing, choice);
    if (address !== addressWith(listing, {})) navigate(address, { preventScrollReset: true });
  };
}

/** The filters that are set: how they are called, and the choice that removes each. */
export function chosenFilters(listing: Listing): { name: string; without: Choice }[] {
  const { category, minCost, maxCost, minRating } = listing;
  const [low, high] = [minCost, maxCost].map((cost) => cost !== undefined && formatDollars(cost));
  const price = low && high ? `${low} to ${high}` : low ? `From ${low}` : high && `Up to ${high}`;
  const all = [
    { name: category, without: { category: '' } },
    { name: price, without: { minCost: undefined, maxCost: undefined } },
    { name: minRating && ratingLabel(minRating), without: { minRating: undefined } },
  ];
  return all.flatMap(({ name, without }) => (name ? [{ name, without }] : []));
}

export function ratingLabel(stars: number): string {
  return `${stars} ${stars === 1 ? 'star' : 'stars'} & up`;
}

/** A category or rating, and the number of its products. */
export type FacetCount = Facets['categories'][number];

/** The counts of a list, with the chosen value even if it has no products. */
export function withChosen(counts: FacetCount[], chosen: string): FacetCount[] {
  const isMissing = chosen !== '' && !counts.some(({ name }) => name === chosen);
  return isMissing ? [{ name: chosen, count: 0 }, ...counts] : counts;
}

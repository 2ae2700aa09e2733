/** The filters of a listing. Choosing one navigates to the address of another listing. */
import { useNavigate } from 'react-router';
import {
  type Listing,
  listingOf,
  pageAddress,
  wholeCatalogue,
} from '../../../../contract/listing.ts';

/** The parameters of a listing that change. */
type Choice = Partial<Omit<Listing, 'text' | 'cursor'>>;

/** A choice without filters. The text and the order are not filters. */
const { category, minCost, maxCost, minRating } = wholeCatalogue;
export const nothingChosen: Choice = { category, minCost, maxCost, minRating };

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

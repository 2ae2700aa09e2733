/** The text of a search box, and the search for it. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffectEvent, useLayoutEffect, useState } from 'react';
import { type Location, useLocation, useNavigate, useNavigationType } from 'react-router';
import { SEARCH_DEBOUNCE_MS } from '../../contract/limits.ts';
import { type Listing, listingOf, pageAddress, wholeCatalogue } from '../../contract/listing.ts';
import { PRODUCTS } from '../api/products.ts';
import { undecided } from '../session/over-list.ts';

/** A typed text, shown instead of the location's. */
interface Draft {
  text: string;
  /** The location at which the text was typed. */
  at: Location;
  /** The search for the text has not begun. */
  isPending: boolean;
}

/** The state of a location that a search box led to. */
const bySearchBox = { isBySearchBox: true };

/**
 * A draft is kept at the location where it was typed and at those that the search boxes led to. Any other navigation,
 * such as a link or going back, drops it.
 */
export function useSearchText() {
  const location = useLocation();
  const isBack = useNavigationType() === 'POP';
  const navigate = useNavigate();
  const client = useQueryClient();
  const searched = textIn(location);
  const [stored, setDraft] = useState<Draft>();
  const isKept = stored?.at === location || (!isBack && location.state?.isBySearchBox === true);
  const draft = isKept ? stored : undefined;

  /** Shows a listing at once. */
  function showListing(listing: Listing): void {
    setDraft({ text: listing.text, at: location, isPending: false });
    // Further typing replaces the history entry, so that one step back leaves the search.
    const replace = searched !== '';
    navigate(pageAddress(listing), { replace, preventScrollReset: true, state: bySearchBox });
  }

  /** Opens a product over the listing. */
  function openProduct(productId: string): void {
    setDraft(undefined);
    const listing = listingOf(new URLSearchParams(location.search));
    navigate(pageAddress(listing, productId), { preventScrollReset: true, state: undecided });
  }

  /** Searches at once. */
  function search(text: string): void {
    const wanted = text.trim();
    // A new text starts a new listing, without the filters and the order of the last one.
    if (wanted !== searchedText()) showListing({ ...wholeCatalogue, text: wanted });
    else client.invalidateQueries({ queryKey: [PRODUCTS] });
  }

  /**
   * Searches after the debounce; each keystroke cancels the pending search (R4.3). Text that an input method still
   * composes is only shown.
   */
  function type(text: string, isComposed = false): void {
    // Without a text there is no search to wait for. The whole list follows the press, so nothing jumps later.
    if (text === '' && !isComposed && searchedText() !== '') showListing(wholeCatalogue);
    else setDraft({ text, at: location, isPending: !isComposed });
  }

  const onPause = useEffectEvent((text: string) => {
    // Going back drops the draft, but this timer only with the next rendering.
    if (searchedText() === searched) search(text);
  });
  const pending = draft?.isPending ? draft.text : undefined;
  // A layout effect: it is cleaned up before the page shows that the draft is dropped, so no timer ends in between.
  useLayoutEffect(() => {
    // Again after a search of this box, which may end while further text is typed.
    if (pending === undefined || pending.trim() === searched) return;
    const timer = setTimeout(() => onPause(pending), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [pending, searched]);

  return { text: draft?.text ?? searched, searched, type, search, showListing, openProduct };
}

/** The text of the address, which may be ahead of what is rendered. */
function searchedText(): string {
  return textIn(window.location);
}

function textIn({ search }: { search: string }): string {
  return listingOf(new URLSearchParams(search)).text;
}

/** The text of the search boxes, and the search for it. */

import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { SEARCH_DEBOUNCE_MS } from '../../contract/limits.ts';
import { type Listing, listingOf, pageAddress, wholeCatalogue } from '../../contract/listing.ts';
import { PRODUCTS } from '../api/products.ts';
import { type Draft, draftAt } from './draft.ts';

interface SearchText {
  text: string;
  /**
   * Searches after the debounce; each keystroke cancels the pending search (spec 4). Text that an input method still
   * composes is only shown.
   */
  type: (text: string, isComposed?: boolean) => void;
  /** Searches at once. */
  search: (text: string) => void;
  /** Shows a listing that was picked instead of typed. */
  pick: (listing: Listing) => void;
}

const SearchContext = createContext<SearchText | undefined>(undefined);

export function useSearchText(): SearchText {
  const searchText = use(SearchContext);
  if (searchText === undefined) throw new Error('There is no SearchProvider');
  return searchText;
}

/** Gives all search boxes the same text: the draft, or else the text of the location. */
export function SearchProvider({ children }: { children: ReactNode }) {
  const location = useLocation();
  const navigationType = useNavigationType();
  const navigate = useNavigate();
  const client = useQueryClient();
  const searched = textIn(location);
  const [stored, setDraft] = useState<Draft>();
  const draft =
    stored && draftAt(stored, location, navigationType === 'POP' ? undefined : searched);
  // Not during rendering, which a keystroke may interrupt and begin again at the old location.
  useEffect(() => {
    if (draft !== stored) setDraft((now) => (now === stored ? draft : now));
  }, [draft, stored]);

  function show(listing: Listing): void {
    const { text } = listing;
    setDraft((before) => {
      return { text, at: location, isPending: false, sent: [...(before?.sent ?? []), text] };
    });
    // Further typing replaces the history entry, so that one step back leaves the search.
    navigate(pageAddress(listing), { replace: searched !== '', preventScrollReset: true });
  }

  function search(text: string): void {
    const wanted = text.trim();
    // A new text starts a new listing, without the filters and the order of the last one.
    if (wanted !== searchedText()) show({ ...wholeCatalogue, text: wanted });
    else client.invalidateQueries({ queryKey: [PRODUCTS] });
  }

  const onPause = useEffectEvent((text: string) => {
    const now = searchedText();
    // Going back drops the draft, but this timer only after the next rendering.
    const isDropped = !draft?.isPending || (now !== searched && !draft.sent.includes(now));
    if (!isDropped && text.trim() !== now) search(text);
  });
  const pending = draft?.isPending ? draft.text : undefined;
  useEffect(() => {
    if (pending === undefined) return;
    const timer = setTimeout(() => onPause(pending), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [pending]);

  const value: SearchText = {
    text: draft?.text ?? searched,
    type: (text, isComposed = false) =>
      setDraft((before) => {
        return { text, at: location, isPending: !isComposed, sent: before?.sent ?? [] };
      }),
    search,
    pick: show,
  };
  return <SearchContext value={value}>{children}</SearchContext>;
}

/** The text of the address, which may be ahead of what is rendered. */
function searchedText(): string {
  return textIn(window.location);
}

function textIn({ search }: { search: string }): string {
  return listingOf(new URLSearchParams(search)).text;
}

import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { SEARCH_DEBOUNCE_MS } from '../../contract/limits.ts';
import { type Listing, wholeCatalogue } from '../../contract/listing.ts';
import { SEARCH_PARAMETER } from '../../contract/paths.ts';
import { pageAddress } from '../api/products.ts';

/**
 * What stands in a search box, and the search for it. Typing is debounced, each keystroke cancels the
 * pending search (spec 4). What is searched for stands in the page's address.
 * @param onReplaced when the address brought another text
 */
export function useSearchText(onReplaced: () => void) {
  const [searchParams] = useSearchParams();
  const searched = searchParams.get(SEARCH_PARAMETER) ?? '';
  const [text, setText] = useState(searched);
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const input = useRef<HTMLInputElement>(null);
  /** What this box asked for last. */
  const asked = useRef(searched);

  useEffect(() => {
    if (searched === asked.current) return;
    // The address changed by other means: back, forward, a link, the other box.
    asked.current = searched;
    clearTimeout(timer.current);
    onReplaced();
    setText(searched);
  }, [searched, onReplaced]);
  useEffect(() => {
    // What was typed before the script ran.
    if (input.current?.value) setText(input.current.value);
    return () => clearTimeout(timer.current);
  }, []);

  function type(value: string): void {
    setText(value);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(value), SEARCH_DEBOUNCE_MS);
  }

  function search(value: string): void {
    clearTimeout(timer.current);
    const wanted = value.trim();
    // Not what the address says: the search before this one may still be on its way there.
    if (wanted === asked.current) return;
    // Another text is another list: what narrowed or ordered the last one is not asked for again.
    show({ ...wholeCatalogue, text: wanted });
  }

  /** Searches for something else than was typed. */
  function replace(listing: Listing): void {
    clearTimeout(timer.current);
    setText(listing.text);
    show(listing);
  }

  function show(listing: Listing): void {
    asked.current = listing.text;
    // Typing goes on within one search: one step back leaves it.
    navigate(pageAddress(listing), { replace: searched !== '', preventScrollReset: true });
  }

  function clear(): void {
    setText('');
    search('');
  }
  return { text, input, type, search, replace, clear };
}

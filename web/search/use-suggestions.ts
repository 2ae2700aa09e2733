/** The suggestions for a text that is being typed, and the keys that move through them. */
import { keepPreviousData, useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { wholeCatalogue } from '../../contract/listing.ts';
import { productsQuery, suggestionsQuery } from '../api/products.ts';
import { useIsSmall } from '../ui/media.ts';

/** Milliseconds after the last keystroke. */
const PAUSE_MS = 150;
/** A single letter matches too much. */
const LETTERS_MIN = 2;
/** On a small window, so that the page under them is seen. */
const FEW = 4;
/** No option is active. */
const NONE = -1;

interface Typing {
  text: string;
  /** Milliseconds until the request; undefined once it has been sent. */
  pause: number | undefined;
  /** Whether the previous list stays until the reply arrives. */
  keepsPrevious: boolean;
}

const closed: Typing = { text: '', pause: undefined, keepsPrevious: false };

export const optionId = (listId: string, place: number) => `${listId}-${place}`;

/**
 * The state of an ARIA 1.2 combobox: https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 * @param inBox the text of the search box; the list closes when anything but typing changes it
 * @param searched the text whose results the page shows; the list closes when those of the typed text have come
 */
export function useSuggestions(inBox: string, searched: string) {
  const [typing, setTyping] = useState(closed);
  const [active, setActive] = useState(NONE);
  const { text, pause, keepsPrevious } = typing;
  // An empty text sends no request, so each keystroke aborts the request in progress.
  const { data, isError } = useQuery({
    ...suggestionsQuery(pause === undefined ? text : ''),
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
  });
  const most = useIsSmall() ? FEW : undefined;
  const shown = text === '' || text !== inBox.trim() ? [] : (data ?? []).slice(0, most);
  const isOpen = shown.length > 0;

  useEffect(() => {
    if (typing.pause === undefined) return;
    const ask = () => setTyping((now) => ({ ...now, pause: undefined }));
    const timer = setTimeout(ask, typing.pause);
    return () => clearTimeout(timer);
  }, [typing]);

  const { queryKey } = productsQuery({ ...wholeCatalogue, text: searched });
  const isSearching = useIsFetching({ queryKey, exact: true }) > 0;
  const hasLoaded = useQueryClient().getQueryState(queryKey)?.status === 'success';
  const hasResults = searched !== '' && searched === inBox.trim() && hasLoaded && !isSearching;
  const onResults = useEffectEvent(() => {
    // Whoever is among the options stays there.
    if (active === NONE) close();
  });
  useEffect(() => {
    if (hasResults) onResults();
  }, [hasResults]);

  function suggest(typed: string, pauseMs = PAUSE_MS): void {
    const wanted = typed.trim();
    setActive(NONE);
    const next = { text: wanted, pause: pauseMs, keepsPrevious: isOpen && !isError };
    setTyping(wanted.length < LETTERS_MIN ? closed : next);
  }

  function close(): void {
    setActive(NONE);
    setTyping(closed);
  }

  /** @returns whether the list handled the key */
  function onKey({ key }: KeyboardEvent): boolean {
    if (key === 'Escape' && isOpen) close();
    else if (key === 'ArrowDown' && !isOpen) suggest(inBox, 0);
    else if (key === 'ArrowDown' && isOpen) move(1);
    else if (key === 'ArrowUp' && isOpen) move(-1);
    else return false;
    return true;
  }

  /** Moves through the options in a circle. Between the last and the first option, the typed text is active. */
  function move(by: 1 | -1): void {
    const places = shown.length + 1;
    setActive((place) => ((place + 1 + by + places) % places) - 1);
  }
  return { shown, active, highlighted: shown[active], isOpen, suggest, close, onKey };
}

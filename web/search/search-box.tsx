import {
  type FormEvent,
  type KeyboardEvent,
  lazy,
  Suspense,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import type { Suggestion } from '../../contract/catalogue.ts';
import { SEARCH_TEXT_MAX_LENGTH } from '../../contract/limits.ts';
import { wholeCatalogue } from '../../contract/listing.ts';
import { SEARCH_PARAMETER } from '../../contract/page-addresses.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './search-box.module.css';
import { useSearchText } from './use-search-text.ts';
import { optionId, useSuggestions } from './use-suggestions.ts';

const importList = () => import('./suggestion-list.tsx');
/** Without its script nothing is suggested. */
const SuggestionList = lazy(() => importList().catch(() => ({ default: () => null })));

const LABEL = 'Search for items/categories';

/**
 * A search box (R1.5). Enter searches at once. Suggestions appear over the page while the shopper types; they do not
 * affect the debounced search.
 */
export function SearchBox() {
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const { text, searched, type, search, showListing, openProduct } = useSearchText();
  const suggestions = useSuggestions(text, searched);
  // Take over the text that was typed before hydration, and before any further input.
  const takeOver = useEffectEvent(() => {
    if (input.current && input.current.value !== text) type(input.current.value);
  });
  useLayoutEffect(() => takeOver(), []);

  function pick({ kind, text, productId }: Suggestion): void {
    suggestions.close();
    // Another backend may not say which product it is.
    if (productId !== undefined) openProduct(productId);
    else
      showListing({ ...wholeCatalogue, ...(kind === 'category' ? { category: text } : { text }) });
  }

  function change(typed: string, isComposed: boolean): void {
    type(typed, isComposed);
    suggestions.suggest(isComposed ? '' : typed);
  }

  function onKeyDown(event: KeyboardEvent): void {
    // While an input method composes text, it handles the keys.
    if (event.nativeEvent.isComposing) return;
    const picked = event.key === 'Enter' ? suggestions.highlighted : undefined;
    if (picked) pick(picked);
    else if (!suggestions.onKey(event)) {
      if (event.key === 'Escape') type('');
      return;
    }
    event.preventDefault();
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    suggestions.close();
    search(text);
  }

  return (
    <search className={styles.search}>
      {/* Without script the browser submits the form. */}
      <form action="/" onSubmit={onSubmit}>
        <input
          ref={input}
          // An input of type "search" can't have the role combobox.
          type="text"
          role="combobox"
          name={SEARCH_PARAMETER}
          className={styles.input}
          aria-label={LABEL}
          aria-autocomplete="list"
          aria-expanded={suggestions.isOpen}
          aria-controls={suggestions.isOpen ? listId : undefined}
          aria-activedescendant={
            suggestions.active < 0 ? undefined : optionId(listId, suggestions.active)
          }
          placeholder={LABEL}
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="search"
          value={text}
          // Styles make room for the search that is about to begin.
          data-is-typed={text.trim() !== ''}
          data-is-changed={text.trim() !== searched}
          maxLength={SEARCH_TEXT_MAX_LENGTH}
          onChange={({ target, nativeEvent }) => change(target.value, isComposing(nativeEvent))}
          onCompositionEnd={({ currentTarget }) => change(currentTarget.value, false)}
          onFocus={() => importList().catch(() => {})}
          onKeyDown={onKeyDown}
          onBlur={suggestions.close}
        />
        {/* The keyboard has Enter. */}
        <button type="submit" className={styles.submit} aria-label="Search" tabIndex={-1}>
          <Icon name="search" />
        </button>
        {text !== '' && (
          <button
            type="button"
            className={styles.clear}
            aria-label="Clear search"
            // A keyboard user clears the text with Escape.
            tabIndex={-1}
            onClick={() => {
              suggestions.close();
              type('');
              input.current?.focus();
            }}
          />
        )}
      </form>
      <Suspense>
        {suggestions.isOpen && (
          <SuggestionList
            id={listId}
            suggestions={suggestions.shown}
            typed={text}
            active={suggestions.active}
            onPick={pick}
          />
        )}
      </Suspense>
      <p className="visually-hidden" role="status">
        {suggestions.isOpen && countText(suggestions.shown.length)}
      </p>
    </search>
  );
}

/** Browsers send an InputEvent for each change. */
function isComposing(event: Event): boolean {
  return (event as InputEvent).isComposing;
}

function countText(count: number): string {
  return count === 1 ? '1 suggestion' : `${count} suggestions`;
}

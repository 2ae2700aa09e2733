import { type FormEvent, type KeyboardEvent, useId } from 'react';
import type { Suggestion } from '../../contract/catalogue.ts';
import { wholeCatalogue } from '../../contract/listing.ts';
import { SEARCH_PARAMETER } from '../../contract/paths.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './search-box.module.css';
import { useSearchText } from './search-text.ts';
import { useSlashShortcut } from './slash-shortcut.ts';
import { optionId, SuggestionList } from './suggestion-list.tsx';
import { useSuggestions } from './suggestions.ts';

const LABEL = 'Search for items/categories';

/**
 * A search box (spec 2, header). Enter searches at once. Suggestions come while one types, over the
 * page; they change nothing of the search for what is typed.
 */
export function SearchBox() {
  const listId = useId();
  const suggestions = useSuggestions();
  const searchText = useSearchText(suggestions.close);
  const { text, input } = searchText;
  useSlashShortcut(input);

  function pick({ kind, text }: Suggestion): void {
    suggestions.close();
    const which = kind === 'category' ? { category: text } : { text };
    searchText.replace({ ...wholeCatalogue, ...which });
  }

  function onKeyDown(event: KeyboardEvent): void {
    // While letters are being composed, the keys are not for us.
    if (event.nativeEvent.isComposing) return;
    const picked = event.key === 'Enter' ? suggestions.highlighted : undefined;
    if (picked) pick(picked);
    else if (!suggestions.onKey(event, text)) {
      if (event.key === 'Escape') searchText.clear();
      return;
    }
    event.preventDefault();
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    suggestions.close();
    searchText.search(text);
  }

  return (
    <search className={styles.search}>
      {/* Without script the form itself asks for the page. */}
      <form action="/" onSubmit={onSubmit}>
        <input
          ref={input}
          // Not "search", which can't be a combobox.
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
          onChange={({ target }) => {
            searchText.type(target.value);
            suggestions.suggest(target.value);
          }}
          onKeyDown={onKeyDown}
          onBlur={suggestions.close}
        />
        <Icon name="search" className={styles.icon} />
        {text !== '' && (
          <button
            type="button"
            className={styles.clear}
            aria-label="Clear search"
            // By keyboard that is Escape.
            tabIndex={-1}
            onClick={() => {
              suggestions.close();
              searchText.clear();
              input.current?.focus();
            }}
          />
        )}
      </form>
      {suggestions.isOpen && (
        <SuggestionList
          id={listId}
          suggestions={suggestions.shown}
          typed={text}
          active={suggestions.active}
          onPick={pick}
        />
      )}
      <p className="visually-hidden" role="status">
        {suggestions.isOpen && countText(suggestions.shown.length)}
      </p>
    </search>
  );
}

function countText(count: number): string {
  return count === 1 ? '1 suggestion' : `${count} suggestions`;
}

import type { ReactNode } from 'react';
import type { Suggestion } from '../../contract/catalogue.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import styles from './suggestion-list.module.css';
import { optionId } from './use-suggestions.ts';

interface SuggestionListProps {
  id: string;
  suggestions: readonly Suggestion[];
  /** The typed text, which is styled differently from its completion. */
  typed: string;
  /** Index of the active option. */
  active: number;
  onPick: (suggestion: Suggestion) => void;
}

const kinds: Record<Suggestion['kind'], { icon: IconName; name?: string }> = {
  words: { icon: 'search' },
  category: { icon: 'category', name: 'Category' },
  product: { icon: 'product', name: 'Product' },
};

/** The list lies over the page and moves nothing. The focus stays in the search box. */
export default function SuggestionList(props: SuggestionListProps): ReactNode {
  const { id, suggestions, typed, active, onPick } = props;
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Suggestions"
      className={styles.list}
      // Keep the focus in the input. Otherwise the blur would close the list before the click.
      onMouseDown={(event) => event.preventDefault()}
    >
      {suggestions.map((suggestion, place) => {
        const { icon, name } = kinds[suggestion.kind];
        const option = optionId(id, place);
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the input has the focus
          <div
            // With its place: an option that moves up is a new one, so that nothing seems to move.
            key={`${option} ${suggestion.kind} ${suggestion.text}`}
            id={option}
            role="option"
            aria-selected={place === active}
            ref={place === active ? scrollIntoList : undefined}
            className={`row nowrap ${styles.option}`}
            onClick={() => onPick(suggestion)}
          >
            <Icon name={icon} />
            <span className={styles.text} dir="auto">
              {partsOf(suggestion.text, typed).map(renderPart)}
            </span>
            {name && <span className={styles.kind}> {name}</span>}
          </div>
        );
      })}
    </div>
  );
}

/** Scrolls the list as little as possible. */
function scrollIntoList(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}

function renderPart({ text, isTyped, at }: Part) {
  return isTyped ? text : <strong key={at}>{text}</strong>;
}

/** A part of a suggestion: typed text, or its completion. */
interface Part {
  text: string;
  isTyped: boolean;
  /** Index of its first character. */
  at: number;
}

/** Splits a suggestion into the typed prefixes of its words and their completions. */
function partsOf(suggestion: string, typed: string): Part[] {
  const words = typed.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0) return [{ text: suggestion, isTyped: false, at: 0 }];
  // Sort longest first, because in an alternation a prefix of a word would match before the word.
  const longest = words.sort((a, b) => b.length - a.length).join('|');
  const typedWord = new RegExp(`(?<![\\p{L}\\p{N}])(?:${longest})`, 'giu');
  const parts: Part[] = [];
  let end = 0;
  for (const { index, 0: text } of suggestion.matchAll(typedWord)) {
    if (index > end) parts.push({ text: suggestion.slice(end, index), isTyped: false, at: end });
    parts.push({ text, isTyped: true, at: index });
    end = index + text.length;
  }
  if (end < suggestion.length) parts.push({ text: suggestion.slice(end), isTyped: false, at: end });
  return parts;
}

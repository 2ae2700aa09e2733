/** What is proposed while somebody types: when it is asked for, shown, and walked through. */
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { Suggestion } from '../../contract/catalogue.ts';
import { suggestionsQuery } from '../api/suggestions.ts';
import { useAnswers } from '../api/use-query.ts';

/** After the last keystroke, milliseconds. */
const PAUSE_MS = 150;
/** One letter begins too much. */
const LETTERS_MIN = 2;
/** No suggestion: the text as it is typed. */
const NONE = -1;

/** The state of an ARIA 1.2 combobox: https://www.w3.org/WAI/ARIA/apg/patterns/combobox/ */
export function useSuggestions() {
  const answers = useAnswers();
  /** What the list shows; it is closed where there is nothing. */
  const [shown, setShown] = useState<Suggestion[]>([]);
  const [active, setActive] = useState(NONE);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** What is on its way to this box; the other box has its own. */
  const asked = useRef('');
  const isOpen = shown.length > 0;

  const show = useCallback((suggestions: Suggestion[]) => {
    setShown(suggestions);
    setActive(NONE);
  }, []);

  /** What was asked for is given up. */
  const cancel = useCallback(() => {
    clearTimeout(timer.current);
    if (asked.current === '') return;
    answers.of(suggestionsQuery(asked.current)).giveUp();
    asked.current = '';
  }, [answers]);

  const close = useCallback(() => {
    cancel();
    show([]);
  }, [cancel, show]);
  useEffect(() => cancel, [cancel]);

  /** Each keystroke gives up what the one before asked for. */
  function suggest(text: string, pause = PAUSE_MS): void {
    const wanted = text.trim();
    cancel();
    setActive(NONE);
    if (wanted.length < LETTERS_MIN) {
      setShown([]);
      return;
    }
    timer.current = setTimeout(() => {
      asked.current = wanted;
      const query = suggestionsQuery(wanted);
      // Nobody misses what was only offered; and what was given up has been replaced.
      answers
        .of(query)
        .fresh(query)
        .then(show, () => {});
    }, pause);
  }

  /** @returns whether the key was for the list */
  function onKey({ key }: KeyboardEvent, text: string): boolean {
    if (key === 'Escape' && isOpen) close();
    else if (key === 'ArrowDown' && !isOpen) suggest(text, 0);
    else if (key === 'ArrowDown' && isOpen) move(1);
    else if (key === 'ArrowUp' && isOpen) move(-1);
    else return false;
    return true;
  }

  /** Round and round: the typed text itself stands between the last one and the first. */
  function move(by: 1 | -1): void {
    const places = shown.length + 1;
    setActive((place) => ((place + 1 + by + places) % places) - 1);
  }
  return { shown, active, highlighted: shown[active], isOpen, suggest, close, onKey };
}

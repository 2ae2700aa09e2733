import {
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { SEARCH_DEBOUNCE_MS } from '../../contract/limits.ts';
import { SEARCH_PARAMETER } from '../../contract/paths.ts';
import styles from './search-box.module.css';

const LABEL = 'Search for items/categories';

/**
 * A search box (spec 2, header). Typing is debounced, each keystroke cancels the pending search
 * (spec 4); Enter searches at once. What is searched for stands in the page's address.
 */
export function SearchBox() {
  const [searchParams] = useSearchParams();
  const searched = searchParams.get(SEARCH_PARAMETER) ?? '';
  const [text, setText] = useState(searched);
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  /** What this box asked for last. */
  const asked = useRef(searched);
  const input = useRef<HTMLInputElement>(null);
  useSlashShortcut(input);

  useEffect(() => {
    if (searched === asked.current) return;
    // The address changed by other means: back, forward, a link, the other box.
    asked.current = searched;
    clearTimeout(timer.current);
    setText(searched);
  }, [searched]);
  useEffect(() => {
    // What was typed before the script ran.
    if (input.current?.value) setText(input.current.value);
    return () => clearTimeout(timer.current);
  }, []);

  function search(value: string): void {
    clearTimeout(timer.current);
    const wanted = value.trim();
    if (wanted === searched) return;
    asked.current = wanted;
    const search = wanted && `?${new URLSearchParams({ [SEARCH_PARAMETER]: wanted })}`;
    // Typing goes on within one search: one step back leaves it.
    navigate({ pathname: '/', search }, { replace: searched !== '', preventScrollReset: true });
  }

  function onType(value: string): void {
    setText(value);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(value), SEARCH_DEBOUNCE_MS);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    // Not the browser's own clearing, which would wait for the debounce.
    event.preventDefault();
    setText('');
    search('');
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    search(text);
  }

  return (
    <search className={styles.search}>
      {/* Without script the form itself asks for the page. */}
      <form action="/" onSubmit={onSubmit}>
        <input
          ref={input}
          type="search"
          name={SEARCH_PARAMETER}
          className={styles.input}
          aria-label={LABEL}
          placeholder={LABEL}
          autoComplete="off"
          enterKeyHint="search"
          value={text}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </form>
    </search>
  );
}

/** `/` moves the focus to the search box that is visible, unless somebody is writing. */
function useSlashShortcut(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    function onKeyDown(event: globalThis.KeyboardEvent): void {
      const isWriting =
        event.target instanceof HTMLElement && event.target.matches('input, textarea');
      const isVisible = input.current?.offsetParent != null;
      if (event.key !== '/' || isWriting || !isVisible) return;
      event.preventDefault();
      input.current?.select();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [input]);
}

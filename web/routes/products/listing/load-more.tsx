import { type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Listing, pageAddress } from '../../../../contract/listing.ts';
import { LinkButton, onPlainClick } from '../../../ui/button.tsx';
import styles from './load-more.module.css';
import type { Results } from './use-results.ts';

/** Pages that scrolling loads. After them only the button does, so that the footer can be reached. */
const SCROLLED_PAGES_MAX = 2;

interface LoadMoreProps {
  listing: Listing;
  list: Results['list'];
}

/** Loads the next page when its button is pressed, or while the shopper scrolls towards the end of the grid. */
export function LoadMore({ listing, list }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null);
  const [isPressed, setPressed] = useState(false);
  const { isFetching, isFetchNextPageError: hasFailed } = list;
  const isLoading = isPressed || list.isFetchingNextPage;
  const pages = list.data?.pages ?? [];
  const last = pages.at(-1);

  async function load(): Promise<void> {
    setPressed(true);
    // A refetch of the loaded pages continues. The first call then only waits for it.
    const { data, isError } = await list.fetchNextPage({ cancelRefetch: false });
    const hasOnlyWaited = data?.pages.length === pages.length;
    if (hasOnlyWaited && !isError) await list.fetchNextPage({ cancelRefetch: false });
    setPressed(false);
  }

  async function press({ currentTarget: button }: MouseEvent<HTMLElement>): Promise<void> {
    if (isLoading) return;
    const before = cards().length;
    await load();
    // The new cards are where the button was, and so is the focus.
    requestAnimationFrame(() => {
      const hasFocus = [button, document.body].includes(document.activeElement as HTMLElement);
      if (hasFocus) cards()[before]?.querySelector('a')?.focus({ preventScroll: true });
    });
  }

  const onNear = useEffectEvent(() => void load());
  // After a failure only the button loads. The end of the grid stays near and would retry for ever.
  const isWatching = !isFetching && !hasFailed && pages.length < SCROLLED_PAGES_MAX;
  useEffect(() => {
    if (!isWatching || end.current === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting && isScrolledTo(entry)) onNear();
      },
      { root: document, rootMargin: '1200px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isWatching]);

  return (
    <div ref={end} className={`stack centred ${styles.more}`}>
      <LinkButton
        // The address of the next page, for use without script or in another tab. What is left of a reply has none.
        to={pageAddress({ ...listing, cursor: (!last?.rest && last?.next) || '' })}
        variant="secondary"
        aria-disabled={isLoading}
        onClick={onPlainClick(press)}
      >
        {isLoading ? 'Loading Products' : 'Show more products'}
      </LinkButton>
    </div>
  );
}

/**
 * Whether the shopper scrolls towards the end of the grid. Nothing grows above somebody who jumped to it or past it,
 * and the keyboard leaves the grid although the focus scrolls it: the focus may be on the button by the time this is asked.
 */
function isScrolledTo({ boundingClientRect: { top }, target }: IntersectionObserverEntry): boolean {
  const focus = document.querySelector(':focus-visible');
  const isByKeyboard =
    focus !== null && (focus.closest('article') !== null || target.contains(focus));
  return top > innerHeight && !isByKeyboard;
}

function cards(): NodeListOf<Element> {
  return document.querySelectorAll('article');
}

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Listing, pageAddress } from '../../../contract/listing.ts';
import { LinkButton } from '../../ui/button.tsx';
import { onPlainClick } from './filters.ts';
import styles from './load-more.module.css';
import type { Results } from './use-results.ts';

interface LoadMoreProps {
  listing: Listing;
  list: Results['list'];
}

/** Loads the next page near the end of the grid, or when its button is pressed. */
export function LoadMore({ listing, list }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null);
  const [isPressed, setPressed] = useState(false);
  const { isFetching, isFetchNextPageError: hasFailed } = list;
  const isLoading = isPressed || list.isFetchingNextPage;

  async function load(): Promise<void> {
    setPressed(true);
    // A refetch of the loaded pages goes on. The first call then only waits for it.
    const { data, isError } = await list.fetchNextPage({ cancelRefetch: false });
    const hasOnlyWaited = data?.pages.length === list.data?.pages.length;
    if (hasOnlyWaited && !isError) await list.fetchNextPage({ cancelRefetch: false });
    setPressed(false);
  }

  const onNear = useEffectEvent(() => void load());
  // After a failure only the button loads. The end of the grid stays in view and would retry for ever.
  const isWatching = !isFetching && !hasFailed;
  useEffect(() => {
    if (!isWatching || end.current === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) onNear();
      },
      { rootMargin: '1200px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isWatching]);

  const next = list.data?.pages.at(-1)?.next ?? '';
  return (
    <div ref={end} className={styles.more}>
      <LinkButton
        // The address of the next page, for use without script or in another tab.
        to={pageAddress({ ...listing, cursor: next })}
        variant="secondary"
        aria-disabled={isLoading}
        onClick={onPlainClick(() => {
          if (!isLoading) void load();
        })}
      >
        {isLoading ? 'Loading Products' : 'Show more products'}
      </LinkButton>
    </div>
  );
}

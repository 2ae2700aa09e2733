import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { LinkButton } from '../../ui/button.tsx';
import styles from './load-more.module.css';

interface LoadMoreProps {
  /** The next page's own address: where there is no script, that is where the button leads. */
  address: string;
  /** @returns whether it came */
  load: () => Promise<boolean>;
}

/** Asks for the next page when the end of the grid comes near; also a button, for the keyboard. */
export function LoadMore({ address, load }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null);
  const [asked, setAsked] = useState<{ address: string; hasFailed: boolean }>();
  // The page is shown: the next one has another address.
  if (asked && asked.address !== address) setAsked(undefined);
  const isLoading = asked?.hasFailed === false;
  // Then it is asked for by the button only: the end of the grid stays near, and would ask for ever.
  const hasFailed = asked?.hasFailed === true;

  async function loadNext(): Promise<void> {
    setAsked({ address, hasFailed: false });
    if (!(await load())) setAsked({ address, hasFailed: true });
  }
  const onNear = useEffectEvent(loadNext);
  useEffect(() => {
    if (isLoading || hasFailed || end.current === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) onNear();
      },
      { rootMargin: '1200px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isLoading, hasFailed]);

  return (
    <div ref={end} className={styles.more}>
      <LinkButton
        to={address}
        look="secondary"
        aria-disabled={isLoading}
        onClick={(event) => {
          event.preventDefault();
          if (!isLoading) loadNext();
        }}
      >
        {isLoading ? 'Loading Products' : 'Show more products'}
      </LinkButton>
    </div>
  );
}

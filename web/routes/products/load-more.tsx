import { useEffect, useRef } from 'react';
import { LinkButton } from '../../ui/button.tsx';
import styles from './load-more.module.css';

interface LoadMoreProps {
  /** The next page's own address: where there is no script, that is where the button leads. */
  address: string;
  isLoading: boolean;
  /** Then it is asked for by the button only: the end of the grid stays near, and would ask for ever. */
  hasFailed: boolean;
  onNear: () => void;
}

/** Asks for the next page when the end of the grid comes near; also a button, for the keyboard. */
export function LoadMore({ address, isLoading, hasFailed, onNear }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null);
  const latest = useRef(onNear);
  useEffect(() => {
    latest.current = onNear;
  });
  useEffect(() => {
    if (isLoading || hasFailed || end.current === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) latest.current();
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
          if (!isLoading) onNear();
        }}
      >
        {isLoading ? 'Loading Products' : 'Show more products'}
      </LinkButton>
    </div>
  );
}

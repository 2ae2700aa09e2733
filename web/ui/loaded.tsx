import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './loaded.module.css';
import { Spinner } from './spinner.tsx';

export interface LoadedProps<Data> {
  query: { data: Data | undefined; isLoadingError: boolean; refetch: () => unknown };
  /** The name of the content, such as 'Your orders'. */
  what: string;
  children: (data: Data) => ReactNode;
}

/** Shows what a query has loaded, that it is loading, or that it has failed, with a retry. */
export function Loaded<Data>({ query, what, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isLoadingError) return <LoadFailure what={what} onRetry={() => void query.refetch()} />;
  return <Spinner label={`Loading ${what.charAt(0).toLowerCase()}${what.slice(1)}`} />;
}

/** Says that something could not be loaded, with a retry. */
export function LoadFailure({ what, onRetry }: { what: string; onRetry: () => void }) {
  return (
    <div className={`stack gap-2 to-start ${styles.failure}`}>
      <p>{what} could not be loaded.</p>
      <Button variant="secondary" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

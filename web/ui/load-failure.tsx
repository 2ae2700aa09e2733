import { Button } from './button.tsx';
import styles from './load-failure.module.css';

/** Says that something could not be loaded, with a retry. */
export function LoadFailure({ what, onRetry }: { what: string; onRetry: () => void }) {
  return (
    <div className={styles.failure}>
      <p>{what} could not be loaded.</p>
      <Button variant="secondary" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

import { RATING_MAX } from '../../contract/limits.ts';
import styles from './rating.module.css';

/** Shows stars in halves, read-only (R4.1). 0 means not rated yet: nothing is shown. */
export function Rating({ value }: { value: number }) {
  const halves = Math.min(Math.max(Math.round(value * 2), 0), RATING_MAX * 2);
  if (halves === 0) return null;
  return (
    <p className={`row nowrap gap-2 ${styles.rating}`}>
      <svg
        className={styles.stars}
        role="img"
        aria-label={`${halves / 2} out of ${RATING_MAX} stars`}
      >
        <rect width={`${halves * 10}%`} height="100%" />
      </svg>
      <span aria-hidden="true">{(halves / 2).toFixed(1)}</span>
    </p>
  );
}

import styles from './confetti.module.css';

const PIECES = 16;

/** Shows confetti once. CSS hides it if the shopper prefers reduced motion. */
export function Confetti() {
  return (
    <div className={styles.confetti} aria-hidden="true">
      {Array.from({ length: PIECES }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change
        <i key={index} />
      ))}
    </div>
  );
}

import styles from './confetti.module.css';

const PIECES = 16;

/** A moment of joy, once; none where the shopper wants no motion. */
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
